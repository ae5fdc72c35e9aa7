"""`arena run … --game I`: play one game here, so that its author sees what a bot does in it."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import BOT_FAILED, say
from hanabi_arena.errors import UnknownName, UsageError

if TYPE_CHECKING:
    from hanabi_arena.league.plan import Cell, Plan


def play_one(plan: Plan, options: dict[str, Any]) -> None:
    """Play one game in this process; what bots print is shown, a fault with its traceback."""
    from hanabi_arena.engine.kernel import PLAIN
    from hanabi_arena.match.mixed import Limits
    from hanabi_arena.match.play import Player
    from hanabi_arena.match.replay import GameRecord, deal_deck
    from hanabi_arena.match.seats import Seating
    from hanabi_arena.match.transcript import transcript

    cell = _cell(plan, options)
    game = options["game"]
    names = cell.line_up.seating(cell.players, game)
    seating = Seating(
        cell.rules,
        tuple(plan.entries[name].bot for name in names),
        tuple(plan.entries[name].params for name in names),
        plan.league.seed,
    )
    say(f"{cell.line_up.name} · {cell.rules.name} · {cell.players} players · game {game}")
    player = Player(seating, limits=Limits(1e9, 1e9, output_bytes=-1))
    games = player.play(game, 1)
    seat = int(games.results["fault_seat"][0])
    record = GameRecord(
        cell.rules,
        cell.players,
        deal_deck(cell.rules, cell.players, plan.league.seed, game),
        tuple(games.actions.tolist()),
        names,
        cell.line_up.name,
        game,
        seat if seat >= 0 else None,
    )
    click.echo(transcript(record))
    if games.faults:
        cause = player.mixed.cause if player.mixed else player.work.cause
        if cause is not None:
            say("".join(traceback.format_exception(cause)).rstrip())
        if cause is not None and seating.compiled and not PLAIN:
            say("compiled code has no lines; the same with NUMBA_DISABLE_JIT=1 shows where it is")
        say(f"fault of {names[seat]}: {games.faults[game]}")
        raise SystemExit(BOT_FAILED)


def _cell(plan: Plan, options: dict[str, Any]) -> Cell:
    names = [line_up.name for line_up in plan.line_ups]
    wanted = options["line_up"] or names[0]
    if wanted not in names:
        raise UnknownName("line-up", wanted, names, f"there are {', '.join(names)}")
    variants = [rules.name for rules in plan.variants]
    variant = options["variant"] or variants[0]
    if variant not in variants:
        raise UnknownName("variant here", variant, variants, f"there are {', '.join(variants)}")
    cells = [
        cell
        for cell in plan.cells
        if cell.line_up.name == wanted
        and cell.rules.name == variant
        and (not options["players"] or str(cell.players) == options["players"])
    ]
    if not cells:
        raise UsageError(f"{wanted} does not play {variant} at {options['players']} players here")
    return cells[0]
