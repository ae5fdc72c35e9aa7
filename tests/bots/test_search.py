"""Search: its worlds are those that may be, it foresees what duo does, and it is fair."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from hanabi_arena.api.registry import Registry
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from tests.bots.seats import Seats
from tests.bots.tables import assert_same_games, play

BOTS = Registry((Path("bots").resolve(),) if Path("bots").is_dir() else ())
SEARCH: Any = BOTS.find("search").load()
DUO: Any = BOTS.find("duo").load()
SMART: Any = BOTS.find("smart").load()
_PACKAGE = SEARCH.__module__.rpartition(".")[0]
WORLDS: Any = sys.modules[f"{_PACKAGE}._search_worlds"]
MOVES: Any = sys.modules[f"{_PACKAGE}._search_moves"]
BASE = find_variant("base")
CLUES, RECORD, PARTNER = range(3)


class TestSearch(BotTests):
    bot = "search"
    params = MappingProxyType({"worlds": 8, "deck": 0})  # searching uncompiled takes long
    games = 10
    variants = (
        "base",
        "rainbow+copies=full+empty-clues",
        "avalanche+bouquet-final+choreography",
        "deck-plays+discard-at-max",
        "strikes=1+clue-tokens=1",
    )


def positions(games: int, **params: Any) -> Iterator[tuple[Seats, int]]:
    """Yield each turn of seat 0 in games of `search`, which searches there, and its action."""
    played = play((SEARCH, SEARCH), games, params={"worlds": 16, **params})
    for game, actions in Seats.games(played):
        seats = Seats(SEARCH, BASE, game)
        for action in actions:
            if int(seats.game.table.seat) == 0:
                yield seats, action
            seats.act(action)


def own_cards(seats: Seats) -> list[int]:
    """Return the places in the deck of seat 0's cards."""
    table = seats.game.table
    return [int(table.order[0, slot]) for slot in range(int(table.hand_count[0]))]


def test_the_true_world_is_never_ruled_out() -> None:
    tried = differing = 0
    for seats, action in positions(8):
        table, memory = seats.view(0), seats.memories[0]
        WORLDS.survey(table, memory, PARTNER)
        WORLDS.list_moments(table, memory)
        for slot, order in enumerate(own_cards(seats)):
            memory.known[order] = seats.deck[order]
            assert int(memory.masks[slot]) >> seats.deck[order] & 1
        assert WORLDS.is_likely(memory, 0, 0)
        tried += int(memory.askable)
        differing += WORLDS.usual_action(table, memory.notes, memory.manner) != action
    assert tried > 1000
    assert differing > 20  # or nothing was searched


def test_worlds_fit_all_that_is_known() -> None:
    found = 0
    for number, (seats, _) in enumerate(positions(3)):
        if number % 5:
            continue
        table, memory = seats.view(0), seats.memories[0]
        WORLDS.find_worlds(table, memory, 8, PARTNER, 0.0)
        own = own_cards(seats)
        undealt = range(len(seats.deck) - int(table.deck_count), len(seats.deck))
        hidden = sorted(seats.deck[place] for place in (*own, *undealt))
        for world in memory.worlds[: int(memory.found)].tolist():
            found += 1
            assert sorted(world[place] for place in (*own, *undealt)) == hidden
            for slot, order in enumerate(own):
                assert int(table.possible[0, slot]) >> world[order] & 1
                assert int(memory.notes.sets[order]) >> world[order] & 1
                memory.known[order] = world[order]
            assert WORLDS.is_likely(memory, 0, 0)
    assert found > 100


def test_every_arrangement_of_the_copies_is_as_likely() -> None:
    seats = Seats(SEARCH, BASE, 0)
    table, memory = seats.view(0), seats.memories[0]
    table.hand_count[0] = 3
    masks = (0b00111, 0b00110, 0b11111 << 5 | 0b00010)
    for slot, mask in enumerate(masks):
        table.possible[0, slot] = mask
    WORLDS.survey(table, memory, CLUES)
    unseen = memory.unseen.tolist()
    expected: Counter[tuple[int, ...]] = Counter()
    for hand in product(range(30), repeat=3):
        if all(mask >> card & 1 for mask, card in zip(masks, hand, strict=True)):
            left, weight = list(unseen), 1
            for card in hand:
                weight *= max(left[card], 0)
                left[card] -= 1
            expected[hand] = weight
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(60_000):
        if WORLDS.draw_hand(table, memory, False):
            drawn[tuple(int(memory.known[table.order[0, slot]]) for slot in range(3))] += 1
            WORLDS.put_back(table, memory, 3)
        assert memory.unseen.tolist() == unseen
    scale = drawn.total() / expected.total()
    excess = sum((drawn[hand] - scale * n) ** 2 / (scale * n) for hand, n in expected.items() if n)
    freedom = sum(n > 0 for n in expected.values()) - 1
    assert set(drawn) <= {hand for hand, n in expected.items() if n}
    assert abs(excess - freedom) < 4 * (2 * freedom) ** 0.5


def true_world(seats: Seats) -> None:
    """Make the real hand and deck the first world of seat 0."""
    memory = seats.memories[0]
    for place, card in enumerate(seats.deck):
        memory.worlds[0, place] = card
    memory.found = 1


def test_foresees_what_duo_does() -> None:
    played = play((DUO, DUO), 40)
    for (game, actions), result in zip(Seats.games(played), played.results, strict=True):
        seats = Seats(SEARCH, BASE, game)
        for turn, action in enumerate(actions):
            if int(seats.game.table.seat) == 0 and turn % 6 == 0:
                true_world(seats)
                table, memory = seats.view(0), seats.memories[0]
                assert WORLDS.usual_action(table, memory.notes, memory.manner) == action
                kept = MOVES.play_out(table, memory, 0, action, 1, 0)
                zero = MOVES.play_out(table, memory, 0, action, 1, 1)
                assert (kept, zero) == (result["score_kept"], result["score_zero"]), (game, turn)
            seats.act(action)


def test_knows_an_untrue_clue() -> None:
    honest = untrue = 0
    for seats, _ in positions(4):
        table, memory = seats.view(0), seats.memories[0]
        true_world(seats)
        for clue in range(12 + 6, 12 + 6 + 5):
            if MOVES.broken_rule(table, clue):
                continue
            kept = MOVES.play_out(table, memory, 0, clue, 0, 0)
            assert kept >= 0
            if MOVES.play_out(table, memory, 0, clue, 1, 0) == MOVES.DECEIT:
                untrue += 1
            else:
                honest += 1
    assert honest > 20
    assert untrue > 20


def test_plays_as_duo_where_nothing_is_much_better() -> None:
    usual = play((DUO, DUO), 20)
    assert_same_games(usual, play((SEARCH, SEARCH), 20, params={"bonus": 30.0, "worlds": 4}))
    assert_same_games(usual, play((SEARCH, SEARCH), 20, params={"worlds": 0}))


@pytest.mark.parametrize("other", [SMART, BOTS.find("random").load()], ids=["smart", "random"])
def test_plays_as_duo_with_those_who_agreed_otherwise(other: Any) -> None:
    assert_same_games(play((DUO, other), 20), play((SEARCH, other), 20, params=({}, {})))


def test_only_the_named_seat_searches() -> None:
    few = {"worlds": 32, "deck": 25}
    first = play((SEARCH, DUO), 20, params=(few, {}))
    assert_same_games(first, play((SEARCH, SEARCH), 20, params=few))
    second = play((DUO, SEARCH), 20, params=({}, {**few, "seats": "second"}))
    assert_same_games(second, play((SEARCH, SEARCH), 20, params={**few, "seats": "second"}))
    assert not np.array_equal(first.results["turns"], second.results["turns"])


def test_points() -> None:
    """The points of 30 deals: more than those of duo."""
    points = int(play((SEARCH, SEARCH), 30, params={"worlds": 64}).results["score_kept"].sum())
    assert points == 721
    assert points > int(play((DUO, DUO), 30).results["score_kept"].sum())
