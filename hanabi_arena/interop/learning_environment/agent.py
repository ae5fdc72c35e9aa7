"""Our bots as agents of the learning environment.

    agents = [agent_class("smart")(config) for _ in range(players)]
    move = agents[seat].act(observations["player_observations"][seat])

An agent keeps the game's history from what it observes. It may be asked at every turn, as the
environment's examples do, or only when it is on turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from hanabi_arena.api.bot import Bot, BotBase
from hanabi_arena.api.registry import Registry
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.errors import UsageError
from hanabi_arena.interop.learning_environment.follow import Followed, dealt_hands, moves_of
from hanabi_arena.interop.learning_environment.game import Game
from hanabi_arena.match.ask import as_python


class ArenaAgent:
    """A bot as an agent; `agent_class` makes its classes."""

    bot: ClassVar[type[Bot]]

    def __init__(self, config: Mapping[str, Any], *_: object, **__: object) -> None:
        """Take the environment's configuration; a `seed` starts the bot's random numbers."""
        self.reset(config)

    def reset(self, config: Mapping[str, Any]) -> None:
        """Forget everything, and get ready for games of this configuration."""
        self._game = Game.of_config(dict(config))
        rules = self._game.rules()
        rules.check(self._game.players)
        if reason := self.bot.why_not(rules, self._game.players):
            raise UsageError(f"{self.bot.name} {reason}")
        self._random = SeatRandom(max(0, int(config.get("seed", 0))))
        self._followed: Followed | None = None
        self._bot: Bot | None = None
        self._answered = False

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | None:
        """Return the move to make; None if another player is on turn.

        Raises UsageError for an observation that does not follow on the ones before.
        """
        if "pyhanabi" not in observation:
            raise UsageError('observation: it lacks "pyhanabi", whose last_moves are needed')
        moves = moves_of(observation)
        # Once the seat has acted, what is told begins with its own last move.
        own = any(item.player() == 0 for item, _ in moves)
        if self._is_new(moves, own):
            if own:
                raise UsageError("observation: the agent was not there when this game began")
            self._begin(observation, moves)
        assert self._followed
        assert self._bot
        known = len(self._followed.history) - self._first_told(own)
        self._answered = False
        for item, drawn in moves[known:]:
            turn = self._followed.take(item, drawn)
            self._bot.observe(self._view(), turn)
        if observation["current_player_offset"]:
            return None
        self._answered = True
        action = self._bot.act(self._view())
        return self._game.move_dict(self._game.move_of(action, self._followed.seat))

    def _is_new(self, moves: list[Any], own: bool) -> bool:
        """Return whether another game has begun since the last observation."""
        if self._followed is None:
            return True
        history = self._followed.history
        if not moves:
            return bool(history) or self._answered
        acted = self._answered or any(turn.seat == self._followed.seat for turn in history)
        return not own and (acted or len(moves) < len(history))

    def _first_told(self, own: bool) -> int:
        """Return which turn of the game is the first one that an observation tells of."""
        assert self._followed
        history = self._followed.history
        if not own:
            return 0
        if self._answered:
            return len(history)
        own_turns = [at for at, turn in enumerate(history) if turn.seat == self._followed.seat]
        if not own_turns:
            raise UsageError("observation: it tells of a move that the agent did not make")
        return own_turns[-1]

    def _begin(self, observation: dict[str, Any], moves: list[Any]) -> None:
        game = self._game
        if observation["num_players"] != game.players:
            raise UsageError(
                f"observation: {observation['num_players']} players, "
                f"the configuration says {game.players}"
            )
        offset = observation["current_player_offset"]
        seat = (observation["current_player"] - offset) % game.players
        first = (observation["current_player"] - len(moves)) % game.players
        hands = dealt_hands(observation, game, seat)
        self._followed = Followed(game, seat, first, hands)
        self._declared = (tuple(self.bot.conventions),) * game.players
        self._answered = False
        self._bot = self.bot()
        self._bot.start(self._view())

    def _view(self) -> Any:
        assert self._followed
        return self._followed.view(self._declared, self._random)


def agent_class(bot: str | type[BotBase], **params: Any) -> type[ArenaAgent]:
    """Return the class of an agent that plays as a bot does, with these parameters.

    `bot` is a bot's class, name or place. The others at the table are taken to declare the same
    conventions. Raises UsageError for an unknown bot or parameter.
    """
    if isinstance(bot, str):
        folders = (Path("bots").resolve(),) if Path("bots").is_dir() else ()
        bot = Registry(folders).find(bot).load()
    if bot.sees_own_hand:
        raise UsageError(f"{bot.name} sees its own hand, which the learning environment hides")
    return type(f"{bot.__name__}Agent", (ArenaAgent,), {"bot": as_python(bot, params)})
