"""Read the pages of docs/: their fenced blocks, their tables, the words in backticks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGES = tuple(sorted(path.name for path in DOCS.glob("*.md")))

_OPENING = re.compile(r"```(\w+) ?(.*)")


@dataclass(frozen=True)
class Block:
    """A fenced block: where it begins, its language, the mark behind it, and what it holds."""

    page: str
    line: int
    language: str
    mark: str
    text: str

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        return f"docs/{self.page}, line {self.line}"


def read(page: str) -> str:
    """Return the text of a page."""
    return (DOCS / page).read_text(encoding="utf-8")


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    lines = iter(enumerate(read(page).splitlines(), 1))
    for number, line in lines:
        if opening := _OPENING.fullmatch(line):
            inner = []
            for _, one in lines:
                if one == "```":
                    break
                inner.append(f"{one}\n")
            yield Block(page, number, opening[1], opening[2], "".join(inner))


def prose(page: str) -> str:
    """Return a page without its fenced blocks."""
    return re.sub(r"(?ms)^```.*?^```$", "", read(page))


def words(page: str) -> set[str]:
    """Return what stands in backticks in a page's prose, and each word of it."""
    found: set[str] = set()
    for text in re.findall(r"`([^`\n]+)`", prose(page)):
        found.add(text)
        found.update(re.findall(r"[\w.-]+", text))
    return found


def rows(page: str, heading: str) -> Iterator[list[str]]:
    """Yield the rows of the tables below a heading, up to the next heading of any kind."""
    section = re.split(rf"(?m)^#+ {re.escape(heading)}$", read(page), maxsplit=1)
    assert len(section) == 2, f"docs/{page} has no heading {heading!r}"
    for line in re.split(r"(?m)^#", section[1], maxsplit=1)[0].splitlines():
        if line.startswith("|") and not line.startswith(("|--", "|:-")):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def keys(page: str, heading: str) -> list[str]:
    """Return the words in backticks in the first column of the tables below a heading."""
    return [word for row in rows(page, heading) for word in re.findall(r"`([^`]+)`", row[0])]
