"""Rules for discards: the chop and nothing else, and not right after its twin."""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.conventions.conformity.clues import bad_touches
from hanabi_arena.conventions.conformity.game import (
    Clue,
    Game,
    Moment,
    chop_of,
    chops_of,
    is_loaded,
    possible_clues,
)
from hanabi_arena.conventions.conformity.meanings import is_pressed, is_save, makes_playable
from hanabi_arena.conventions.conformity.position import Position
from hanabi_arena.conventions.conformity.rule import Case, Rule


def judge_chop_order(game: Game) -> Iterator[Case]:
    """Judge discards of cards that are not known to be of no use."""
    for moment in game.moments:
        now, seat = moment.now, moment.seat
        if not moment.discards or now.last_round:
            continue
        if chop_of(now, seat, moment.called | moment.moved) < 0:
            continue  # a hand that is locked, or may be, has to part with something
        chops = chops_of(now, seat, moment.called, moment.moved)
        trash = not now.view(seat, moment.slot) & ~now.dead
        useless = now.clued[seat][moment.slot] and now.is_useless(seat, moment.slot)
        if trash or useless:
            continue
        kept = moment.slot in chops
        chop = chop_of(now, seat, moment.called)
        note = f"discarded {game.name(moment.card)} from slot {moment.slot}, the chop was {chop}"
        yield Case(moment.turn, seat, kept, note, 1.0 + bool(now.clued[seat][moment.slot]))


def judge_double_discard(game: Game) -> Iterator[Case]:
    """Judge who acts after a discard that has left a last copy somewhere."""
    for moment in game.moments[1:]:
        before = game.moments[moment.turn - 1]
        now, seat = moment.now, moment.seat
        if not before.discards or before.now.clued[before.seat][before.slot] or now.tokens < 1:
            continue
        if is_pressed(moment) or now.players < 3 or not now.critical >> before.card & 1:
            continue
        chop = chop_of(now, seat, moment.called)
        if chop < 0 or not now.view(seat, chop) >> before.card & 1:
            continue
        if now.order[seat][chop] in moment.moved:
            continue  # who knows which card is its chop
        if any(
            now.clued[seat][slot] and now.view(seat, slot) >> before.card & 1
            for slot in range(len(now.hands[seat]))
        ):
            continue  # a clued card of its own may be it
        if not is_loaded(now, seat, moment.called) and not has_harmless_clue(game, moment):
            continue
        kept = not (moment.discards and moment.slot == chop)
        note = f"discarded the chop, which may have been the other {game.name(before.card)}"
        yield Case(moment.turn, seat, kept, note, 1.0 + 4.0 * (moment.card == before.card))


def has_harmless_clue(game: Game, moment: Moment) -> bool:
    """Return whether some clue would do for one who had rather not discard."""
    clues = possible_clues(moment.now, moment.called)
    return any(_is_harmless(game, moment.now, clue) for clue in clues)


def _is_harmless(game: Game, now: Position, clue: Clue) -> bool:
    """Return whether a clue touches nothing bad, and saves, tells of a play, or of new 5s."""
    if not clue.fresh:
        return "tempo-clue" in game.conventions and makes_playable(now, clue)
    if bad_touches(now, clue):
        return False
    told = bool(now.playable >> now.hands[clue.target][clue.focus] & 1)
    fives = clue.is_fives and "five-stall" in game.conventions
    return is_save(now, clue) or told or fives


RULES = (
    Rule(
        "chop-order",
        "receiver",
        "a discard that is not known to be useless comes from the chop",
        ("chop",),
        (),
        judge_chop_order,
    ),
    Rule(
        "double-discard",
        "receiver",
        "with three and more, the chop is kept right after a discard whose last copy it may be",
        ("double-discard-avoidance",),
        (),
        judge_double_discard,
    ),
)
