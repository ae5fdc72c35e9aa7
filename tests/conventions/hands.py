"""Small games of chosen hands, for tests of what the judge says of them."""

from __future__ import annotations

from collections.abc import Sequence

from hanabi_arena.engine.codes import clue_rank, clue_suit, discard, play
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.rules import find_variant

BASE = find_variant("base")
SUITS = "rygbp"
COPIES = (3, 2, 2, 2, 1)


def identity(card: str) -> int:
    """Return a card's number from its name."""
    return SUITS.index(card[0]) * 5 + int(card[1]) - 1


def deck_of(hands: Sequence[str], draws: str = "") -> tuple[int, ...]:
    """Return a deck that deals these hands, the oldest card first, then these cards."""
    named = [identity(card) for text in (*hands, draws) for card in text.split()]
    left = [identity(f"{suit}{rank}") for suit in SUITS for rank in range(1, 6)]
    full = [card for card in left for _ in range(COPIES[card % 5])]
    for card in named:
        full.remove(card)
    # High cards come last, so that whatever is drawn is harmless.
    return (*named, *sorted(full, key=lambda card: (card % 5 in (0, 4), card)))


def code_of(word: str) -> int:
    """Return an action: `p0` play slot 0, `d0` discard it, `c1r` clue seat 1 red, `c1-3` rank 3."""
    if word[0] in "pd" and len(word) == 2:
        return int((play if word[0] == "p" else discard)(int(word[1])))
    seat, value = int(word[1]), word[2:]
    if value in SUITS:
        return int(clue_suit(seat, SUITS.index(value)))
    return int(clue_rank(seat, int(value.lstrip("-"))))


def game_of(hands: Sequence[str], actions: str, draws: str = "") -> GameRecord:
    """Return a game of these hands and actions; every action must be legal."""
    codes = tuple(code_of(word) for word in actions.split())
    record = GameRecord(BASE, len(hands), deck_of(hands, draws), codes)
    record.outcome()
    return record
