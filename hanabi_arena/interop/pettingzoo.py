"""The arena's games as a PettingZoo environment, in which agents take turns (AEC).

    from hanabi_arena.interop.pettingzoo import env

    hanabi = env(variant="small", players=2)
    hanabi.reset(seed=42)
    for agent in hanabi.agent_iter():
        observation, reward, terminated, truncated, info = hanabi.last()
        ...

Needs the extra `pettingzoo` of this package. Observations are the canonical encoding of the
learning environment, and actions have its numbers; so what is learnt here can play there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        f'{error}: it comes with the extra, pip install "hanabi-arena[pettingzoo]"'
    ) from None

from hanabi_arena.api.view import View
from hanabi_arena.errors import UsageError
from hanabi_arena.interop.learning_environment.encoding import encode, length
from hanabi_arena.interop.learning_environment.game import Game
from hanabi_arena.match.look import view_of
from hanabi_arena.match.position import position_text
from hanabi_arena.match.replay import Replay, deal_deck
from hanabi_arena.rules.catalogue import find_variant

Observation = dict[str, np.ndarray[Any, Any]]


def env(**options: Any) -> Any:
    """Return the environment in the usual wrappers; the options are those of HanabiEnv.

    An illegal action ends the game, and costs the agent that took it one point.
    """
    wrapped: Any = HanabiEnv(**options)
    for wrap in (
        lambda one: wrappers.TerminateIllegalWrapper(one, illegal_reward=-1),
        wrappers.AssertOutOfBoundsWrapper,
        wrappers.OrderEnforcingWrapper,
    ):
        wrapped = wrap(wrapped)
    return wrapped


class HanabiEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game of Hanabi among agents `player_0`, `player_1` and so on.

    An observation is a dictionary of two arrays of zeros and ones: `observation`, what the agent
    sees, and `action_mask`, which actions are legal for it now. The reward of an action is by how
    much it changed the score, the same for all. The third strike takes back all that was earned
    (`strikeout="zero"`), or nothing (`strikeout="kept"`).
    """

    metadata = {  # noqa: RUF012  # as PettingZoo has it
        "name": "hanabi_arena_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str = "base",
        players: int = 2,
        strikeout: str = "zero",
        render_mode: str | None = None,
    ) -> None:
        """Make it. Raises RulesError for a variant that the learning environment does not have."""
        super().__init__()
        if strikeout not in ("zero", "kept"):
            raise UsageError(f"strikeout: {strikeout!r} is not allowed; one of zero, kept")
        self.rules = find_variant(variant)
        self.rules.check(players)
        self.game = Game.of(self.rules, players)
        self.strikeout = strikeout
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        seen = spaces.Box(0, 1, (length(self.game),), np.int8)
        mask = spaces.Box(0, 1, (self.game.moves,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.game.moves) for agent in self.possible_agents
        }
        self._seed, self._number = 0, -1
        self._table: Replay | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent's observations are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent's actions are like."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: with a seed the first game of that seed, without one the next game.

        They are the deals of a league with this seed. `options` may hold a `deck`: identities, top
        first, to start from.
        """
        self._number += 1
        if seed is not None:
            self._seed, self._number = seed, 0
        players = self.game.players
        deck: Sequence[int] | None = (options or {}).get("deck")
        if deck is None:
            deck = deal_deck(self.rules, players, self._seed, self._number)
        self._table = Replay(self.rules, players, deck)
        self._score = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._table.table.seat)]

    def step(self, action: int | None) -> None:
        """Take the action of the agent on turn. Raises IllegalAction, which changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._dealt()
        seat = self.possible_agents.index(agent)
        if action is None:
            raise UsageError(f"{agent} is on turn, and has to act")
        table.act(self.game.action_of(int(action), seat).code)
        self._cumulative_rewards[agent] = 0
        outcome = table.outcome()
        score = outcome.score_zero if self.strikeout == "zero" else outcome.score_kept
        self.rewards = dict.fromkeys(self.agents, score - self._score)
        self._score = score
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
            facts = {"score_zero": outcome.score_zero, "score_kept": outcome.score_kept}
            self.infos = {one: {"end": outcome.end, **facts} for one in self.agents}
        self.agent_selection = self.possible_agents[int(table.table.seat)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, and which of its actions are legal."""
        view = self.view(agent)
        mask = np.zeros(self.game.moves, np.int8)
        if not view.over:
            mask[[self.game.move_of(one, view.seat) for one in view.legal_actions]] = 1
        return {
            "observation": np.array(encode(self.game, view), np.int8),
            "action_mask": mask,
        }

    def view(self, agent: str) -> View:
        """Return what an agent sees as a bot of the arena does."""
        table = self._dealt()
        seat = self.possible_agents.index(agent)
        return view_of(table.table, seat, self.rules, table.history)

    def render(self) -> str | None:
        """Return the table as text, with every hand; print it in the mode `human`."""
        text = position_text(self._dealt().table, self.rules)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""

    def _dealt(self) -> Replay:
        if self._table is None:
            raise UsageError("nothing is dealt yet; call reset first")
        return self._table
