"""`arena replay continue`: let bots play a game on from any turn."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import BOT_FAILED, print_json, say, split_words
from hanabi_arena.cli.games import Opened, open_game, which_game
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from hanabi_arena.match.play_on import PlayedOn
    from hanabi_arena.match.seats import Seating


@click.command("continue", short_help="Let bots play a game on from any turn.")
@which_game
@click.option(
    "--turn", type=click.IntRange(min=1), required=True, help="The first turn of the bots, from 1."
)
@click.option("--bots", required=True, help="A bot for every seat, or one a seat: A,B,C.")
@click.option("--games", type=click.IntRange(min=1), help="So many games, the deck dealt again.")
@click.option(
    "--seat", type=click.IntRange(min=0), help="With --games: this seat's own hand is dealt again."
)
@click.option("--seed", default="1", help="Decides how it is dealt again, and chance; 1.")
@click.option(
    "--plugins",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Look for bots in this folder, too.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["summary", "json", "arena", "hanab.live"]),
    default="summary",
    help="What is printed: a summary, the same as JSON, or the games.",
)
def continue_(
    source: str,
    line_up: str | None,
    variant: str | None,
    players: int | None,
    game: int | None,
    turn: int,
    bots: str,
    games: int | None,
    seat: int | None,
    seed: str,
    plugins: tuple[Path, ...],
    form: str,
) -> None:
    """What would a bot have scored from here? Play a game of a run, a file or a link on by bots.

    The bots see the turns before as they were. Without --games the deck is as it was; with it the
    cards that are still in the deck are dealt again for each game: those that nobody has seen; with
    --seat those that this seat has not seen, its own hand as far as the clues leave it open.
    """
    from hanabi_arena.match.play_on import play_on

    opened = open_game(source, line_up, variant, players, game)
    names = _names(bots, opened.record.players)
    seating = _seating(opened, names, seed, plugins)
    if seat is not None and (games is None or seat >= opened.record.players):
        raise UsageError(
            f"--seat {seat}: it goes with --games, and there are seats 0 to "
            f"{opened.record.players - 1}"
        )
    played = list(play_on(opened.record, turn, seating, names, games, seat))
    if form == "summary":
        unseen = "the rest of the deck" if seat is None else f"what seat {seat} has not seen"
        _summary(opened, turn, names, played, "" if games is None else unseen)
    elif form == "json":
        print_json(_object(opened, turn, names, played))
    else:
        for one in played:
            click.echo(_written(one, form))
    faults = [one for one in played if one.fault]
    for one in faults[:3]:
        say(f"fault of {names[one.record.fault_seat or 0]} in game {one.record.game}: {one.fault}")
    if faults:
        raise SystemExit(BOT_FAILED)


def _names(text: str, players: int) -> tuple[str, ...]:
    names = split_words(text)
    if len(names) == 1:
        return tuple(names * players)
    if len(names) != players:
        raise UsageError(
            f"--bots names {len(names)} bots; the game has {players} seats: one for all, or "
            f"{players} names"
        )
    return tuple(names)


def _seating(
    opened: Opened, names: tuple[str, ...], seed: str, plugins: tuple[Path, ...]
) -> Seating:
    from hanabi_arena.api.registry import Registry
    from hanabi_arena.league.plan import check_params, parse_bot
    from hanabi_arena.match.seats import Seating

    folders = (*plugins, *((Path("bots"),) if Path("bots").is_dir() else ()))
    registry = Registry(tuple(dict.fromkeys(folder.resolve() for folder in folders)))
    rules, players = opened.record.rules, opened.record.players
    bots, params = [], []
    for name in names:
        place, given = parse_bot(name)
        bot = registry.find(place).load()
        check_params(bot, given)
        reason = bot.why_not(rules, players)
        if reason:
            raise UsageError(f"{name} in {rules.name}: {reason}")
        bots.append(bot)
        params.append(given)
    return Seating(rules, tuple(bots), tuple(params), int(seed) if seed.isdecimal() else seed)


def _summary(
    opened: Opened,
    turn: int,
    names: tuple[str, ...],
    played: list[PlayedOn],
    redealt: str,
) -> None:
    before = opened.outcome
    title = f"{opened.title} · from turn {turn} on · {', '.join(dict.fromkeys(names))}"
    click.echo(title)
    click.echo(f"as it was   {_score(before.score_zero, before.score_kept)}   {before.end}")
    if not redealt:
        outcome = played[0].outcome
        told = f"{outcome.end} after {outcome.turns} turns"
        click.echo(f"played on   {_score(outcome.score_zero, outcome.score_kept)}   {told}")
        return
    zero = [one.outcome.score_zero for one in played]
    kept = [one.outcome.score_kept for one in played]
    top = opened.record.rules.max_score
    click.echo(
        f"played on   {_mean(zero)} (third strike zero), {_mean(kept)} (points kept)   "
        f"mean of {len(played)} games, {redealt} dealt again"
    )
    perfect = sum(score == top for score in kept) / len(played)
    click.echo(f"scores      {_counts(zero)}   perfect {perfect:.0%}")


def _score(zero: int, kept: int) -> str:
    return f"{zero}" if zero == kept else f"{zero} (third strike zero), {kept} (points kept)"


def _mean(scores: list[int]) -> str:
    from hanabi_arena.stats.intervals import half_width

    mean = statistics.fmean(scores)
    if len(scores) < 2:
        return f"{mean:.2f}"
    error = statistics.stdev(scores) / len(scores) ** 0.5
    return f"{mean:.2f} ±{half_width(error, len(scores)):.2f}"


def _counts(scores: list[int]) -> str:
    return ", ".join(f"{score}: {scores.count(score)}" for score in sorted(set(scores)))


def _object(
    opened: Opened, turn: int, names: tuple[str, ...], played: list[PlayedOn]
) -> dict[str, Any]:
    before = opened.outcome
    return {
        "turn": turn,
        "bots": list(names),
        "as_it_was": {
            "score_zero": before.score_zero,
            "score_kept": before.score_kept,
            "end": before.end,
            "turns": before.turns,
        },
        "mean_zero": statistics.fmean(one.outcome.score_zero for one in played),
        "mean_kept": statistics.fmean(one.outcome.score_kept for one in played),
        "games": [
            {
                "game": one.record.game,
                "score_zero": one.outcome.score_zero,
                "score_kept": one.outcome.score_kept,
                "end": one.outcome.end,
                "turns": one.outcome.turns,
                "fault": one.fault,
            }
            for one in played
        ],
    }


def _written(one: PlayedOn, form: str) -> str:
    from hanabi_arena.interop.arena_format import write_game
    from hanabi_arena.interop.hanab_live.export import live_game
    from hanabi_arena.interop.hanab_live.game import write_live

    return write_game(one.record) if form == "arena" else write_live(live_game(one.record))
