"""Where finished games come from: a run's folder, or whatever else holds games."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hanabi_arena.errors import UsageError
from hanabi_arena.interop.game_files import FoundGame, find_games
from hanabi_arena.interop.hanab_live.game import NAMES
from hanabi_arena.league.games import RecordedRun
from hanabi_arena.match.replay import GameRecord


@dataclass(frozen=True, slots=True)
class Source:
    """A finished game, and the command that shows it."""

    record: GameRecord
    command: str


def from_run(
    folder: Path,
    line_up: str | None = None,
    variant: str | None = None,
    players: int | None = None,
    games: int | None = None,
) -> Iterator[Source]:
    """Yield the games of a run, of all its cells that fit; the first so many of each cell.

    Raises RunError, and UsageError where nothing fits.
    """
    run = RecordedRun.open(folder)
    run.find_cell(line_up, variant, players)  # says what is wrong
    for cell in run.played:
        if line_up in (None, cell[0]) and variant in (None, cell[1]) and players in (None, cell[2]):
            frame = run.frame([cell]).sort_values("game", kind="stable")
            for record in run.records(frame if games is None else frame.head(games)):
                words = ["arena", "replay", "show", folder.as_posix(), "--line-up", cell[0]]
                words += ["--variant", cell[1], "--players", str(cell[2])]
                yield Source(record, shlex.join([*words, "--game", str(record.game)]))


def from_games(name: str, note: Callable[[str], None]) -> Iterator[Source]:
    """Yield the games of a file, a folder of files or a link, of hanab.live or in our own format.

    A game that makes no sense, or breaks the rules, is left out, and `note` is told where and why.
    Raises UsageError where no game is left.
    """
    problems = []
    some = False
    for found in find_games([name]):
        try:
            record = _legal(found)
        except UsageError as error:
            problems.append(str(error))
            continue
        some = True
        words = ["arena", "replay", "show"]
        words += [found.source, "--game", str(found.number)] if Path(name).exists() else [name]
        yield Source(record, shlex.join(words))
    if not some:
        more = f" (and {len(problems) - 1} more games that are wrong)" if problems[1:] else ""
        raise UsageError(problems[0] + more)
    for problem in problems:
        note(f"left out: {problem}")


def _legal(found: FoundGame) -> GameRecord:
    """Return the record of a game. Raises UsageError for one that breaks the rules."""
    played = found.replayed()
    if played.illegal:
        one = played.illegal
        raise UsageError(f"{found.where}: illegal in turn {one.turn}: {one.action}: {one.rule}")
    record = played.record
    # Stand-ins for names that a file does not tell are not the same people from game to game.
    unnamed = record.bots == NAMES[: record.players]
    return replace(record, bots=()) if unnamed else record
