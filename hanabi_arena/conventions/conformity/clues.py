"""Rules for clues: what they touch, and what they promise."""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.conventions.conformity.game import Clue, Game, Moment
from hanabi_arena.conventions.conformity.meanings import (
    after_clue,
    is_five_chop_move,
    is_five_stall,
    is_fix,
    is_pressed,
    is_productive,
    makes_playable,
    may_be_bluff,
    may_be_on_chop,
    may_stall,
    tells_of_old,
)
from hanabi_arena.conventions.conformity.position import Position
from hanabi_arena.conventions.conformity.rule import Case, Rule


def bad_touches(now: Position, clue: Clue) -> list[int]:
    """Return the newly touched cards that are useless, or twins, and that do not show as such."""
    bad = []
    seen: set[int] = set()
    for slot in clue.fresh:
        card = now.hands[clue.target][slot]
        twin = card in seen
        for seat, hand in enumerate(now.hands):
            if seat == clue.giver:
                continue  # it does not see its own hand
            twin |= any(
                other == card and now.clued[seat][place] and (seat, place) != (clue.target, slot)
                for place, other in enumerate(hand)
            )
        seen.add(card)
        after = after_clue(now, clue, slot)
        if (now.dead >> card & 1 or twin) and after & ~now.dead:
            bad.append(slot)
    return bad


def _has_other_merits(moment: Moment, clue: Clue, bad: list[int]) -> bool:
    """Return whether it is a matter of taste to touch bad cards as well.

    The clue speaks of a good card, touches as many good ones, or tells of an old one that it held.
    """
    now = moment.now
    if (is_productive(moment) and clue.focus not in bad) or 2 * len(bad) <= len(clue.fresh):
        return True
    return tells_of_old(now, clue)


def judge_good_touch(game: Game) -> Iterator[Case]:
    """Judge every clue on new cards that was not the only thing left to do."""
    for moment, clue in game.clues():
        now = moment.now
        if not clue.fresh or is_pressed(moment):
            continue
        bad = bad_touches(now, clue)
        if bad and _has_other_merits(moment, clue, bad):
            continue
        names = ", ".join(game.name(now.hands[clue.target][slot]) for slot in bad)
        yield Case(moment.turn, moment.seat, not bad, f"touched {names}", len(bad))


def judge_minimum_value(game: Game) -> Iterator[Case]:
    """Judge every clue of a giver that could as well have discarded."""
    for moment, clue in game.clues():
        now = moment.now
        if is_pressed(moment) or is_fix(now, clue):
            continue
        if not clue.fresh and "tempo-clue" in game.conventions and makes_playable(now, clue):
            continue
        yield Case(moment.turn, moment.seat, bool(clue.fresh), "touched nothing new", 1.0)


def judge_false_play(game: Game) -> Iterator[Case]:
    """Judge every clue on new cards that nobody can take for a save, a stall or a fix."""
    for moment, clue in game.clues():
        now = moment.now
        if not clue.fresh or may_be_on_chop(moment, clue) or is_pressed(moment):
            continue
        if is_five_stall(game, moment, clue) or is_five_chop_move(game, moment, clue):
            continue
        if may_be_bluff(game, moment, clue):
            continue
        if is_fix(now, clue):
            continue
        if not after_clue(now, clue, clue.focus) & now.playable:
            continue  # nobody will play it yet
        card = now.hands[clue.target][clue.focus]
        useless = bool(now.dead >> card & 1)
        kept = (clue.connected and not useless) or makes_playable(now, clue)
        what = "is of no use" if useless else "cannot be played soon"
        yield Case(moment.turn, moment.seat, kept, f"{game.name(card)} {what}", len(clue.missing))


def judge_stall_season(game: Game) -> Iterator[Case]:
    """Judge every clue of new 5s off the chop."""
    for moment, clue in game.clues():
        now = moment.now
        if not clue.fresh or not clue.is_fives:
            continue
        if may_be_on_chop(moment, clue) or is_five_chop_move(game, moment, clue):
            continue
        if may_be_bluff(game, moment, clue):
            continue
        kept = may_stall(game, moment) or is_pressed(moment) or clue.connected
        kept = kept or makes_playable(now, clue) or is_fix(now, clue) or tells_of_old(now, clue)
        yield Case(moment.turn, moment.seat, kept, "5s off the chop, the early game over", 1.0)


RULES = (
    Rule(
        "good-touch",
        "giver",
        "a clue touches no new card that is useless or a touched card's twin",
        ("good-touch",),
        (),
        judge_good_touch,
    ),
    Rule(
        "minimum-value",
        "giver",
        "a clue touches a new card, unless it puts something right",
        ("minimum-value",),
        ("tempo-chop-move", "stall-severity"),
        judge_minimum_value,
    ),
    Rule(
        "false-play",
        "giver",
        "the focus of a play clue can be played once clued and called cards are",
        ("play-clue", "focus", "finesse"),
        (),
        judge_false_play,
    ),
    Rule(
        "stall-season",
        "giver",
        "5s off the chop are clued in the early game, or where they can be played",
        ("five-stall",),
        (),
        judge_stall_season,
    ),
)
