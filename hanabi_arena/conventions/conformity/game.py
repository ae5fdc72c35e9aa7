"""A finished game as the judge sees it: the position before every turn, and what is public of it.

What everybody at the table can know is followed from turn to turn: which card is on whose chop,
which one a clue speaks of, and which cards it calls for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hanabi_arena.conventions.conformity.moves import moved_by_clue, moved_by_play
from hanabi_arena.conventions.conformity.position import RANKS, Position, position_of
from hanabi_arena.engine.codes import (
    ANNOUNCE,
    CLUE_RANK,
    CLUE_SUIT,
    DECK_PLAY,
    DISCARD,
    PLAY,
    kind_of,
    slot_of,
    target_of,
    value_of,
)
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.rules.variant import Rules

FIRST_RANK = 5
"""Clues as bits: suits from 0, rank r at r + this."""


@dataclass(frozen=True, slots=True)
class Call:
    """A card that a clue calls for without naming it: prompted, or finessed."""

    order: int
    seat: int
    need: int
    """The identity that is missing below the focus."""
    kind: str
    """"prompt", or "finesse" for a card that no clue has touched."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue as everybody can read it."""

    giver: int
    target: int
    is_rank: bool
    value: int
    """The suit's number, or the rank."""
    touched: tuple[int, ...]
    """Slots, oldest first."""
    fresh: tuple[int, ...]
    """Those of them that no clue had touched before."""
    chop: int
    """The slot of the target's chop, -1 for none."""
    focus: int
    """The slot that it speaks of."""
    missing: tuple[int, ...]
    """Identities between the stack and the focus, the lowest first."""
    calls: tuple[Call, ...]
    """Where the missing cards are, as far as clues or finesse positions show them."""
    connected: bool
    """Whether every missing card is clued or in a finesse position."""

    @property
    def on_chop(self) -> bool:
        """Whether it speaks of the chop."""
        return self.focus == self.chop and self.focus in self.fresh

    @property
    def is_fives(self) -> bool:
        """Whether it is a clue of 5s."""
        return self.is_rank and self.value == RANKS


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn: the position before it, the action, and what was public before it."""

    turn: int
    now: Position
    seat: int
    kind: int
    """PLAY, DISCARD, CLUE_SUIT or CLUE_RANK of the engine.

    An announced play is a PLAY, and so is that of the deck's last card, without a slot.
    """
    slot: int
    """Of a play or discard; -1."""
    order: int
    """The card's place in the deck; -1."""
    card: int
    """Its identity; -1."""
    placed: bool
    """Whether a play fitted."""
    clue: Clue | None
    early: bool
    """Whether nobody has discarded an untouched card yet."""
    called: frozenset[int]
    """Cards that clues have called for, and that have not been played yet."""
    moved: frozenset[int]
    """Cards that chop moves may have taken off the chop."""
    moves: frozenset[int]
    """Cards that this action may take off the chop."""

    @property
    def discards(self) -> bool:
        """Whether it is a discard."""
        return self.kind == DISCARD

    @property
    def plays(self) -> bool:
        """Whether it is a play."""
        return self.kind == PLAY


@dataclass(slots=True)
class Game:
    """All turns of a game."""

    rules: Rules
    conventions: frozenset[str]
    """The set that it is judged by."""
    moments: list[Moment] = field(default_factory=list)

    def name(self, card: int) -> str:
        """Return a card's name: r4."""
        return self.rules.card_name(card)

    def next_of_seat(self, moment: Moment, seat: int) -> Moment | None:
        """Return the next turn of a seat after a moment, or None."""
        for later in self.moments[moment.turn + 1 : moment.turn + 1 + moment.now.players]:
            if later.seat == seat:
                return later
        return None

    def clues(self) -> Iterator[tuple[Moment, Clue]]:
        """Yield the turns with clues."""
        for moment in self.moments:
            if moment.clue is not None:
                yield moment, moment.clue


def chop_of(now: Position, seat: int, called: frozenset[int]) -> int:
    """Return the slot of a seat's chop, its oldest card neither clued nor called for; or -1."""
    for slot, order in enumerate(now.order[seat]):
        if not now.clued[seat][slot] and order not in called:
            return slot
    return -1


def chops_of(now: Position, seat: int, called: frozenset[int], moved: frozenset[int]) -> list[int]:
    """Return the slots that a seat may take for its chop, whichever calls and moves it knows of."""
    chops = []
    for slot, order in enumerate(now.order[seat]):
        if not now.clued[seat][slot]:
            chops.append(slot)
            if order not in called and order not in moved:
                break
    return chops


def is_loaded(now: Position, seat: int, called: frozenset[int]) -> bool:
    """Return whether a seat has something better to do than to discard its chop.

    A card that it knows, or may take by good touch, to be playable or useless, or one that a clue
    called for.
    """
    for slot, order in enumerate(now.order[seat]):
        if order in called:
            return True
        view = now.view(seat, slot)
        promised = now.promised(seat, slot)
        if not promised & ~now.playable or not view & ~now.dead:
            return True
        if now.clued[seat][slot] and now.is_useless(seat, slot):
            return True
    return False


def read_game(record: GameRecord, conventions: frozenset[str]) -> Game:
    """Play a recorded game again and note what is public. Raises IllegalAction."""
    game = Game(record.rules, conventions)
    replay = record.replay()
    early = True
    called: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()
    for turn, code in enumerate(record.actions):
        now = position_of(replay.table)
        seen = replay.act(code)
        kind = kind_of(code)
        kind = PLAY if kind in (ANNOUNCE, DECK_PLAY) else kind
        slot = slot_of(code)
        order = now.order[now.seat][slot] if slot >= 0 else -1
        card = now.hands[now.seat][slot] if slot >= 0 else -1
        clue = None
        moves: frozenset[int] = frozenset()
        if kind in (CLUE_SUIT, CLUE_RANK):
            target, value = int(target_of(code)), int(value_of(code))
            clue = read_clue(now, target, kind == CLUE_RANK, value, seen.touched, called)
            chop = chop_of(now, target, called | moved)
            moves = frozenset(
                moved_by_clue(now, conventions, target, clue.is_fives, clue.touched, chop)
            )
        elif kind == PLAY and card >= 0:
            moves = frozenset(moved_by_play(now, conventions, card, called | moved))
        moment = Moment(
            turn,
            now,
            now.seat,
            kind,
            slot,
            order,
            card,
            bool(seen.placed),
            clue,
            early,
            called,
            moved,
            moves,
        )
        game.moments.append(moment)
        moved |= moves
        if clue is not None:
            called |= {call.order for call in clue.calls if call.kind == "finesse"}
        elif order in called or kind == PLAY:
            called -= {order}
        elif kind == DISCARD and not now.clued[now.seat][slot]:
            early = False
    return game


def read_clue(
    now: Position,
    target: int,
    is_rank: bool,
    value: int,
    touched: tuple[int, ...],
    called: frozenset[int],
) -> Clue:
    """Return a clue of the seat on turn as everybody can read it."""
    fresh = tuple(slot for slot in touched if not now.clued[target][slot])
    chop = chop_of(now, target, called)
    if not fresh:
        focus = touched[-1] if touched else -1
    elif chop in fresh:
        focus = chop
    else:
        plain = [slot for slot in fresh if now.order[target][slot] not in called]
        focus = (plain or fresh)[-1]
    missing: tuple[int, ...] = ()
    if focus >= 0:
        card = now.hands[target][focus]
        suit = card // 5
        missing = tuple(range(suit * 5 + now.stacks[suit], card))
    calls, connected = _connect(now, target, focus, missing, called, touched)
    return Clue(
        now.seat,
        target,
        is_rank,
        value,
        touched,
        fresh,
        chop,
        focus,
        missing,
        calls,
        connected,
    )


def possible_clues(now: Position, called: frozenset[int]) -> Iterator[Clue]:
    """Yield every clue that touches a card and that the seat on turn can give."""
    for target, hand in enumerate(now.hands):
        if target == now.seat:
            continue
        for bit in range(FIRST_RANK + RANKS + 1):
            touched = tuple(
                slot for slot, card in enumerate(hand) if now.touched_by[card] >> bit & 1
            )
            if touched:
                is_rank = bit > FIRST_RANK
                value = bit - FIRST_RANK if is_rank else bit
                yield read_clue(now, target, is_rank, value, touched, called)


def _connect(
    now: Position,
    target: int,
    focus: int,
    missing: tuple[int, ...],
    called: frozenset[int],
    touched: tuple[int, ...],
) -> tuple[tuple[Call, ...], bool]:
    """Look for the missing cards: clued ones first, then finesse positions, not the giver's.

    Of two seats that have a card in finesse position the next one has it, unless only the other
    way all cards are found.
    """
    if not missing:
        return (), True
    need, rest = missing[0], missing[1:]
    ways: list[Call] = []
    known = _known_copy(now, need, target, called, touched)
    if known is not None:
        ways.append(known)
    else:
        for ahead in range(1, now.players):
            seat = (now.seat + ahead) % now.players
            own = touched if seat == target else ()
            slot = finesse_position(now, seat, called, own)
            if slot >= 0 and now.hands[seat][slot] == need and (seat, slot) != (target, focus):
                ways.append(Call(now.order[seat][slot], seat, need, "finesse"))
    for way in ways:
        taken = called | {way.order} if way.kind == "finesse" else called
        calls, connected = _connect(now, target, focus, rest, taken, touched)
        if connected:
            return (way, *calls), True
    return (), False


def _known_copy(
    now: Position, need: int, target: int, called: frozenset[int], touched: tuple[int, ...]
) -> Call | None:
    """Find a copy of a card that is clued or called for, in any hand; this clue counts as well."""
    for seat, hand in enumerate(now.hands):
        for slot, card in enumerate(hand):
            order = now.order[seat][slot]
            clued = now.clued[seat][slot] or (seat == target and slot in touched)
            if card == need and (clued or order in called):
                return Call(order, seat, need, "prompt")
    return None


def finesse_position(
    now: Position, seat: int, called: frozenset[int], touched: tuple[int, ...] = ()
) -> int:
    """Return the slot of the newest card that is neither clued nor called for; -1 for none."""
    for slot in range(len(now.order[seat]) - 1, -1, -1):
        if slot in touched or now.clued[seat][slot] or now.order[seat][slot] in called:
            continue
        return slot
    return -1
