"""The oracle: it foresees what happens, does not see the deck, and plays as strongly as it did."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanabi_arena.api.registry import Registry
from hanabi_arena.engine.kernel import new_record
from hanabi_arena.match.ask import as_python
from hanabi_arena.match.batch import Games
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.replay import GameRecord, deal_deck
from hanabi_arena.match.seats import Seating
from hanabi_arena.match.watched import Watched
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests

SEED = 2026
BOTS = (Path("bots").resolve(),) if Path("bots").is_dir() else ()
ORACLE: Any = Registry(BOTS).find("oracle").load()
KERNELS: Any = sys.modules[ORACLE.__module__]


def play(players: int, games: int, variant: str = "base", look_ahead: int = 2) -> Games:
    seats, params = (ORACLE,) * players, ({"look_ahead": look_ahead},) * players
    return play_batch(Seating(find_variant(variant), seats, params, SEED), 0, games)


def records(games: Games, variant: str, players: int) -> list[tuple[GameRecord, Any]]:
    """Return each game as a record, and its result."""
    rules = find_variant(variant)
    ends = np.cumsum(games.results["turns"])
    found = []
    for row, end in zip(games.results, ends, strict=True):
        actions = tuple(games.actions[end - row["turns"] : end].tolist())
        deck = tuple(deal_deck(rules, players, SEED, int(row["game"])))
        found.append((GameRecord(rules, players, deck, actions), row))
    return found


class TestOracle(BotTests):
    bot = "oracle"
    games = 20


def foreseen(record: GameRecord, deck_count: int) -> int | None:
    """Return the score that the bot expects when the deck gets this short, told its order."""
    game = record.replay()
    for turn, code in enumerate(record.actions):
        table = game.table
        if int(table.deck_count) <= deck_count:
            if int(table.deck_count) < deck_count:
                return None  # the deal leaves fewer
            notes = new_record(ORACLE.memory_dtype())
            KERNELS.look(table, notes)
            KERNELS.count_deck(table, notes)
            left = record.deck[len(record.deck) - deck_count :]
            assert sorted(left) == sorted(notes.pool[:deck_count].tolist())
            for place, card in enumerate(left):
                notes.order[place] = card
            move = KERNELS.decide(table, notes, 0)
            assert KERNELS.action_of(table, move) == code, f"turn {turn}"
            return int(KERNELS.play_out(table, notes, move))
        game.act(code)
    return None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_foresees_what_happens(players: int) -> None:
    for variant, games in (
        ("base", 1000),
        ("avalanche+choreography", 80),
        ("bouquet-final", 80),
        ("clue-starved+suits=6", 80),
        ("discard-at-max+clue-tokens=2", 80),
        ("rainbow+bouquet-final+clue-tokens=3+strikes=1", 80),
        ("extra-cards=-1+deck-plays+half-tokens+strikes=2", 80),
    ):
        tried = 0
        for number, (record, row) in enumerate(
            records(play(players, games, variant, 0), variant, players)
        ):
            expected = foreseen(record, 1 + number % 4)
            if expected is not None:
                tried += 1
                assert expected == row["score_zero"], (variant, number)
        assert tried > games / 3, variant  # the others end with more cards in the deck


@pytest.mark.parametrize("variant", ["base", "choreography", "bouquet-final", "rainbow"])
def test_does_not_see_the_deck(variant: str) -> None:
    chance = random.Random(1)
    asked = as_python(ORACLE)
    rules = find_variant(variant)
    late = 0
    for players in (2, 5):
        for number, (record, _) in enumerate(records(play(players, 16, variant), variant, players)):
            left = deck_counts(record)
            if number % 2 and left[-1] <= 2:  # where it looks ahead
                turns = chance.randrange(left.index(2), len(left))
                late += 1
            else:
                turns = chance.randrange(len(left))
            known = len(record.deck) - left[turns]
            rest = list(record.deck[known:])
            chance.shuffle(rest)
            seat = turns % players
            watched = Watched(asked, rules, players, seat, SEED, number, ((),) * players)
            answer = watched.answer([*record.deck[:known], *rest], record.actions[:turns])
            assert answer.code == record.actions[turns], (players, number, turns)
    assert late > 3


def deck_counts(record: GameRecord) -> list[int]:
    """Return how many cards the deck holds before each action."""
    game = record.replay()
    counts = []
    for code in record.actions:
        counts.append(int(game.table.deck_count))
        game.act(code)
    return counts


def test_takes_the_deck_card_where_that_is_allowed() -> None:
    games = play(4, 3000, "deck-plays")
    assert (games.actions == 114).any()
    assert not games.results["strikes"].any()


def test_announces_every_play() -> None:
    games = play(3, 200, "choreography")
    assert (games.actions >= 78).sum() == games.results["score_kept"].sum()
    assert not (games.actions < 6).any()
