"""`arena new`: write a bot to start from, with its test."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from pathlib import Path

import click

from hanabi_arena.errors import UsageError

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")


@click.command(short_help="Write a bot that plays, and its test.")
@click.argument("name")
@click.option("--compiled", is_flag=True, help="Write it as kernels, for speed.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path(), help="Where; here.")
def new(name: str, compiled: bool, folder: Path) -> None:
    """Write bots/NAME.py, a bot that plays, and tests/test_NAME.py, its test."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} is no name for a bot: lower-case letters and digits, words joined by hyphens"
        )
    module = name.replace("-", "_")
    if keyword.iskeyword(module):
        module += "_bot"
    words = {
        "NAME": name.replace("_", "-"),
        "MODULE": module,
        "CLASS": "".join(word.capitalize() for word in re.split("[-_]", name)),
    }
    template = "compiled.py.txt" if compiled else "python.py.txt"
    made = {
        folder / "bots" / f"{module}.py": _fill(template, words),
        folder / "tests" / f"test_{module}.py": _fill("test.py.txt", words),
    }
    for path in made:
        if path.exists():
            raise UsageError(f"{path} exists; choose another name, or remove it")
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    bot, test = made
    click.echo(f"wrote {bot}   a bot that plays, with comments")
    click.echo(f"wrote {test}   its test; run it with pytest")
    click.echo(f"next: arena run --bots {words['NAME']},simple --players 2,3 --games 500")


def _fill(template: str, words: dict[str, str]) -> str:
    text = files("hanabi_arena.cli").joinpath("templates", template).read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text
