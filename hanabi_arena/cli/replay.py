"""`arena replay`: look at games, recorded ones and others, check them, play them on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import Tour
from hanabi_arena.cli.games import Opened, open_game, which_game
from hanabi_arena.cli.replay_check import check
from hanabi_arena.cli.replay_continue import continue_
from hanabi_arena.cli.replay_export import export, link
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.group(cls=Tour, short_help="Step through games, check, export, link, continue them.")
def replay() -> None:
    """Look at games: recorded ones, games of hanab.live, share links."""


@replay.command(short_help="Step through a game.")
@which_game
@click.option("--turn", type=click.IntRange(min=1), help="Show this turn only, from 1.")
@click.option("--seat", type=click.IntRange(min=0), help="Show what this seat sees.")
@click.option("--all", "everything", is_flag=True, help="Print the table before every turn.")
@click.option("--side-by-side", is_flag=True, help="Show another line-up's game of this deal too.")
def show(
    source: str,
    line_up: str | None,
    variant: str | None,
    players: int | None,
    game: int | None,
    turn: int | None,
    seat: int | None,
    everything: bool,
    side_by_side: bool,
) -> None:
    """Step through a game of the run in the folder RUN, of a FILE, or of a share LINK.

    On a terminal: Enter goes on, b back, a number to that turn, q ends. In a pipe the whole game is
    printed, a line a turn. With --side-by-side it is printed beside that of the run's next line-up.
    """
    from hanabi_arena.match.transcript import transcript

    opened = open_game(source, line_up, variant, players, game)
    record = opened.record
    if side_by_side:
        if turn is not None or seat is not None or everything:
            raise UsageError(
                "--side-by-side shows whole games; it goes without --turn, --seat, --all"
            )
        click.echo(_beside_another(opened, source), nl=False)
        return
    if seat is not None and seat >= record.players:
        raise UsageError(f"--seat {seat}: there are seats 0 to {record.players - 1}")
    pages = list(_pages(opened, seat))
    if turn is not None:
        if turn > len(pages):
            raise UsageError(f"--turn {turn}: the game has {len(pages) - 1} turns, then its end")
        click.echo(pages[turn - 1])
    elif everything or (seat is not None and not sys.stdout.isatty()):
        click.echo("\n\n".join(pages))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(pages, min((opened.turn or 1) - 1, len(pages) - 1))
    else:
        click.echo(transcript(record), nl=False)
        for remark in _remarks(opened):
            click.echo(remark, err=True)


def _beside_another(opened: Opened, source: str) -> str:
    """Return a run's game beside that of its next line-up in the same deal."""
    from hanabi_arena.match.beside import beside

    record, run = opened.record, opened.run
    if run is None:
        raise UsageError(f"--side-by-side needs the folder of a run; {source} holds no other game")
    cell = (record.line_up, record.rules.name, record.players)
    others = [one for one in run.cells if one[1:] == cell[1:] and one != cell]
    if not others:
        raise UsageError(f"{source}: only {cell[0]} played these deals; nothing to show beside it")
    return beside(record, run.game(others[0], record.game))


def _pages(opened: Opened, seat: int | None) -> Iterator[str]:
    """Yield the table before each turn with the action that follows, and the table at the end."""
    from hanabi_arena.match.position import position_text
    from hanabi_arena.match.transcript import action_text, result_text

    record, names = opened.record, opened.names
    game = record.replay()
    for number, code in enumerate(record.actions):
        before = position_text(game.table, record.rules, names, seat=seat)
        mover = int(game.table.seat)
        (step,) = game.steps([code])
        words = action_text(record.rules, step.turn.action)
        result = result_text(record.rules, step)
        yield (
            f"{opened.title} · turn {number + 1} of {len(record.actions)}\n{before}"
            f"{names[mover]} (seat {mover}): {words}{result and f' → {result}'}"
        )
    outcome = game.outcome(record.fault_seat)
    final = position_text(game.table, record.rules, names, seat=seat)
    lines = [
        f"end: {outcome.end} · score {outcome.score_zero} (third strike zero), "
        f"{outcome.score_kept} (points kept)",
        *_remarks(opened),
    ]
    yield f"{opened.title} · after {len(record.actions)} turns\n{final}" + "\n".join(lines)


def _remarks(opened: Opened) -> Iterator[str]:
    if opened.illegal:
        one = opened.illegal
        yield f"illegal in turn {one.turn}: {one.action}: {one.rule}"
    for remark in opened.remarks:
        yield f"note: {remark}"


def _step_through(pages: list[str], at: int = 0) -> None:
    while True:
        click.clear()
        click.echo(pages[at])
        last = at == len(pages) - 1
        hint = "b back, number, q quit" if last else "Enter next, b back, number, q quit"
        answer: Any = click.prompt(f"\n[{hint}]", default="", show_default=False, prompt_suffix=" ")
        word = answer.strip().lower()
        if word in ("q", "quit"):
            return
        if word in ("b", "back"):
            at = max(0, at - 1)
        elif word.isdecimal():
            at = min(max(int(word) - 1, 0), len(pages) - 1)
        elif last:
            return
        else:
            at += 1


for command in (check, export, link, continue_):
    replay.add_command(command)
