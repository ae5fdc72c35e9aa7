"""The PettingZoo environment passes PettingZoo's own tests, and plays the arena's games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")

from pettingzoo.test import api_test, render_test, seed_test

from hanabi_arena.errors import IllegalAction, RulesError, UsageError
from hanabi_arena.interop.learning_environment import Game, agent_class, length, observation
from hanabi_arena.interop.pettingzoo import HanabiEnv, env
from hanabi_arena.rules import find_variant
from hanabi_arena_bots.simple import Simple
from tests.support import actions_of, play


# It knows by name which of its own environments show legal actions beside what is observed, and
# warns of any other that does.
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)
@pytest.mark.parametrize(
    ("variant", "players"),
    [("base", 2), ("base", 5), ("small", 3), ("very-small", 2), ("suits=4+first-seat=1", 4)],
)
def test_pettingzoos_own_test(variant: str, players: int) -> None:
    api_test(env(variant=variant, players=players), num_cycles=150)
    api_test(HanabiEnv(variant, players), num_cycles=50)


def test_the_same_seed_gives_the_same_games() -> None:
    seed_test(lambda: env(variant="small", players=3), num_cycles=60)


def test_rendering() -> None:
    render_test(lambda render_mode: env(variant="small", render_mode=render_mode))
    small = HanabiEnv("small", render_mode="ansi")
    small.reset(seed=1)
    assert "seat 0" in str(small.render())


def played(environment: HanabiEnv, agents: list[Any]) -> tuple[list[int], list[float]]:
    """Let agents of the learning environment play a game; return its actions and the rewards."""
    actions = []
    totals = [0.0] * len(agents)
    for name in environment.agent_iter():
        seen, reward, terminated, _, _ = environment.last()
        seat = environment.possible_agents.index(name)
        totals[seat] += reward
        if terminated:
            environment.step(None)
            continue
        view = environment.view(name)
        assert seen["observation"].tolist() == observation(view)["vectorized"]
        move = agents[seat].act(observation(view))
        action = environment.game.read_move(move, seat)
        number = environment.game.move_of(action, seat)
        assert seen["action_mask"][number] == 1
        assert int(seen["action_mask"].sum()) == len(view.legal_actions)
        actions.append(action.code)
        environment.step(number)
    return actions, totals


def test_it_plays_the_games_of_a_league() -> None:
    environment = HanabiEnv("base", 3)
    agents = [agent_class(Simple)({"players": 3}) for _ in range(3)]
    league = play(Simple, Simple, Simple, games=5, seed=11)
    environment.reset(seed=11)
    for game, wanted in enumerate(actions_of(league)):
        if game:
            environment.reset()
        actions, totals = played(environment, agents)
        assert tuple(actions) == wanted
        assert totals == [league.results["score_zero"][game]] * 3


@pytest.mark.parametrize("strikeout", ["zero", "kept"])
def test_what_the_third_strike_leaves(strikeout: str) -> None:
    rules = find_variant("base")
    deck = list(range(25))  # every card once: the first hand holds r1 to r5
    deck += [card for card in range(25) for _ in range((3, 2, 2, 2, 1)[card % 5] - 1)]
    assert len(deck) == rules.cards
    environment = HanabiEnv("base", 2, strikeout=strikeout)
    environment.reset(options={"deck": deck})
    rewards = []
    for slot in (0, 4, 3, 4):  # r1 is placed; y5 misplayed; r5 misplayed; the next one, too
        environment.step(environment.game.hand_size + slot)
        rewards.append(environment.rewards["player_0"])
    assert rewards == [1, 0, 0, -1 if strikeout == "zero" else 0]
    assert environment.infos["player_1"] == {
        "end": "strikes",
        "score_zero": 0,
        "score_kept": 1,
    }
    assert all(environment.terminations.values())


def test_an_illegal_action() -> None:
    raw = HanabiEnv("base", 2)
    raw.reset(seed=3)
    before = raw.observe("player_0")
    with pytest.raises(IllegalAction, match="a discard is impossible"):
        raw.step(0)
    assert np.array_equal(before["observation"], raw.observe("player_0")["observation"])
    wrapped = env()
    wrapped.reset(seed=3)
    wrapped.step(0)
    assert wrapped.terminations["player_0"]
    assert wrapped.rewards["player_0"] == -1


def test_what_is_refused() -> None:
    with pytest.raises(RulesError, match="the learning environment"):
        HanabiEnv("rainbow", 3)
    with pytest.raises(UsageError, match="strikeout: 'none'"):
        HanabiEnv(strikeout="none")
    with pytest.raises(UsageError, match="call reset first"):
        HanabiEnv().observe("player_0")
    small = HanabiEnv("small", 2)
    small.reset()
    with pytest.raises(RulesError, match="there is no move 99"):
        small.step(99)
    shape = small.observe("player_0")["observation"].shape
    assert shape == (length(Game.of(find_variant("small"), 2)),)
