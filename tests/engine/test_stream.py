"""The random streams: exact, uniform, the same compiled and plain, and apart from each other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.engine.kernel import PLAIN, new_record
from hanabi_arena.engine.stream import (
    GENERATOR,
    draw_below,
    draw_unit,
    start,
    start_plain,
    step_plain,
    stream_key,
    word_plain,
)
from hanabi_arena.engine.table import EVENT, PILE, TABLE
from hanabi_arena.match.play import Player
from hanabi_arena.match.replay import deal_deck
from hanabi_arena.match.seats import Seating, Workspace
from hanabi_arena.rules import find_variant
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.random_python import RandomPython

WORDS = st.integers(0, 2**64 - 1)


def memory_at(state: int) -> Any:
    memory = new_record(Random.memory_dtype())
    memory.random = state
    return memory


def started(low: int, high: int, game: int) -> int:
    words: Any = (low, high) if PLAIN else (np.uint64(low), np.uint64(high))
    return int(start(words[0], words[1], game))


def test_known_outputs() -> None:
    """The first words of splitmix64 from state 1234567, as published with the generator."""
    state, words = 1234567, []
    for _ in range(3):
        state = step_plain(state)
        words.append(word_plain(state))
    outputs = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    assert words == [output >> 32 for output in outputs]


@given(low=WORDS, high=WORDS, game=st.integers(0, 2**40))
def test_the_start_is_the_same_compiled_and_plain(low: int, high: int, game: int) -> None:
    assert started(low, high, game) == start_plain(low, high, game)


@given(state=WORDS, bounds=st.lists(st.integers(1, 2**31), max_size=30))
def test_a_seats_stream_is_the_same_compiled_and_plain(state: int, bounds: list[int]) -> None:
    memory, plain = memory_at(state), SeatRandom(state)
    for bound in bounds:
        drawn = int(draw_below(memory, bound))
        assert 0 <= drawn < bound
        assert drawn == plain.below(bound)
        assert float(draw_unit(memory)) == plain.unit()


def test_drawing_below_a_bound_is_exact() -> None:
    """Every word leads to the same number of values, once the surplus ones are drawn again.

    With a bound of 3 * 2**30 a quarter of all words is surplus, and each third of the values must
    come from as many words; without rejection one third would come up twice as often.
    """
    bound, draws = 3 << 30, 30_000
    memory = memory_at(1)
    thirds = Counter(int(draw_below(memory, bound)) % 3 for _ in range(draws))
    steps = 0
    state = 1
    while state != int(memory.random):
        state = step_plain(state)
        steps += 1
    assert 0.32 < (steps - draws) / draws < 0.35  # a third more words than draws
    for count in thirds.values():
        assert abs(count - draws / 3) < 5 * (draws * 2 / 9) ** 0.5


@pytest.mark.parametrize("bound", [2, 3, 7, 20, 50, 60, 115])
def test_small_bounds_are_uniform(bound: int) -> None:
    memory = memory_at(99)
    draws = 400 * bound
    counts = Counter(int(draw_below(memory, bound)) for _ in range(draws))
    assert set(counts) == set(range(bound))
    # The chi-square of so many draws; its mean is bound - 1, its variance twice that.
    chi = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_choices_and_shuffles_of_a_seat() -> None:
    random = SeatRandom(5)
    items = list(range(10))
    random.shuffle(items)
    assert sorted(items) == list(range(10)) != items
    assert random.choice("abc") in "abc"
    with pytest.raises(ValueError, match="nothing to choose from"):
        random.choice([])
    for bound in (0, -1, 2**31 + 1):
        with pytest.raises(ValueError, match="is not from 1 to"):
            random.below(bound)


def test_keys_differ_by_seed_cards_players_and_purpose() -> None:
    base, small = find_variant("base"), find_variant("small")
    keys = {
        stream_key(seed, game, purpose)
        for seed in (1, 2, "cup")
        for game in (base.deal_key(2), base.deal_key(3), small.deal_key(2))
        for purpose in ("deal", *(f"seat {seat}" for seat in range(6)))
    }
    assert len(keys) == 3 * 3 * 7


def test_a_seats_stream_leads_neither_to_the_deal_nor_to_another_seat() -> None:
    """Keys of deal and seats at one table are all different, and so are the streams' starts."""
    seating = Seating(find_variant("base"), (RandomPython,) * 5, ({},) * 5, 2026)
    keys = Workspace(seating).keys
    starts = {start_plain(int(low), int(high), game) for low, high in keys for game in range(1_000)}
    assert len(starts) == 7 * 1_000


def test_variants_with_the_same_cards_share_their_deals() -> None:
    decks = {
        deal_deck(find_variant(variant), 3, 2026, 4)
        for variant in ("base", "choreography", "bouquet-final", "empty-clues", "clue-starved")
    }
    assert len(decks) == 1
    sixth = {deal_deck(find_variant(variant), 3, 2026, 4) for variant in ("avalanche", "rainbow")}
    assert len(sixth) == 1


def test_another_seed_player_count_hand_size_or_game_is_another_deal() -> None:
    base = find_variant("base")
    decks = {
        deal_deck(base, 2, 2026, 0),
        deal_deck(base, 3, 2026, 0),
        deal_deck(base, 2, 2027, 0),
        deal_deck(base, 2, 2026, 1),
        deal_deck(find_variant("base+hand-size=4"), 2, 2026, 0),
    }
    assert len(decks) == 5


def test_deals_do_not_depend_on_who_plays() -> None:
    """What is dealt in a run is what `deal_deck` says, whatever the bots do."""
    rules = find_variant("base")
    for bots in ((Random, Random), (RandomPython, Random), (RandomPython, RandomPython)):
        player = Player(Seating(rules, bots, ({}, {}), "cup"))
        for game in range(5):
            player.play(game, 1)
            dealt = tuple(player.work.pile_array["cards"][0, :50].tolist())
            assert dealt == deal_deck(rules, 2, "cup", game)


def test_a_deal_is_a_fair_shuffle_of_the_sorted_cards() -> None:
    """Fisher and Yates, from the last place down, with the stream of the deal's key."""
    for variant, players, seed in (("base", 2, 2026), ("avalanche", 5, "cup"), ("small", 3, 0)):
        rules = find_variant(variant)
        low, high = stream_key(seed, rules.deal_key(players), "deal")
        for game in range(50):
            copies = [count for suit in rules.suits for count in suit.copies]
            cards = [card for card, count in enumerate(copies) for _ in range(count)]
            SeatRandom(start_plain(low, high, game)).shuffle(cards)
            assert deal_deck(rules, players, seed, game) == tuple(cards)


def test_a_seed_deals_the_same_cards_for_ever() -> None:
    """Recorded runs name their deals by seed and generator; other cards need another name."""
    assert GENERATOR == "splitmix64/blake2b/1"
    rules = find_variant("very-small")
    dealt = " ".join(map(rules.card_name, deal_deck(rules, 2, 2026, 17)))
    assert dealt == "r3 r2 r5 r4 r4 r1 r1 r3 r2 r1"


def test_all_deals_of_a_block_differ() -> None:
    rules = find_variant("base")
    decks = {deal_deck(rules, 4, 7, game) for game in range(5_000)}
    assert len(decks) == 5_000


def test_the_shuffle_puts_every_card_everywhere_alike() -> None:
    """Chi-square of identity by place in the deck, with the maximum over the places bounded."""
    rules, games = find_variant("base"), 4_000
    decks = np.array([deal_deck(rules, 2, 11, game) for game in range(games)])
    copies = np.array([count for suit in rules.suits for count in suit.copies])
    expected = games * copies / rules.cards
    chis = []
    for place in range(rules.cards):
        found = np.bincount(decks[:, place], minlength=25)
        chis.append(float(((found - expected) ** 2 / expected).sum()))
    # 24 degrees of freedom: mean 24, deviation 6.9; the worst of 50 places stays below 24 + 4.5 of
    # them, and the mean of all places near 24.
    assert max(chis) < 24 + 4.5 * 48**0.5
    assert abs(np.mean(chis) - 24) < 4 * (48 / 50) ** 0.5


def test_neighbours_in_the_deck_are_independent() -> None:
    """Suits of the first and the second card, against the counts of a fair shuffle."""
    rules, games = find_variant("base"), 4_000
    pairs: Counter[tuple[int, int]] = Counter()
    for game in range(games):
        first, second, *_ = deal_deck(rules, 3, 13, game)
        pairs[first // 5, second // 5] += 1
    chi = 0.0
    for first in range(5):
        for second in range(5):
            expected = games * 10 / 50 * (9 if first == second else 10) / 49
            chi += (pairs[first, second] - expected) ** 2 / expected
    assert chi < 24 + 5 * 48**0.5


def test_no_record_of_the_game_holds_random_state() -> None:
    for record in (TABLE, PILE, EVENT):
        assert "random" not in (record.names or ())
