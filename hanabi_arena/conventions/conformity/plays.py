"""Rules for plays: who is told of a playable card plays it, and several 1s in their order."""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.conventions.conformity.game import Game, Moment
from hanabi_arena.conventions.conformity.position import ONES
from hanabi_arena.conventions.conformity.rule import Case, Rule


def sure_plays(moment: Moment) -> list[int]:
    """Return the slots that the seat on turn knows to be playable: by clues, and by good touch."""
    now, seat = moment.now, moment.seat
    return [
        slot
        for slot in range(len(now.hands[seat]))
        if now.clued[seat][slot]
        and now.playable >> now.hands[seat][slot] & 1
        and not now.promised(seat, slot) & ~now.playable
    ]


def judge_play_ignored(game: Game) -> Iterator[Case]:
    """Judge every turn of a player with a clued card that can only be playable."""
    for moment in game.moments:
        if moment.now.last_round or moment.clue is not None:
            continue  # a clue may have been more urgent
        sure = sure_plays(moment)
        if not sure:
            continue
        name = game.name(moment.now.hands[moment.seat][sure[0]])
        yield Case(moment.turn, moment.seat, moment.plays, f"discarded, with {name} to play", 1.0)


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
            and not now.possible[seat][slot] & ~ONES
            and not now.promised(seat, slot) & ~now.playable
            and now.promised(seat, slot).bit_count() > 1
        ]
        alike = [slot for slot in plain if now.clued[seat][slot] == now.clued[seat][moment.slot]]
        if moment.slot not in plain or len(alike) < 2:
            continue
        first = min(alike, key=lambda slot: turn_of_one(game, moment, slot))
        yield Case(moment.turn, seat, moment.slot == first, "played 1s out of order", 1.0)


RULES = (
    Rule(
        "play-ignored",
        "receiver",
        "who has a clued card that can only be playable does not discard",
        ("play-clue", "good-touch"),
        (),
        judge_play_ignored,
    ),
    Rule(
        "ones-order",
        "receiver",
        "of several 1s the latest drawn is played first, those of the starting hand oldest first",
        ("ones-order",),
        ("order-chop-move",),
        judge_ones_order,
    ),
)
