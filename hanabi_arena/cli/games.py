"""What the `arena replay` verbs share: one game of a run, a file or a link."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hanabi_arena.interop.hanab_live.game import LiveAction
    from hanabi_arena.interop.hanab_live.replayed import Illegal
    from hanabi_arena.league.games import RecordedRun
    from hanabi_arena.match.replay import GameRecord, Outcome


@dataclass(frozen=True)
class Opened:
    """A game: its title, its record, and what else is known of it."""

    title: str
    record: GameRecord
    seed: str = ""
    """The site's seed that deals the deck."""
    illegal: Illegal | None = None
    remarks: tuple[str, ...] = ()
    turn: int | None = None
    """The turn that a link points at."""
    run: RecordedRun | None = None
    given_up: LiveAction | None = None
    """How hanab.live noted that the game was not played to its end."""
    told: Outcome | None = None
    """How it ended where that is not what its actions say: given up, it is worth nothing."""

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        return self.told or self.record.outcome()

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, in words."""
        from hanabi_arena.interop.hanab_live.game import NAMES

        return self.record.bots or NAMES[: self.record.players]


def which_game(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument and the options that say which game is meant."""
    for decorate in (
        click.option(
            "--game", type=click.IntRange(min=0), help="The game's number, from 0; the first one."
        ),
        click.option("--players", type=int, help="In a run: the player count; the first one."),
        click.option("--variant", help="In a run: the variant; the first one."),
        click.option("--line-up", help="In a run: the line-up; the first one."),
        click.argument("source", metavar="RUN|FILE|LINK"),
    ):
        command = decorate(command)
    return command


def open_game(
    source: str, line_up: str | None, variant: str | None, players: int | None, game: int | None
) -> Opened:
    """Return the game that is meant. Raises UsageError if there is none."""
    if is_run(source):
        from hanabi_arena.league.games import RecordedRun
        from hanabi_arena.match.site_seeds import site_seed

        run = RecordedRun.open(Path(source))
        record = run.game(run.find_cell(line_up, variant, players), game or 0)
        seed = site_seed(run.manifest["seed"])
        return Opened(
            f"{record.line_up} · {record.rules.name} · game {record.game}",
            record,
            seed.of_game(record.players, record.game) if seed else "",
            run=run,
        )
    from hanabi_arena.interop.game_files import find_game
    from hanabi_arena.interop.hanab_live.link import is_link, turn_of_link

    if line_up or variant or players:
        raise UsageError("--line-up, --variant and --players are for the folder of a run")
    found = find_game(source, game or 0)
    played = found.replayed()
    return Opened(
        f"{found.where} · {played.record.rules.name}",
        played.record,
        played.seed,
        played.illegal,
        played.notes,
        turn_of_link(found.content)
        if isinstance(found.content, str) and is_link(found.content)
        else None,
        given_up=played.given_up,
        told=played.outcome,
    )


def is_run(source: str) -> bool:
    """Return whether a source is the folder of a run, or nothing else that it could be."""
    return (Path(source) / "run.json").is_file()
