"""Rules for saves: what a chop holds, and who lets it go."""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.conventions.conformity.game import Game, Moment, chop_of, is_loaded
from hanabi_arena.conventions.conformity.meanings import is_productive
from hanabi_arena.conventions.conformity.position import Position
from hanabi_arena.conventions.conformity.rule import Case, Rule


def exposed(moment: Moment, seat: int) -> int:
    """Return the slot of a critical card that a seat is about to discard; -1 for none."""
    now = moment.now
    slot = chop_of(now, seat, moment.called)
    if slot >= 0 and now.order[seat][slot] in moment.moved:
        return -1  # who knows
    if slot < 0 or not now.critical >> now.hands[seat][slot] & 1:
        return -1
    return -1 if is_loaded(now, seat, moment.called) else slot


def judge_save_missed(game: Game) -> Iterator[Case]:
    """Judge who acts right before a seat that is about to discard a last copy."""
    for moment in game.moments:
        now = moment.now
        seat = now.next_of(moment.seat)
        if now.tokens < 1 or now.last_round:
            continue
        slot = exposed(moment, seat)
        if slot < 0 or any(order in moment.called for order in now.order[moment.seat]):
            continue  # who is called plays
        saved = moment.clue is not None and moment.clue.target == seat
        if not saved:
            after = game.next_of_seat(moment, seat)
            if is_productive(moment):
                continue  # between a play and a save one may choose
            if after is None or not after.discards:
                continue  # it had something else to do after all
        name = game.name(now.hands[seat][slot])
        yield Case(moment.turn, moment.seat, saved, f"left {name} to be discarded", 5.0)


def judge_critical_discard(game: Game) -> Iterator[Case]:
    """Judge discards of cards that their holder knew to be last copies."""
    for moment in game.moments:
        now = moment.now
        if not moment.discards or now.last_round:
            continue
        if chop_of(now, moment.seat, moment.called | moment.moved) < 0:
            continue  # a locked hand has to part with something
        known = [
            slot
            for slot in range(len(now.hands[moment.seat]))
            if not now.view(moment.seat, slot) & ~now.critical
        ]
        if not known or len(known) == len(now.hands[moment.seat]):
            continue
        kept = moment.slot not in known
        yield Case(moment.turn, moment.seat, kept, f"discarded {game.name(moment.card)}", 5.0)


def is_locked(now: Position, seat: int, called: frozenset[int]) -> bool:
    """Return whether all cards of a hand are kept, and none is known to be playable or useless."""
    return chop_of(now, seat, called) < 0 and not is_loaded(now, seat, called)


def judge_locked(game: Game) -> Iterator[Case]:
    """Judge who acts before a locked hand with the last token."""
    for moment in game.moments:
        now = moment.now
        seat = now.next_of(moment.seat)
        if now.last_round or not 1 <= now.tokens < 2 or not is_locked(now, seat, moment.called):
            continue
        kept = moment.clue is None or moment.clue.target == seat or is_productive(moment)
        yield Case(moment.turn, moment.seat, kept, "spent the last token before a locked hand", 2.0)


RULES = (
    Rule(
        "save-missed",
        "giver",
        "the next player is not left to discard a last copy while there is a token",
        ("save-principle", "save-clue", "chop"),
        (),
        judge_save_missed,
    ),
    Rule(
        "critical-discard",
        "receiver",
        "a card that is known to be a last copy is not discarded while there are others",
        (),
        (),
        judge_critical_discard,
        family="",
    ),
    Rule(
        "locked-hand",
        "giver",
        "the last token is not spent elsewhere while the next player's hand is locked",
        ("save-principle",),
        (),
        judge_locked,
    ),
)
