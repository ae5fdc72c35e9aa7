"""`arena replay`: look at recorded games, and take them elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import Tour
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from hanabi_arena.match.replay import GameRecord


@click.group(cls=Tour, short_help="Step through recorded games, export them.")
def replay() -> None:
    """Look at recorded games: step through one, or export them."""


@replay.command(short_help="Step through a game.")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--line-up", help="The line-up; the run's first one.")
@click.option("--variant", help="The variant; the run's first one.")
@click.option("--players", type=int, help="The player count; the run's first one.")
@click.option("--game", type=click.IntRange(min=0), default=0, help="The game's number; 0.")
@click.option("--turn", type=click.IntRange(min=1), help="Show this turn only, from 1.")
@click.option("--seat", type=click.IntRange(min=0), help="Show what this seat sees.")
@click.option("--all", "everything", is_flag=True, help="Print the table before every turn.")
@click.option("--side-by-side", is_flag=True, help="Show another line-up's game of this deal too.")
def show(
    run: Path,
    line_up: str | None,
    variant: str | None,
    players: int | None,
    game: int,
    turn: int | None,
    seat: int | None,
    everything: bool,
    side_by_side: bool,
) -> None:
    """Step through a game of the run in the folder RUN.

    On a terminal: Enter goes on, b back, a number to that turn, q ends. In a pipe the whole game is
    printed, a line a turn. With --side-by-side it is printed beside that of the run's next line-up.
    """
    from hanabi_arena.league.games import RecordedRun
    from hanabi_arena.match.transcript import transcript

    opened = RecordedRun.open(run)
    cell = opened.find_cell(line_up, variant, players)
    record = opened.game(cell, game)
    if side_by_side:
        from hanabi_arena.match.beside import beside

        if turn is not None or seat is not None or everything:
            raise UsageError(
                "--side-by-side shows whole games; it goes without --turn, --seat, --all"
            )
        others = [one for one in opened.cells if one[1:] == cell[1:] and one != cell]
        if not others:
            raise UsageError(f"{run}: only {cell[0]} played these deals; nothing to show beside it")
        click.echo(beside(record, opened.game(others[0], game)), nl=False)
        return
    if seat is not None and seat >= record.players:
        raise UsageError(f"--seat {seat}: there are seats 0 to {record.players - 1}")
    pages = list(_pages(record, seat))
    if turn is not None:
        if turn > len(pages):
            raise UsageError(f"--turn {turn}: the game has {len(pages) - 1} turns, then its end")
        click.echo(pages[turn - 1])
    elif everything or (seat is not None and not sys.stdout.isatty()):
        click.echo("\n\n".join(pages))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(pages)
    else:
        click.echo(transcript(record), nl=False)


def _pages(record: GameRecord, seat: int | None) -> Any:
    """Yield the table before each turn with the action that follows, and the table at the end."""
    from hanabi_arena.match.position import position_text
    from hanabi_arena.match.transcript import action_text, result_text

    game = record.replay()
    names = record.bots
    title = f"{record.line_up} · {record.rules.name} · game {record.game}"
    for number, code in enumerate(record.actions):
        before = position_text(game.table, record.rules, names, seat=seat)
        mover = int(game.table.seat)
        (step,) = game.steps([code])
        words = action_text(record.rules, step.turn.action)
        result = result_text(record.rules, step)
        yield (
            f"{title} · turn {number + 1} of {len(record.actions)}\n{before}"
            f"{names[mover]} (seat {mover}): {words}{result and f' → {result}'}"
        )
    outcome = game.outcome(record.fault_seat)
    final = position_text(game.table, record.rules, names, seat=seat)
    yield (
        f"{title} · after {len(record.actions)} turns\n{final}"
        f"end: {outcome.end} · score {outcome.score_zero} (third strike zero), "
        f"{outcome.score_kept} (points kept)"
    )


def _step_through(pages: list[str]) -> None:
    at = 0
    while True:
        click.clear()
        click.echo(pages[at])
        last = at == len(pages) - 1
        hint = "b back, number, q quit" if last else "Enter next, b back, number, q quit"
        answer = click.prompt(f"\n[{hint}]", default="", show_default=False, prompt_suffix=" ")
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


@replay.command(short_help="Print games for other programs.")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--sample", type=click.IntRange(min=1), help="So many games at random, not all.")
@click.option(
    "--format", "form", type=click.Choice(["arena"]), default="arena", help="How they are written."
)
@click.option("--line-up", help="With --game: the line-up.")
@click.option("--variant", help="With --game: the variant.")
@click.option("--players", type=int, help="With --game: the player count.")
@click.option("--game", type=click.IntRange(min=0), help="This game only.")
def export(
    run: Path,
    sample: int | None,
    form: str,
    line_up: str | None,
    variant: str | None,
    players: int | None,
    game: int | None,
) -> None:
    """Print the games of the run in the folder RUN as JSON lines, a complete game each.

    docs/game-format.md describes them well enough for any other engine to replay them.
    """
    from hanabi_arena.interop.arena_format import write_game
    from hanabi_arena.league.games import RecordedRun

    opened = RecordedRun.open(run)
    if game is None and (line_up or variant or players):
        raise UsageError("--line-up, --variant and --players say where --game is to be found")
    if game is not None:
        games = iter([opened.game(opened.find_cell(line_up, variant, players), game)])
    else:
        games = opened.sample(sample)
    for record in games:
        click.echo(write_game(record))
