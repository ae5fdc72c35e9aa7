"""Where points went and how the players spoke, against a plain reading of the same games."""

from __future__ import annotations

import math
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from hanabi_arena import ClueRank, Discard, Play
from hanabi_arena.api.actions import ACTIONS
from hanabi_arena.api.bot import BotBase
from hanabi_arena.errors import RunError
from hanabi_arena.match.replay import GameRecord, Replay, deal_deck, deal_decks
from hanabi_arena.rules import find_variant
from hanabi_arena.stats.causes import CAUSES
from hanabi_arena.stats.diagnosed import diagnose_games, diagnose_record, summarise_diagnoses
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.simple import Simple
from hanabi_arena_bots.table_talk import TableTalk
from tests.support import actions_of, arena, play

BOTS = (Random, Simple, TableTalk)

VARIANTS = (
    "base",
    "avalanche",
    "bouquet-final",
    "avalanche+bouquet-final",
    "choreography",
    "clue-starved",
    "deck-plays",
    "small",
    "very-small",
    "rainbow",
    "empty-clues",
)


def lost(found: Any, rule: str) -> Any:
    return sum(
        found[f"lost_to_{cause}" + (f"_{rule}" if cause == "strikeout" else "")].astype(int)
        for cause in CAUSES
    )


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_lost_points_add_up_in_every_game(variant: str, bot: type[BotBase]) -> None:
    rules = find_variant(variant)
    for players in (2, 4):
        games = play(*[bot] * players, games=60, variant=variant, seed=7)
        results = games.results
        faulted = results["fault_seat"] >= 0
        decks = deal_decks(rules, players, 7, np.arange(60))
        found = diagnose_games(rules, players, decks, actions_of(games), faulted)
        for rule in ("kept", "zero"):
            short = rules.max_score - results[f"score_{rule}"].astype(int)
            assert np.array_equal(lost(found, rule), short), rule
        for cause in ("strikeout_kept", "discards", "misplays", "time", "faults"):
            assert (found[f"lost_to_{cause}"] >= 0).all()
        for name in ("clues", "discards", "turns"):
            assert np.array_equal(found[name], results[name]), name
        kinds = found["certain_plays"] + found["convention_plays"] + found["gambles"]
        assert np.array_equal(kinds, found["plays"])
        assert (found["play_chance"] <= found["plays"] + 1e-9).all()


def plainly(record: GameRecord) -> dict[str, float]:
    """The figures of a game, worked out by dealing out every hand, slowly."""
    game = Replay(record.rules, record.players, record.deck)
    table = game.table
    found: dict[str, float] = dict.fromkeys(
        ("bits", "play_chance", "certain_plays", "convention_plays", "gambles", "attributes"), 0
    )
    heard = [False] * record.players

    def hands(seat: int) -> list[tuple[int, ...]]:
        size = int(table.hand_count[seat])
        seen = [
            int(table.hands[o, s])
            for o in range(record.players)
            if o != seat
            for s in range(int(table.hand_count[o]))
        ]
        unseen = []
        for identity in range(int(table.suits) * 5):
            left = int(table.copies[identity]) - int(table.discards[identity])
            left -= int(table.stacks[identity // 5]) > identity % 5
            unseen += [identity] * (left - seen.count(identity))
        masks = [int(table.possible[seat, slot]) for slot in range(size)]
        return [
            hand
            for hand in permutations(unseen, size)
            if all(mask >> card & 1 for card, mask in zip(hand, masks, strict=True))
        ]

    for number in record.actions:
        seat, action = int(table.seat), ACTIONS[number]
        target = getattr(action, "seat", None)
        before = hands(seat if target is None else target)
        if isinstance(action, Play):
            column = [hand[action.slot] for hand in before]
            chance = sum(int(table.playable) >> card & 1 for card in column) / len(column)
            found["play_chance"] += chance
            found["attributes"] += len({card // 5 for card in column}) == 1
            found["attributes"] += len({card % 5 for card in column}) == 1
            touched = int(table.clued[seat, action.slot]) != 0 or heard[seat]
            kind = "certain_plays" if chance == 1 else "convention_plays" if touched else "gambles"
            found[kind] += 1
        heard[seat] = False
        game.act(number)
        if target is not None:
            found["bits"] += math.log2(len(before) / len(hands(target)))
            heard = [other != seat or heard[other] for other in range(record.players)]
    return found


@pytest.mark.parametrize("bot", BOTS)
def test_a_small_game_read_plainly(bot: type[BotBase]) -> None:
    rules = find_variant("very-small")
    for players in (2, 3):
        games = play(*[bot] * players, games=8, variant="very-small", seed=3)
        for number, actions in enumerate(actions_of(games)):
            record = GameRecord(rules, players, deal_deck(rules, players, 3, number), actions)
            found, wanted = diagnose_record(record)[0], plainly(record)
            assert found["bits"] == pytest.approx(wanted["bits"])
            assert found["play_chance"] == pytest.approx(wanted["play_chance"])
            assert found["attributes_known"] == wanted["attributes"]
            for kind in ("certain_plays", "convention_plays", "gambles"):
                assert found[kind] == wanted[kind], kind


def record_of(*actions: object, deck: tuple[int, ...], variant: str = "base") -> GameRecord:
    numbers = tuple(ACTIONS.index(action) for action in actions)
    return GameRecord(find_variant(variant), 2, deck, numbers)


def stacked(*top: int) -> tuple[int, ...]:
    """A deck of the base game with some cards on top."""
    rest = [suit * 5 + rank for suit in range(5) for rank in (0, 0, 0, 1, 1, 2, 2, 3, 3, 4)]
    for card in top:
        rest.remove(card)
    return (*top, *rest)


def test_a_discarded_five_is_a_point_lost_to_discards() -> None:
    deck = stacked(4, 9, 1, 1, 2)
    found = diagnose_record(record_of(ClueRank(1, 1), Play(0), Discard(0), deck=deck))[0]
    assert found["lost_to_discards"] == 1
    assert found["unknown_critical_discards"] == 1
    assert found["lost_to_time"] == 24 - found["plays"] + found["misplays"]


def test_a_misplayed_last_copy_takes_what_is_above_it_along() -> None:
    deck = stacked(3, 3, 2, 2, 9)  # both red 4s in one hand
    found = diagnose_record(record_of(Play(0), Play(0), Play(0), deck=deck))[0]
    assert found["misplays"] >= 2
    assert found["lost_to_misplays"] == 2, "the red 4 and the red 5"


def test_pace_is_taken_at_the_quarters() -> None:
    games = play(*[Simple] * 3, games=1, seed=1)
    rules = find_variant("base")
    record = GameRecord(rules, 3, deal_deck(rules, 3, 1, 0), actions_of(games)[0])
    paces = []
    for step in record.replay().steps(record.actions):
        table = step.table
        paces.append(int(table.score) + int(table.deck_count) + 3 - 25)
    wanted = [paces[math.ceil(len(paces) * quarter / 4) - 1] for quarter in (1, 2, 3, 4)]
    assert diagnose_record(record)[0]["pace"].tolist() == wanted


def test_actions_of_other_rules_are_refused() -> None:
    record = record_of(Discard(0), deck=stacked())
    with pytest.raises(RunError, match="turn 1 is illegal by the rules of base"):
        diagnose_record(record)


def test_a_summary_divides_sums_not_means() -> None:
    frame = pd.DataFrame(
        {
            "line_up": "a",
            "variant": "base",
            "players": 2,
            "game": [0, 1],
            "max_score": 25,
            "token_cost": 1,
            "cards_got": [10, 2],
            "clues": [10, 0],
            "clue_turns": [20, 5],
            "tokens_lost": [0, 2],
            "bits": [30.0, 0.0],
            "attributes_known": [3, 1],
            "plays": [2, 2],
            "play_chance": [1.0, 2.0],
        }
    )
    (row,) = summarise_diagnoses(frame).to_dict("records")
    assert row["games"] == 2
    assert row["efficiency"] == 12 / 12
    assert row["communicativeness"] == 10 / 25
    assert row["bits_per_clue"] == 3.0
    assert row["information_per_play"] == 4 / 8
    assert row["risk"] == 1 - 3 / 4
    assert row["cards_got"] == 6


def test_the_report_says_where_points_go(tmp_path: Path) -> None:
    words = ("--bots", "simple,random", "--players", "2,3", "--games", "30", "--out", "run")
    arena("run", *words, "--no-charts", cwd=tmp_path)
    assert not (tmp_path / "run" / "diagnostics.csv").exists()
    arena("report", "run", "--diagnostics", cwd=tmp_path)
    table = pd.read_csv(tmp_path / "run" / "diagnostics.csv")
    summary = pd.read_csv(tmp_path / "run" / "summary.csv")
    columns = [c for c in map(str, table) if c.startswith("lost_to_") and not c.endswith("_kept")]
    short = (25 - summary["mean_zero"]).round(9).tolist()
    assert table[columns].sum(axis=1).round(9).tolist() == short
    assert (tmp_path / "run" / "charts" / "losses-base.png").exists()
    page = (tmp_path / "run" / "report.md").read_text()
    assert "How they played" in page
    assert "charts/losses-base.png" in page
