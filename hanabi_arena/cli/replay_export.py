"""`arena replay export` and `arena replay link`: take games elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import say
from hanabi_arena.cli.games import Opened, is_run, open_game, which_game
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_arena.interop.hanab_live.game import LiveGame
    from hanabi_arena.match.replay import GameRecord


@click.command(short_help="Print games for other programs.")
@which_game
@click.option("--sample", type=click.IntRange(min=1), help="So many games at random, not all.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["arena", "hanab.live"]),
    help="How they are written: with --game hanab.live, else arena.",
)
def export(
    source: str,
    line_up: str | None,
    variant: str | None,
    players: int | None,
    game: int | None,
    sample: int | None,
    form: str | None,
) -> None:
    """Print games as JSON lines, a complete game each; one game for hanab.live, or all for us.

    Of the run in the folder RUN, of a FILE, or of a share LINK. docs/game-format.md describes our
    own format well enough for any other engine to replay it.
    """
    form = form or ("arena" if game is None else "hanab.live")
    if game is None and (line_up or variant or players):
        raise UsageError("--line-up, --variant and --players say where --game is to be found")
    if game is not None:
        games = iter([open_game(source, line_up, variant, players, game)])
    else:
        games = _all(source, sample)
    for opened in games:
        click.echo(_written(opened, form))


def _all(source: str, sample: int | None) -> Iterator[Opened]:
    if is_run(source):
        from hanabi_arena.league.games import RecordedRun
        from hanabi_arena.match.site_seeds import site_seed

        run = RecordedRun.open(Path(source))
        site = site_seed(run.manifest["seed"])
        for record in run.sample(sample):
            seed = site.of_game(record.players, record.game) if site else ""
            yield Opened("", record, seed, run=run)
        return
    from hanabi_arena.interop.game_files import find_games

    if sample:
        raise UsageError("--sample is for the folder of a run")
    for found in find_games([source]):
        played = found.replayed()
        yield Opened(
            found.where, played.record, played.seed, played.illegal, given_up=played.given_up
        )


def _written(opened: Opened, form: str) -> str:
    from hanabi_arena.interop.arena_format import write_game
    from hanabi_arena.interop.hanab_live.game import write_live

    if opened.illegal:
        one = opened.illegal
        raise UsageError(f"{opened.title}: turn {one.turn}, {one.action}: {one.rule}")
    if form == "arena":
        return write_game(opened.record)
    return write_live(_live(opened))


def _live(opened: Opened) -> LiveGame:
    from hanabi_arena.interop.hanab_live.export import live_game

    return live_game(opened.record, opened.seed, _notes(opened), opened.given_up)


def _notes(opened: Opened) -> tuple[tuple[str, ...], ...]:
    """Return the notes of the bots that played, if they show what they believe."""
    if opened.run is None:
        return ()
    from hanabi_arena.api.registry import load_place
    from hanabi_arena.errors import ArenaError
    from hanabi_arena.interop.hanab_live.notes import bot_notes

    known = opened.run.manifest["bots"]
    entries: list[dict[str, Any]] = [known[name] for name in opened.record.bots]
    try:
        bots = [load_place(entry["place"]) for entry in entries]
        params = [entry["params"] for entry in entries]
        return bot_notes(opened.record, bots, params, opened.run.manifest["seed"])
    except ArenaError as error:
        say(f"no notes: {error}")
        return ()


@click.command(short_help="Print a hanab.live link to a game.")
@which_game
@click.option("--turn", type=click.IntRange(min=1), help="The turn to show first, from 1.")
def link(
    source: str,
    line_up: str | None,
    variant: str | None,
    players: int | None,
    game: int | None,
    turn: int | None,
) -> None:
    """Print the link under which hanab.live shows a game, of the run in the folder RUN or a FILE.

    A link holds the deck, the actions and the variant: no names, no notes, no options.
    """
    from hanabi_arena.interop.hanab_live.export import live_game
    from hanabi_arena.interop.hanab_live.link import write_link

    opened = open_game(source, line_up, variant, players, game)
    if turn is not None and turn > len(opened.record.actions) + 1:
        raise UsageError(f"--turn {turn}: the game has {len(opened.record.actions)} turns")
    record: GameRecord = opened.record
    click.echo(write_link(live_game(record), turn))
