"""The rules of play: the deal, a turn, and how a game ends."""

from __future__ import annotations

from typing import Any

from hanabi_arena.engine.codes import (
    ANNOUNCE,
    CLUE_RANK,
    CLUE_SUIT,
    DECK_PLAY,
    DISCARD,
    kind_of,
    slot_of,
    target_of,
    value_of,
)
from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.legal import broken_rule, clue_bit, clue_touch, has_legal_action
from hanabi_arena.engine.stream import draw_from, start
from hanabi_arena.engine.table import (
    COMPLETE,
    CRITICAL,
    DECK,
    GOING_ON,
    HIDDEN,
    NO_ACTION,
    STRIKES,
    Event,
    Pile,
    Table,
)

LOWEST_RANKS = 0b00001_00001_00001_00001_00001_00001
HIGHER_RANKS = 0b11110_11110_11110_11110_11110_11110
"""The masks of all 1s, and of all other cards."""


@kernel
def shuffle(table: Table, pile: Pile, low: Any, high: Any, game: int) -> None:
    """Put the cards into the order that the key (`low`, `high`) gives to a game."""
    count = 0
    for identity in range(table.suits * 5):
        for _ in range(table.copies[identity]):
            pile.cards[count] = identity
            count += 1
    state = start(low, high, game)
    for last in range(count - 1, 0, -1):  # Fisher and Yates
        state, other = draw_from(state, last + 1)
        card = pile.cards[last]
        pile.cards[last] = pile.cards[other]
        pile.cards[other] = card


@kernel
def shuffle_all(table: Table, pile: Pile, low: Any, high: Any, games: Any, decks: Any) -> None:
    """Write the shuffled cards of each game into its row of `decks`."""
    for row in range(len(games)):
        shuffle(table, pile, low, high, games[row])
        for place in range(table.cards):
            decks[row, place] = pile.cards[place]


@kernel
def stack_deck(
    table: Table, pile: Pile, low: Any, high: Any, game: int, decks: Any, row: int
) -> None:
    """Put the cards into the order of a row of `decks`, or, if it has no rows, shuffle them."""
    if decks.shape[0] == 0:
        shuffle(table, pile, low, high, game)
    else:
        for place in range(table.cards):
            pile.cards[place] = decks[row, place]


@kernel
def deal(table: Table, pile: Pile) -> None:
    """Start the game: the deck's first cards to seat 0, the next to seat 1, and so on."""
    everything = (1 << table.suits * 5) - 1
    for suit in range(6):
        table.stacks[suit] = 0
    for identity in range(30):
        table.discards[identity] = 0
    table.turn = 0
    table.clue_tokens = table.max_tokens
    table.strikes = 0
    table.score = 0
    table.lost_criticals = 0
    table.end = GOING_ON
    table.turns_left = -1
    table.seat = table.first_seat
    table.playable = everything & LOWEST_RANKS
    table.critical = table.single_copies
    table.dead = 0
    pile.next = 0
    table.deck_count = table.cards
    for seat in range(6):
        table.hand_count[seat] = 0
        for slot in range(6):
            table.hands[seat, slot] = HIDDEN
            table.possible[seat, slot] = 0
            table.order[seat, slot] = HIDDEN
            table.drawn[seat, slot] = 0
            table.clued[seat, slot] = 0
    for seat in range(table.players):
        for slot in range(table.hand_size):
            table.hands[seat, slot] = pile.cards[pile.next]
            table.order[seat, slot] = pile.next
            table.possible[seat, slot] = everything
            pile.next += 1
        table.hand_count[seat] = table.hand_size
    table.deck_count -= pile.next
    if table.deck_count == 0 and table.bouquet_final == 0:
        table.turns_left = table.players  # every seat has one turn


@kernel
def take_turn(table: Table, pile: Pile, action: int, event: Event) -> int:
    """Carry out the action of the seat on turn, and fill in what everybody saw of it.

    Returns 0. An illegal action changes nothing; the number of the rule it breaks is returned.
    """
    rule = broken_rule(table, action)
    if rule != 0:
        return rule
    event.turn = table.turn
    event.seat = table.seat
    event.action = action
    event.touched = 0
    event.card = HIDDEN
    event.order = HIDDEN
    event.placed = 0
    event.drew = 0
    event.stack_before = 0
    event.tokens_before = table.clue_tokens

    lost_critical = False
    kind = kind_of(action)
    if kind == CLUE_SUIT or kind == CLUE_RANK:
        give_clue(table, action, event)
    else:
        card = take_card(table, pile, action, event)
        event.card = card
        event.stack_before = table.stacks[card // 5]
        if kind == DISCARD:
            table.clue_tokens = min(table.clue_tokens + 1, table.max_tokens)
            lost_critical = throw_away(table, card)
        elif is_placed(table, card, action):
            event.placed = 1
            place(table, card, kind == ANNOUNCE)
        else:
            table.strikes += 1
            lost_critical = throw_away(table, card)
        if kind != DECK_PLAY and table.deck_count > 0:
            draw(table, pile, event)
            event.drew = 1

    finish_turn(table, lost_critical)
    return 0


@kernel
def give_clue(table: Table, action: int, event: Event) -> None:
    """Pay for a clue and note, for every card of the hand, that it matches or does not."""
    table.clue_tokens -= table.clue_cost
    target = target_of(action)
    touch = clue_touch(table, action)
    mark = clue_bit(action)
    for slot in range(table.hand_count[target]):
        # All bits of `hit` are set if it matches. A branch would be guessed wrong half the time.
        hit = -(touch >> table.hands[target, slot] & 1)
        table.possible[target, slot] &= ~(touch ^ hit)
        table.clued[target, slot] |= mark & hit
        event.touched |= 1 << slot & hit


@kernel
def take_card(table: Table, pile: Pile, action: int, event: Event) -> int:
    """Take the card of a play or discard out of the hand (or off the deck) and return it."""
    seat = table.seat
    slot = slot_of(action)
    if slot < 0:
        card = pile.cards[pile.next]
        event.order = pile.next
        pile.next += 1
        table.deck_count -= 1
        return card
    card = table.hands[seat, slot]
    event.order = table.order[seat, slot]
    last = table.hand_count[seat] - 1
    for younger in range(slot, last):
        table.hands[seat, younger] = table.hands[seat, younger + 1]
        table.possible[seat, younger] = table.possible[seat, younger + 1]
        table.order[seat, younger] = table.order[seat, younger + 1]
        table.drawn[seat, younger] = table.drawn[seat, younger + 1]
        table.clued[seat, younger] = table.clued[seat, younger + 1]
    table.hands[seat, last] = HIDDEN
    table.possible[seat, last] = 0
    table.order[seat, last] = HIDDEN
    table.drawn[seat, last] = 0
    table.clued[seat, last] = 0
    table.hand_count[seat] = last
    return card


@kernel
def is_placed(table: Table, card: int, action: int) -> bool:
    """Return whether a played card stays: next on its stack, and the announced suit is right."""
    if kind_of(action) == ANNOUNCE and value_of(action) != card // 5:
        return False
    return table.stacks[card // 5] == card % 5


@kernel
def place(table: Table, card: int, announced: bool) -> None:
    """Put a card on its stack: one token for a right announcement, one for completing a stack."""
    bit = 1 << card
    table.stacks[card // 5] += 1
    table.score += 1
    table.dead |= bit
    table.critical &= ~bit
    table.playable &= ~bit
    table.playable |= bit << 1 & HIGHER_RANKS & ~table.dead
    tokens = table.clue_tokens
    if announced:
        tokens += 1
    if card % 5 == 4:
        tokens += 1
    table.clue_tokens = min(tokens, table.max_tokens)


@kernel
def throw_away(table: Table, card: int) -> bool:
    """Put a card on the discard pile; return whether it was critical.

    Critical: not dead, and all other copies are in the discard pile. Dead: not above the stack, or
    a lower rank that is still needed has all its copies in the discard pile.
    """
    table.discards[card] += 1
    bit = 1 << card
    if table.dead & bit:
        return False
    left = table.copies[card] - table.discards[card]
    if left == 1:
        table.critical |= bit
    elif left == 0:
        higher = (1 << card // 5 * 5 + 5) - (bit << 1)
        table.dead |= higher
        table.critical &= ~(bit | higher)
        table.lost_criticals += 1
        return True
    return False


@kernel
def draw(table: Table, pile: Pile, event: Event) -> None:
    """Draw the deck's next card into the newest slot."""
    seat = table.seat
    slot = table.hand_count[seat]
    table.hands[seat, slot] = pile.cards[pile.next]
    table.order[seat, slot] = pile.next
    table.possible[seat, slot] = (1 << table.suits * 5) - 1
    table.drawn[seat, slot] = table.turn + 1
    table.clued[seat, slot] = 0
    table.hand_count[seat] = slot + 1
    pile.next += 1
    table.deck_count -= 1


@kernel
def finish_turn(table: Table, lost_critical: bool) -> None:
    """Pass the turn on, or end the game: by strikes, complete, critical, deck, or no action."""
    table.turn += 1
    if table.turns_left > 0:
        table.turns_left -= 1
    elif table.turns_left < 0 and table.deck_count == 0 and table.bouquet_final == 0:
        table.turns_left = table.players  # the drawer included

    following = table.seat + 1
    if following == table.players:
        following = 0
    if table.strikes >= table.max_strikes:
        table.end = STRIKES
    elif table.score == table.max_score:
        table.end = COMPLETE
    elif lost_critical and table.bouquet_final != 0:
        table.end = CRITICAL
    elif table.turns_left == 0:
        table.end = DECK
    elif not has_legal_action(table, following):
        table.end = NO_ACTION
    table.seat = following


@kernel
def score_zero(table: Table) -> int:
    """Return the score where the third strike loses everything."""
    if table.end == STRIKES:
        return 0
    return score_kept(table)


@kernel
def score_kept(table: Table) -> int:
    """Return the score where the third strike ends the game and the points made are kept."""
    if table.bouquet_final != 0 and table.end != COMPLETE:
        return 0
    return table.score
