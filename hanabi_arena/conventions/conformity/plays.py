"""Rules for plays: who is told of a playable card plays it, and several 1s in their order."""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.conventions.conformity.game import (
    Clue,
    Game,
    Moment,
    chops_of,
    finesse_position,
)
from hanabi_arena.conventions.conformity.meanings import (
    is_five_stall,
    is_pressed,
    may_be_on_chop,
)
from hanabi_arena.conventions.conformity.position import ONES
from hanabi_arena.conventions.conformity.rule import Case, Rule


def judge_play_ignored(game: Game) -> Iterator[Case]:
    """Judge every turn of a player that knows a card to be playable, or was just told of one."""
    for moment in game.moments:
        if moment.now.pace < moment.now.players or moment.clue is not None:
            continue  # near the end a known card can wait; a clue may have been more urgent
        slot = told_play(game, moment)
        if slot >= 0:
            name = game.name(moment.now.hands[moment.seat][slot])
            yield Case(moment.turn, moment.seat, moment.plays, f"discarded, with {name} to play", 1)


def told_play(game: Game, moment: Moment) -> int:
    """Return the slot of a card that the seat on turn should know to be playable; -1 for none."""
    now, seat = moment.now, moment.seat
    for slot in range(len(now.hands[seat])):
        if not now.view(seat, slot) & ~now.playable:
            return slot
    before = game.moments[max(moment.turn - now.players + 1, 0) : moment.turn]
    for earlier in reversed(before):
        clue = earlier.clue
        if clue is None or clue.target != seat:
            continue
        slot = now.slot_of(seat, earlier.now.order[seat][clue.focus])
        return slot if slot >= 0 and is_direct(game, earlier, clue, moment) else -1
    return -1


def is_direct(game: Game, earlier: Moment, clue: Clue, moment: Moment) -> bool:
    """Return whether a clue can only mean that its focus is playable as things are.

    It is on a new card off the chop, no save and no stall, the card is playable, and nobody has a
    playable card, clued or in finesse position, that could stand for a missing one.
    """
    then = earlier.now
    card = then.hands[clue.target][clue.focus]
    if not clue.fresh or may_be_on_chop(earlier, clue):
        return False
    if is_pressed(earlier) or is_five_stall(game, earlier, clue):
        return False
    if not then.playable & moment.now.playable >> card & 1 or then.has_clued_twin(
        clue.target, clue.focus
    ):
        return False
    for seat in range(then.players):
        for slot, other in enumerate(then.hands[seat]):
            if seat == clue.target and slot in clue.fresh:
                continue
            shown = then.clued[seat][slot] or slot == finesse_position(then, seat, earlier.called)
            hidden = seat in (clue.target, clue.giver)
            if shown and then.playable >> other & 1 and not (hidden and not then.clued[seat][slot]):
                return False
    return True


def turn_of_one(game: Game, moment: Moment, slot: int) -> int:
    """Return a number that tells which of several 1s comes first: the lower."""
    now = moment.now
    order = now.order[moment.seat][slot]
    dealt = now.players * game.rules.hand_size(now.players)
    # Cards of the starting hand from the oldest on, later ones before them, the newest first.
    return order if order < dealt else -order


def judge_ones_order(game: Game) -> Iterator[Case]:
    """Judge every play of one of several clued 1s that their holder does not know apart."""
    for moment in game.moments:
        if not moment.plays or moment.slot < 0 or moment.now.last_round:
            continue
        now, seat = moment.now, moment.seat
        plain = [
            slot
            for slot in range(len(now.hands[seat]))
            if now.clued[seat][slot]
            and now.order[seat][slot] not in moment.called  # it is singled out
            and not now.possible[seat][slot] & ~ONES
            and not now.promised(seat, slot) & ~now.playable
            and now.promised(seat, slot).bit_count() > 1
        ]
        alike = [slot for slot in plain if now.clued[seat][slot] == now.clued[seat][moment.slot]]
        if moment.slot not in plain or len(alike) < 2:
            continue
        alike.sort(key=lambda slot: turn_of_one(game, moment, slot))
        passed = alike.index(moment.slot)
        if passed and _is_worth_a_move(game, moment, passed):
            continue
        yield Case(moment.turn, seat, not passed, "played 1s out of order", 1.0)


def _is_worth_a_move(game: Game, moment: Moment, passed: int) -> bool:
    """Return whether to pass over so many 1s may move a chop that is of use."""
    now = moment.now
    if "order-chop-move" not in game.conventions or passed >= now.players:
        return False
    seat = (moment.seat + passed) % now.players
    return any(
        not now.is_useless(seat, slot) for slot in chops_of(now, seat, moment.called, moment.moved)
    )


RULES = (
    Rule(
        "play-ignored",
        "receiver",
        "who knows a card to be playable, or was just told so, does not discard",
        ("play-clue", "good-touch"),
        (),
        judge_play_ignored,
    ),
    Rule(
        "ones-order",
        "receiver",
        "of several 1s the latest drawn is played first, those of the starting hand oldest first",
        ("ones-order",),
        (),
        judge_ones_order,
    ),
)
