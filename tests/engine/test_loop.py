"""The game loops: what a seat is shown, what it may keep, and what becomes of its faults.

A compiled bot can say nothing but an action, so a test bot that finds something wrong answers with
an action that does not exist; the number of it tells what was wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hanabi_arena import Bot, Play
from hanabi_arena.engine.table import ENDS
from hanabi_arena.kernels import CompiledBot, kernel, legal_actions
from hanabi_arena.match.batch import FAULT, Games
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.replay import GameRecord, deal_deck
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import Rules, catalogue, find_variant
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.random_python import RandomPython

VARIANTS = (
    *catalogue(),
    "rainbow+copies=full+bouquet-final+choreography+empty-clues",
    "avalanche+choreography+deck-plays+discard-at-max+strikes=20",
)


def seats(rules: Rules, *bots: type[Any], params: Any = None, seed: int | str = 1) -> Seating:
    return Seating(rules, bots, tuple(params or [{}] * len(bots)), seed)


def actions_of(games: Games) -> list[list[int]]:
    """Return the actions game by game."""
    ends = np.cumsum(games.results["turns"])
    return [part.tolist() for part in np.split(games.actions, ends)[: len(ends)]]


# Records.


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_batchs_records_replay_to_the_same_results(variant: str) -> None:
    rules = find_variant(variant)
    players = 5 if variant == "very-small" else 6
    for count in range(2, players + 1):
        games = play_batch(seats(rules, *[Random] * count, seed="cup"), 10, 25)
        for result, actions in zip(games.results, actions_of(games), strict=True):
            game = int(result["game"])
            deck = deal_deck(rules, count, "cup", game)
            record = GameRecord(rules, count, deck, tuple(actions))
            replay = record.replay()
            turns = [replay.act(action) for action in actions]
            outcome = replay.outcome()
            assert (ENDS[result["end"]], result["fault_seat"]) == (outcome.end, -1)
            assert result["score_zero"] == outcome.score_zero
            assert result["score_kept"] == outcome.score_kept
            assert result["turns"] == outcome.turns == len(turns)
            assert result["strikes"] == replay.table.strikes
            assert result["lost_criticals"] == replay.table.lost_criticals
            kinds = [type(turn.action).__name__ for turn in turns]
            assert result["clues"] == kinds.count("ClueSuit") + kinds.count("ClueRank")
            assert result["discards"] == kinds.count("Discard")
        assert games.results["game"].tolist() == list(range(10, 35))


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_loops_play_the_same_games(variant: str) -> None:
    """A Python bot's twin draws the same numbers, so that all its games are the same."""
    rules = find_variant(variant)
    compiled = play_batch(seats(rules, Random, Random, Random), 0, 12)
    for bots in ((RandomPython,) * 3, (Random, RandomPython, Random)):
        mixed = play_batch(seats(rules, *bots), 0, 12)
        assert mixed.actions.tolist() == compiled.actions.tolist()
        assert mixed.results.tolist() == compiled.results.tolist()


def test_a_batch_does_not_depend_on_where_it_starts() -> None:
    table = seats(find_variant("base"), Random, Random)
    whole = play_batch(table, 0, 300)
    parts = Games.join([play_batch(table, 0, 130), play_batch(table, 130, 170)])
    assert parts.results.tolist() == whole.results.tolist()
    assert parts.actions.tolist() == whole.actions.tolist()


# What a seat is shown and may keep.

SEES_ITSELF, BLIND, KEPT_MEMORY, KEPT_PARAMS, MISSED, WRONG_EVENT, LATE, STRANGER = range(
    1001, 1009
)


class Watchful(CompiledBot):
    """Looks for its own cards everywhere, and for traces of earlier games and other seats."""

    memory = (
        ("wrong", np.int64),
        ("started", np.int64),
        ("viewer", np.int64),
        ("events", np.int64),
        ("legal", np.int16, (115,)),
    )

    level: int = 7
    """Something to keep."""

    @staticmethod
    @kernel
    def start(table, memory, params):  # type: ignore[no-untyped-def]
        if memory.started != 0 or memory.events != 0 or memory.random == 0:
            memory.wrong = KEPT_MEMORY
        if params.level != 7:
            memory.wrong = KEPT_PARAMS
        memory.started = 1
        memory.viewer = table.viewer
        params.level = 8
        if table.turn != 0:
            memory.wrong = LATE

    @staticmethod
    @kernel
    def act(table, memory, params):  # type: ignore[no-untyped-def]
        visible = 0
        for seat in range(table.players):
            for slot in range(table.hand_count[seat]):
                if table.hands[seat, slot] >= 0:
                    visible += 1
                    if seat == table.seat:
                        return SEES_ITSELF
        if visible == 0 and table.turn == 0:
            return BLIND
        if memory.events != table.turn:
            return MISSED
        if table.viewer != table.seat or table.viewer != memory.viewer:
            return STRANGER
        if memory.wrong != 0:
            return memory.wrong
        return memory.legal[memory.events % legal_actions(table, memory.legal)]

    @staticmethod
    @kernel
    def observe(table, memory, event, params):  # type: ignore[no-untyped-def]
        memory.events += 1
        if event.turn != memory.events - 1 or table.turn != memory.events:
            memory.wrong = WRONG_EVENT
        hidden = 0
        if table.viewer != memory.viewer:
            memory.wrong = STRANGER
        for seat in range(table.players):
            unseen = 0
            for slot in range(table.hand_count[seat]):
                unseen += table.hands[seat, slot] < 0
            if seat == table.viewer and unseen == table.hand_count[seat]:
                hidden += 1
            elif unseen != 0:
                memory.wrong = SEES_ITSELF
        if hidden != 1:
            memory.wrong = SEES_ITSELF


class Scribbler(CompiledBot):
    """Does what Watchful does, and writes all over what it is handed."""

    memory = Watchful.memory
    level: int = 7
    """Something to overwrite."""

    @staticmethod
    @kernel
    def act(table, memory, params):  # type: ignore[no-untyped-def]
        action = memory.legal[memory.events % legal_actions(table, memory.legal)]
        table.score = 25
        table.clue_tokens = 8
        table.strikes = -100
        table.end = 2
        params.level = 0
        for suit in range(table.suits):
            table.stacks[suit] = 5
        for seat in range(6):
            for slot in range(6):
                table.hands[seat, slot] = 3
                table.possible[seat, slot] = 0
        return action

    @staticmethod
    @kernel
    def observe(table, memory, event, params):  # type: ignore[no-untyped-def]
        memory.events += 1
        table.seat = 0
        table.viewer = 0
        table.turn = -5
        table.score = 25
        event.turn = -9
        event.card = 0
        event.action = 0


class PlainWatchful(Bot):
    """The same in plain Python."""

    def start(self, view):  # type: ignore[no-untyped-def]
        self.events = 0
        assert view.turn == 0

    def act(self, view):  # type: ignore[no-untyped-def]
        assert all(card.identity is None for card in view.hand)
        assert all(card.identity for seat in view.others for card in view.hands[seat])
        assert view.turn == self.events == len(view.history)
        return view.legal_actions[self.events % len(view.legal_actions)]

    def observe(self, view, turn):  # type: ignore[no-untyped-def]
        assert turn == view.history[-1]
        assert turn.turn == self.events
        assert all(card.identity is None for card in view.hand)
        self.events += 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_seat_is_shown_what_it_may_see_and_starts_every_game_afresh(variant: str) -> None:
    rules = find_variant(variant)
    for players in (2, 5):
        games = play_batch(seats(rules, *[Watchful] * players), 0, 20)
        assert games.faults == {}
        assert (games.results["turns"] > 0).all()


def test_a_seat_is_shown_the_same_at_a_table_with_python_bots() -> None:
    rules = find_variant("base")
    games = play_batch(seats(rules, Watchful, PlainWatchful, Watchful), 0, 20)
    assert games.faults == {}
    same = play_batch(seats(rules, Watchful, Watchful, Watchful), 0, 20)
    assert games.actions.tolist() == same.actions.tolist()


def test_what_a_bot_writes_into_its_copies_changes_nothing() -> None:
    rules = find_variant("base")
    fair = play_batch(seats(rules, Watchful, Watchful, Watchful), 0, 40)
    for bots in ((Watchful, Scribbler, Watchful), (Scribbler, PlainWatchful, Scribbler)):
        games = play_batch(seats(rules, *bots), 0, 40)
        assert games.faults == {}
        assert games.actions.tolist() == fair.actions.tolist()
        assert games.results.tolist() == fair.results.tolist()


class Oracle(CompiledBot):
    """Sees its own hand, and says so."""

    sees_own_hand = True

    @staticmethod
    @kernel
    def act(table, memory, params):  # type: ignore[no-untyped-def]
        return 0 if table.hands[table.seat, 0] >= 0 else BLIND


class PlainOracle(Bot):
    """The same in plain Python."""

    sees_own_hand = True

    def act(self, view):  # type: ignore[no-untyped-def]
        assert all(card.identity is not None for card in view.hand)
        return Play(0)


def test_only_an_oracle_sees_its_own_hand() -> None:
    rules = find_variant("base")
    assert play_batch(seats(rules, Oracle, Watchful), 0, 10).faults == {}
    assert play_batch(seats(rules, PlainOracle, Watchful, Oracle), 0, 10).faults == {}


# Faults.


class Faulty(CompiledBot):
    """Breaks its contract in one of four ways, from its third turn on or in its `turn`th turn."""

    memory = (("legal", np.int16, (115,)),)
    turn: int = 4
    """When."""
    how: int = 0
    """0 an illegal action, 1 raises in act, 2 in observe, 3 in start."""
    game_over: bool = False
    """Only when the game has just ended."""

    @staticmethod
    @kernel
    def start(table, memory, params):  # type: ignore[no-untyped-def]
        if params.how == 3:
            raise ValueError("no start")

    @staticmethod
    @kernel
    def act(table, memory, params):  # type: ignore[no-untyped-def]
        if table.turn >= params.turn:
            if params.how == 0:
                return 114
            if params.how == 1:
                raise ValueError("no act")
        legal_actions(table, memory.legal)
        return memory.legal[0]

    @staticmethod
    @kernel
    def observe(table, memory, event, params):  # type: ignore[no-untyped-def]
        late = table.end != 0 if params.game_over else table.turn >= params.turn
        if params.how == 2 and late:
            raise ValueError("no observe")


class Steady(Bot):
    """Plays its oldest card; there to have the other loop play."""

    def act(self, view):  # type: ignore[no-untyped-def]
        return Play(0)


class SteadyCompiled(CompiledBot):
    """The same, compiled."""

    @staticmethod
    @kernel
    def act(table, memory, params):  # type: ignore[no-untyped-def]
        return 0


@pytest.mark.parametrize("partner", [Steady, SteadyCompiled])
@pytest.mark.parametrize(
    ("how", "turns", "words"),
    [
        (0, 5, "illegal PlayDeck(): the deck's last card may be played unseen only"),
        (1, 5, "raised ValueError: no act"),
        (2, 4, "raised ValueError: no observe"),
        (3, 0, "raised ValueError: no start"),
    ],
)
def test_a_fault_ends_its_game_without_points_and_no_other(
    partner: type[Any], how: int, turns: int, words: str
) -> None:
    rules = find_variant("base+strikes=99")
    table = seats(rules, partner, Faulty, params=[{}, {"how": how, "turn": 4}])
    games = play_batch(table, 0, 3)
    assert sorted(games.faults) == [0, 1, 2]
    assert all(text.startswith(words) for text in games.faults.values())
    assert games.results["fault_seat"].tolist() == [1, 1, 1]
    assert games.results["end"].tolist() == [FAULT] * 3
    assert games.results["turns"].tolist() == [turns] * 3
    assert not games.results["score_zero"].any()
    assert not games.results["score_kept"].any()
    assert actions_of(games) == [[0] * turns] * 3


@pytest.mark.parametrize("partner", [Steady, SteadyCompiled])
def test_a_fault_after_the_last_action_is_a_fault_too(partner: type[Any]) -> None:
    table = seats(find_variant("base"), partner, Faulty, params=[{}, {"how": 2, "game_over": True}])
    games = play_batch(table, 0, 2)
    assert games.results["fault_seat"].tolist() == [1, 1]
    assert games.results["end"].tolist() == [FAULT] * 2
    for game, actions in enumerate(actions_of(games)):
        record = GameRecord(
            find_variant("base"),
            2,
            deal_deck(find_variant("base"), 2, 1, game),
            tuple(actions),
            fault_seat=1,
        )
        outcome = record.outcome()
        assert (outcome.end, outcome.score_zero, outcome.score_kept) == ("fault", 0, 0)
