"""Deal a game again with other hidden cards: no bot may be able to tell the difference."""

from __future__ import annotations

import random

from hanabi_arena.match.replay import GameRecord


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
