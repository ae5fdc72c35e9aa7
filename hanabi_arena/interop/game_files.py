"""Find games in what a user names: files, folders, runs, share links.

A file holds one game or a list of games of hanab.live or of our own format, or a game or a link a
line. Games are counted from 0, as the deals of a run are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanabi_arena.errors import ArenaError, UsageError
from hanabi_arena.interop.arena_format import IllegalTurn, read_game
from hanabi_arena.interop.hanab_live.game import read_live
from hanabi_arena.interop.hanab_live.link import is_link, read_link
from hanabi_arena.interop.hanab_live.replayed import Illegal, Replayed, replayed
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.match.transcript import TITLE, parse_transcript

_ENDINGS = (".json", ".jsonl")
"""What is looked for in a folder; a file that is named may be called anything."""


@dataclass(frozen=True)
class FoundGame:
    """A game that was found: the file (or the link) and its number there, and what stands there."""

    source: str
    number: int
    content: Any
    """Decoded JSON, a link, a transcript, a recorded game, or what is wrong with the file."""

    @property
    def where(self) -> str:
        """Where it was found, in words."""
        return f"{self.source}, game {self.number}"

    def replayed(self) -> Replayed:
        """Play the game again. Raises UsageError, which says where, for one that makes no sense."""
        if isinstance(self.content, UsageError):
            raise self.content
        try:
            return self._replayed()
        except (ArenaError, RecursionError) as error:
            raise UsageError(f"{self.where}: {error}") from None

    def _replayed(self) -> Replayed:
        content = self.content
        if isinstance(content, GameRecord):
            return Replayed(content, content.outcome())
        if isinstance(content, str) and content.startswith(TITLE):
            record = parse_transcript(content)
            return Replayed(record, record.outcome())
        if isinstance(content, str):
            return replayed(read_link(content))
        if isinstance(content, dict) and "format" in content:
            return _own(content)
        return replayed(read_live(content))


def _own(content: dict[str, Any]) -> Replayed:
    """Play a game of our own format again."""
    try:
        record = read_game(content)
    except IllegalTurn as error:
        return Replayed(
            error.record, error.record.outcome(), Illegal(error.turn, error.action, error.rule)
        )
    return Replayed(record, record.outcome())


def find_games(names: Sequence[str]) -> Iterator[FoundGame]:
    """Yield the games of files, folders and links; a file that cannot be read stands for a game.

    Raises UsageError for a folder without games.
    """
    for name in names:
        path = Path(name)
        if not name:
            yield FoundGame("", 0, UsageError("an empty name names no file and no link"))
        elif not path.exists() and is_link(name):
            yield FoundGame("link", 0, name)
        elif path.is_dir():
            yield from _in_folder(path)
        else:
            yield from _in_file(path)


def find_game(name: str, number: int = 0) -> FoundGame:
    """Return one game of a file, a folder or a link. Raises UsageError if there is no such game."""
    found = list(find_games([name]))
    if number >= len(found):
        raise UsageError(f"{name}: no game {number}; it holds {len(found)}, counted from 0")
    return found[number]


def _in_folder(folder: Path) -> Iterator[FoundGame]:
    if (folder / "run.json").is_file():
        from hanabi_arena.league.games import RecordedRun

        for number, record in enumerate(RecordedRun.open(folder).sample(None)):
            yield FoundGame(str(folder), number, record)
        return
    files = sorted(path for path in folder.rglob("*") if path.suffix in _ENDINGS)
    if not files:
        raise UsageError(
            f"{folder}: no run here (run.json is missing), and no games ({', '.join(_ENDINGS)})"
        )
    for path in files:
        yield from _in_file(path)


def _in_file(path: Path) -> Iterator[FoundGame]:
    try:
        games = list(_games_of(path, _text_of(path)))
        if not games:
            raise UsageError(f"{path}: it holds no game")
    except UsageError as error:
        games = [error]
    for number, content in enumerate(games):
        yield FoundGame(str(path), number, content)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(
            f"{path}: no such file, no run here (run.json is missing), and no share link"
        ) from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: no text in UTF-8") from None


def _games_of(path: Path, text: str) -> Iterator[Any]:
    """Yield what stands for each game of a file."""
    if text.startswith(TITLE):
        yield text
        return
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) < 2 and not (lines and is_link(lines[0][1])):
            raise UsageError(f"{path}: no JSON: {error}") from None
        for number, line in lines:
            yield _line(path, number, line)
    except RecursionError:
        raise UsageError(f"{path}: JSON that is nested too deep") from None
    else:
        yield from value if isinstance(value, list) else [value]


def _line(path: Path, number: int, line: str) -> Any:
    if is_link(line):
        return re.sub(r"\s+", "", line)
    try:
        return json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UsageError(f"{path}, line {number}: no JSON and no share link: {error}") from None
