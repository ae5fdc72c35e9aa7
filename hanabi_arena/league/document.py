"""Read a YAML file and remember where everything in it stands, so that messages can say so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from hanabi_arena.errors import ConfigError

Where = tuple[str | int, ...]
"""The way to a value: keys of mappings and places in lists."""

DEEPEST = 20
MOST_VALUES = 100_000


class _Loader(yaml.SafeLoader):
    """Reads what looks like a date as the text that it is."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if not tag.endswith(":timestamp")]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class Document:
    """A parsed YAML file: its value, and the line of each of its parts."""

    def __init__(self, path: Path, value: Any, lines: Mapping[Where, int]) -> None:
        self.path = path
        self.value = value
        self._lines = lines

    @classmethod
    def read(cls, path: Path) -> Document:
        """Read a file. Raises ConfigError if it is missing, no YAML, or has a key twice."""
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise ConfigError(f"{path}: no such file") from None
        except UnicodeDecodeError as error:
            raise ConfigError(
                f"{path}: cannot be read: it is no text in UTF-8, from byte {error.start} on"
            ) from None
        except OSError as error:
            raise ConfigError(f"{path}: cannot be read: {error}") from None
        document = cls(path, None, {})
        try:
            node = yaml.compose(text, Loader=_Loader)
            # Aliases can multiply a few lines into more than fits into memory; count first.
            if node is not None:
                document._lines = document._walk(node)
            document.value = yaml.load(text, Loader=_Loader)
        except RecursionError:
            raise ConfigError(
                f"{path}: this is no YAML that can be read: nested too deeply"
            ) from None
        except (yaml.YAMLError, ValueError) as error:
            mark = getattr(error, "problem_mark", None)
            line = f", line {mark.line + 1}" if mark else ""
            problem = getattr(error, "problem", None) or str(error) or type(error).__name__
            problem = " ".join(problem.split())
            raise ConfigError(f"{path}{line}: this is no YAML: {problem}") from None
        return document

    def _walk(self, node: yaml.Node) -> dict[Where, int]:
        lines: dict[Where, int] = {}
        self._note(node, (), lines)
        return lines

    def _note(self, node: yaml.Node, where: Where, lines: dict[Where, int]) -> None:
        line = lines.setdefault(where, node.start_mark.line + 1)
        if len(where) > DEEPEST:
            raise ConfigError(f"{self.path}, line {line}: nested too deeply")
        if len(lines) > MOST_VALUES:
            raise ConfigError(f"{self.path}, line {line}: more than {MOST_VALUES:,} values")
        if isinstance(node, yaml.MappingNode):
            seen: set[str] = set()
            for key, item in node.value:
                name = str(key.value)
                line = key.start_mark.line + 1
                if name in seen:
                    raise ConfigError(f"{self.path}, line {line}: the key {name} stands here twice")
                seen.add(name)
                lines[*where, name] = line
                self._note(item, (*where, name), lines)
        elif isinstance(node, yaml.SequenceNode):
            for place, item in enumerate(node.value):
                self._note(item, (*where, place), lines)

    def line(self, where: Where) -> int:
        """Return the line of a value, or of what it is in."""
        known = where
        while known and known not in self._lines:
            known = known[:-1]
        return self._lines.get(known, 1)

    def error(self, where: Where, text: str) -> ConfigError:
        """Return an error that names the file, the line and the key of a value."""
        known = where
        while known and known not in self._lines:
            known = known[:-1]
        line = self._lines.get(known)
        place = f", line {line}" if line and known else ""
        key = f", {path_text(where)}" if where else ""
        return ConfigError(f"{self.path}{place}{key}: {text}")


def path_text(where: Where) -> str:
    """Return the way to a value as people write it: `bots[1].params`."""
    text = ""
    for step in where:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text
