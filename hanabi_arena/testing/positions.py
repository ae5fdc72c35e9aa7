"""Deal a game again with other hidden cards, or with suits that changed places."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from hanabi_arena.engine.codes import (
    ANNOUNCE,
    CLUE_SUIT,
    announce,
    clue_suit,
    kind_of,
    slot_of,
    target_of,
    value_of,
)
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.rules.cards import RANKS
from hanabi_arena.rules.variant import Rules


def swap_suits(rules: Rules, chance: random.Random) -> tuple[int, ...] | None:
    """Return for each suit the one that takes its place; None where that changes the game.

    Suits that the game can tell apart (by their copies, or by what touches them) stay. None as well
    where a card is touched by several suit clues: then clues say the same of it, and whoever gives
    one has to choose by something.
    """
    suits = range(len(rules.suits))
    order = list(suits)
    for alike in {suit.copies for suit in rules.suits}:
        places = [suit for suit in suits if rules.suits[suit].copies == alike]
        places = [suit for suit in places if suit < len(rules.suit_clues)]
        for place, suit in zip(places, chance.sample(places, len(places)), strict=True):
            order[place] = suit
    touch = [clue.touch for clue in rules.suit_clues]
    same = all(swapped_set(mask, order) == touch[order[clue]] for clue, mask in enumerate(touch))
    same &= all(swapped_set(mask, order) == mask for mask in rules.rank_clues)
    same &= all((one & other) == 0 for one, other in combinations(touch, 2))
    return tuple(order) if same and order != [*suits] else None


def swapped_card(card: int, order: Sequence[int]) -> int:
    """Return the identity that takes a card's place when suits change places."""
    return order[card // RANKS] * RANKS + card % RANKS


def swapped_set(mask: int, order: Sequence[int]) -> int:
    """Return a set of identities as a mask after suits changed places."""
    cards = (card for card in range(len(order) * RANKS) if mask >> card & 1)
    return sum(1 << swapped_card(card, order) for card in cards)


def swapped_action(code: int, order: Sequence[int]) -> int:
    """Return the number of an action after suits changed places."""
    kind, value = kind_of(code), value_of(code)
    if kind == CLUE_SUIT:
        return int(clue_suit(target_of(code), order[value]))
    if kind == ANNOUNCE:
        return int(announce(slot_of(code), order[value]))
    return code


def refill(record: GameRecord, turns: int, seat: int, chance: random.Random) -> list[int] | None:
    """Return another deck that this seat could not tell from the real one after so many turns.

    The cards of its hand and of the rest of the deck change places, so that every card in hand
    still fits what the clues said. None if chance finds no other such deck.
    """
    game = record.replay()
    for code in record.actions[:turns]:
        game.act(code)
    table = game.table
    held = int(table.hand_count[seat])
    own = [int(table.order[seat, slot]) for slot in range(held)]
    possible = [int(table.possible[seat, slot]) for slot in range(held)]
    deck = list(record.deck)
    undealt = list(range(len(deck) - int(table.deck_count), len(deck)))
    pool = [deck[place] for place in (*own, *undealt)]
    for _ in range(50):
        chance.shuffle(pool)
        left = list(pool)
        chosen: list[int] = []
        for mask in possible:
            fits = next((card for card in left if mask >> card & 1), None)
            if fits is None:
                break
            left.remove(fits)
            chosen.append(fits)
        else:
            other = list(deck)
            for place, card in zip((*own, *undealt), (*chosen, *left), strict=True):
                other[place] = card
            if other != deck:
                return other
    return None
