"""What a clue may mean, and what excuses a turn, as everybody at the table can tell."""

from __future__ import annotations

from hanabi_arena.conventions.conformity.game import (
    FIRST_RANK,
    Clue,
    Game,
    Moment,
    chops_of,
    finesse_position,
)
from hanabi_arena.conventions.conformity.moves import is_next_to_chop
from hanabi_arena.conventions.conformity.position import FIVES, Position


def is_save(now: Position, clue: Clue) -> bool:
    """Return whether a clue on the chop may save it: a 5 or lone 2 by rank, a last copy."""
    if not clue.on_chop:
        return False
    card = now.hands[clue.target][clue.focus]
    if FIVES >> card & 1:
        return clue.is_rank
    if now.critical >> card & 1:
        return True
    lone = now.copies_seen(clue.target, clue.focus, clue.giver) == 0
    return clue.is_rank and clue.value == 2 and lone


def after_clue(now: Position, clue: Clue, slot: int) -> int:
    """Return what a card of the target can be once a clue is given, as its holder works it out."""
    bit = clue.value + FIRST_RANK if clue.is_rank else clue.value
    matches = sum(1 << card for card, mask in enumerate(now.touched_by) if mask >> bit & 1)
    view = now.view(clue.target, slot)
    return view & (matches if slot in clue.touched else ~matches)


def is_pressed(moment: Moment) -> bool:
    """Return whether a giver may have nothing else to do: all tokens there, or the end is near."""
    now = moment.now
    if now.tokens >= now.most_tokens or now.last_round or now.pace < now.players:
        return True
    hand = zip(now.clued[moment.seat], now.order[moment.seat], strict=True)
    return all(clued or order in moment.moved for clued, order in hand)


def may_be_on_chop(moment: Moment, clue: Clue) -> bool:
    """Return whether a clue touches a new card that may be the chop, for all that was moved."""
    chops = chops_of(moment.now, clue.target, moment.called, moment.moved)
    return any(slot in clue.fresh for slot in chops)


def is_five_chop_move(game: Game, moment: Moment, clue: Clue) -> bool:
    """Return whether a clue of 5s may move a chop that is next to the oldest new one."""
    if "five-chop-move" not in game.conventions or not clue.is_fives:
        return False
    chops = chops_of(moment.now, clue.target, moment.called, moment.moved)
    saved = moment.called | moment.moved
    return any(is_next_to_chop(moment.now, clue.target, chop, clue.fresh, saved) for chop in chops)


def is_fix(now: Position, clue: Clue) -> bool:
    """Return whether a clue shows an old card to be useless, or not what it was taken for."""
    for slot in range(len(now.hands[clue.target])):
        if not now.clued[clue.target][slot]:
            continue
        before, after = now.view(clue.target, slot), after_clue(now, clue, slot)
        promised = now.promised(clue.target, slot)
        if before & ~now.dead and not after & ~now.dead:
            return True
        if not promised & after:
            return True
    return False


def tells_of_old(now: Position, clue: Clue) -> bool:
    """Return whether a clue has news of a card of use that was touched before."""
    return any(
        slot not in clue.fresh
        and not now.is_useless(clue.target, slot)
        and now.view(clue.target, slot) != after_clue(now, clue, slot)
        for slot in clue.touched
    )


def makes_playable(now: Position, clue: Clue) -> bool:
    """Return whether a clue tells its receiver of a playable card that it did not know."""
    return any(
        now.playable >> now.hands[clue.target][slot] & 1
        and now.promised(clue.target, slot) & ~now.playable
        for slot in clue.touched
    )


def may_be_bluff(game: Game, moment: Moment, clue: Clue) -> bool:
    """Return whether a clue may call for a playable card of the next player, whichever it is."""
    if "bluff" not in game.conventions or len(clue.missing) != 1:
        return False
    now = moment.now
    seat = now.next_of(clue.giver)
    slot = finesse_position(now, seat, moment.called)
    return seat != clue.target and slot >= 0 and bool(now.playable >> now.hands[seat][slot] & 1)


def is_productive(moment: Moment) -> bool:
    """Return whether a turn brings a play, saves a card, or tells of a playable one."""
    if moment.clue is None:
        return moment.plays and moment.placed
    now, clue = moment.now, moment.clue
    if is_save(now, clue) or makes_playable(now, clue) or moves_critical(moment):
        return True
    card = now.hands[clue.target][clue.focus] if clue.focus >= 0 else -1
    return bool(clue.fresh) and clue.connected and not now.dead >> card & 1


def moves_critical(moment: Moment) -> bool:
    """Return whether a clue may move a last copy off the chop."""
    now = moment.now
    return moment.clue is not None and any(
        order in moment.moves and now.critical >> card & 1
        for card, order in zip(
            now.hands[moment.clue.target], now.order[moment.clue.target], strict=True
        )
    )


def may_stall(game: Game, moment: Moment) -> bool:
    """Return whether 5s off the chop may pass the time: early, or to avoid a double discard."""
    before = game.moments[moment.turn - 1] if moment.turn else None
    left_one = (
        before is not None and before.discards and bool(moment.now.critical >> before.card & 1)
    )
    return moment.early or (left_one and "double-discard-avoidance" in game.conventions)


def is_five_stall(game: Game, moment: Moment, clue: Clue) -> bool:
    """Return whether a clue may pass for a 5 Stall."""
    return clue.is_fives and may_stall(game, moment)
