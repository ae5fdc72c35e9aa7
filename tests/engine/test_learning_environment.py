"""The learning environment plays the same decks and actions, and agrees after every action.

Compared are stacks, clue tokens, lives, every hand, what the clues tell of each card, the discard
pile in its order, the deck's size, the seat on turn, the legal actions, the end and the score. A
third strike scores 0 there. It draws no card after the action that ends a game, so it is made to.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import numpy as np
import pytest

from hanabi_arena.engine.kernel import data_of
from hanabi_arena.engine.legal import legal_actions
from hanabi_arena.match.replay import Replay
from hanabi_arena.rules import Rules, Settings
from tests.engine.learning_environment import COLOURS, Environment, Played, Size

try:
    from hanabi_learning_environment import pyhanabi  # noqa: F401
except ImportError as error:
    if os.environ.get("HANABI_ARENA_REQUIRE_HLE"):
        raise
    pytest.skip(
        f"the learning environment is not installed (make learning-environment): {error}",
        allow_module_level=True,
    )

SIZES = {
    **{f"base-{n}": Size(n, 700) for n in range(2, 6)},
    **{f"base-careful-{n}": Size(n, 220, careful=True) for n in range(2, 6)},
    **{f"small-{n}": Size(n, 300, 2, 2, 3, 1) for n in range(2, 6)},
    **{f"small-careful-{n}": Size(n, 100, 2, 2, 3, 1, careful=True) for n in range(2, 6)},
    **{f"very-small-{n}": Size(n, 300, 1, 2, 3, 1) for n in range(2, 6)},
    **{f"very-small-careful-{n}": Size(n, 100, 1, 2, 3, 1, careful=True) for n in range(2, 6)},
    "three-colours-hand-3": Size(3, 150, 3, 3, 5, 9),
    "four-colours-hand-6": Size(2, 150, 4, 6, 2, 5),
    "two-colours-the-deal-takes-all": Size(5, 150, 2, 4, 4, 3),
    "any-seat-starts": Size(4, 150, any_starts=True),
    "one-token": Size(3, 150, tokens=1, lives=7),
}


@pytest.mark.parametrize("name", SIZES)
def test_agrees(name: str) -> None:
    size = SIZES[name]
    environment = Environment(size, seed=sum(map(ord, name)))
    ends: Counter[str] = Counter()
    for _ in range(size.games):
        played = environment.play()
        follow(size, played)
        ends[played.end] += 1
    assert sum(ends.values()) == size.games
    if size.careful:
        assert ends["deck"] + ends["complete"]


def test_enough_games() -> None:
    assert sum(size.games for size in SIZES.values()) >= 5_000
    assert {size.players for size in SIZES.values()} == {2, 3, 4, 5}


def follow(size: Size, played: Played) -> None:
    """Play the game in the engine, and compare before the first and after every action."""
    rules = Rules(
        "learning environment",
        Settings(
            suits=size.colours,
            hand_size=size.hand_size,
            clue_tokens=size.tokens,
            strikes=size.lives,
        ),
    )
    game = Replay(rules, size.players, full_deck(rules, played.cards), played.positions[0].seat)
    discards: list[str] = []
    legal = np.zeros(115, np.int16)
    for position, action in zip(played.positions, [*played.actions, None], strict=True):
        count = legal_actions(game.table, legal)
        assert legal[:count].tolist() == position.legal
        data = data_of(game.table)
        if action is not None:
            assert data["seat"] == position.seat
        marked = data["seat"] if action is not None else -1
        assert state_text(data, size, discards, marked) == without_marker(position.text, marked)
        if action is None:
            break
        turn = game.act(action)
        if turn.card is not None and not turn.placed:
            discards.append(f"{COLOURS[turn.card.suit]}{turn.card.rank}")
    outcome = game.outcome()
    assert (outcome.end, outcome.score_zero) == (played.end, played.score)


def full_deck(rules: Rules, dealt: list[tuple[int, int]]) -> list[int]:
    """Return the deck: the cards that were dealt, then those that nobody ever saw."""
    deck = [suit * 5 + rank for suit, rank in dealt]
    copies = [count for suit in rules.suits for count in suit.copies]
    for card, count in enumerate(copies):
        deck += [card] * (count - deck[: len(dealt)].count(card))
    return deck


def without_marker(text: str, marked: int) -> str:
    return text if marked >= 0 else text.replace("Cur player\n", "")


def state_text(data: Any, size: Size, discards: list[str], marked: int) -> str:
    """Return the table as the learning environment prints it."""
    stacks, hands, counts, possible, clued = (
        data[field].tolist() for field in ("stacks", "hands", "hand_count", "possible", "clued")
    )
    fireworks = "".join(f"{COLOURS[suit]}{stacks[suit]} " for suit in range(size.colours))
    shown = []
    for seat in range(size.players):
        lines = ["Cur player\n"] if seat == marked else []
        for slot in range(counts[seat]):
            card = hands[seat][slot]
            known = knowledge_text(possible[seat][slot], clued[seat][slot], size.colours)
            lines.append(f"{COLOURS[card // 5]}{card % 5 + 1} || {known}\n")
        shown.append("".join(lines))
    lines = [
        f"Life tokens: {size.lives - data['strikes']}",
        f"Info tokens: {data['clue_tokens']}",
        f"Fireworks: {fireworks}",
        "Hands:",
        "-----\n".join(shown) + f"Deck size: {data['deck_count']}",
        f"Discards:{''.join(f' {card}' for card in discards)}",
    ]
    return "\n".join(lines)


_KNOWLEDGE: dict[tuple[int, int, int], str] = {}


def knowledge_text(possible: int, clued: int, colours: int) -> str:
    """Return what is known of a card: what clues named, then all that is plausible."""
    key = possible, clued, colours
    if key not in _KNOWLEDGE:
        rows = [possible >> suit * 5 & 31 for suit in range(colours)]
        assert len({row for row in rows if row}) == 1  # every plausible colour has the same ranks
        suits = "".join(COLOURS[suit] for suit in range(colours) if rows[suit])
        ranks = "".join(str(rank + 1) for rank in range(5) if max(rows) >> rank & 1)
        told_suit = [COLOURS[suit] for suit in range(5) if clued >> suit & 1]
        told_rank = [str(rank) for rank in range(1, 6) if clued >> 5 + rank & 1]
        _KNOWLEDGE[key] = f"{(told_suit or 'X')[0]}{(told_rank or 'X')[0]}|{suits}{ranks}"
    return _KNOWLEDGE[key]
