"""Agents of the learning environment at our table, and our bots as its agents."""

from __future__ import annotations

import importlib
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hanabi_arena as arena
from hanabi_arena.api.bot import BotBase
from hanabi_arena.api.registry import Registry
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.errors import BotError, UsageError
from hanabi_arena.interop.learning_environment import Game, agent_class, length, observation
from hanabi_arena.league.plan import check_params
from hanabi_arena.match.ask import as_python
from hanabi_arena.match.look import view_of
from hanabi_arena.match.replay import Replay
from hanabi_arena.rules import find_variant
from hanabi_arena_bots.hle import Hle
from tests.interop.real_environment import full_deck

GUESTS = Path(__file__).with_name("guests.py")
BASE = find_variant("base")


def guest(name: str, **params: Any) -> dict[str, Any]:
    return {"agent": f"{GUESTS}:{name}", **params}


def real(module: str) -> Any:
    """Return a module of the real package; without it the test is skipped, or must not be."""
    if os.environ.get("HANABI_ARENA_REQUIRE_HLE"):
        return importlib.import_module(f"hanabi_learning_environment.{module}")
    return pytest.importorskip(
        f"hanabi_learning_environment.{module}", reason="make learning-environment"
    )


def real_games(agents: list[Any], config: dict[str, Any], games: int, every: bool) -> Iterator[Any]:
    """Play games in the real environment; yield the cards dealt, and the moves' numbers."""
    env = real("rl_env").HanabiEnv(config)
    for _ in range(games):
        seen = env.reset()
        moves: list[int] = []
        move: Any = None
        done = False
        while not done:
            current = seen["current_player"]
            for seat, agent in enumerate(agents):
                if every or seat == current:
                    answer = agent.act(seen["player_observations"][seat])
                    assert (answer is not None) == (seat == current)
                    move = answer or move
            moves.append(env.game.get_move_uid(env._build_move(move)))
            seen, _, done, _ = env.step(move)
        history = env.state.move_history()
        deals = [item.move() for item in history if item.player() < 0]
        yield [move.color() * 5 + move.rank() for move in deals], moves, env.state.score()


def our_moves(
    bot: type[BotBase], game: Game, cards: list[int], params: dict[str, Any] | None = None
) -> tuple[list[int], int]:
    """Return the moves of a game among copies of a bot here, with the cards that were dealt."""
    rules = game.rules()
    table = Replay(rules, game.players, full_deck(rules, cards))
    declared = (tuple(bot.conventions),) * game.players
    bots = [as_python(bot, params or {})() for _ in range(game.players)]
    streams = [SeatRandom(seat) for seat in range(game.players)]

    def view(seat: int) -> Any:
        return view_of(table.table, seat, rules, table.history, declared, streams[seat])

    for seat, one in enumerate(bots):
        one.start(view(seat))
    moves = []
    while not table.over:
        seat = int(table.table.seat)
        action = bots[seat].act(view(seat))
        moves.append(game.move_of(action, seat))
        turn = table.act(action.code)
        for watcher, one in enumerate(bots):
            one.observe(view(watcher), turn)
    return moves, table.outcome().score_zero


# Its agents here


def test_its_own_agents_play_here_as_there() -> None:
    simple = real("agents.simple_agent")
    place = "hanabi_learning_environment.agents.simple_agent:SimpleAgent"
    for players in range(2, 6):
        game = Game.of(BASE, players)
        config = game.config(players)
        agents = [simple.SimpleAgent(config) for _ in range(players)]
        for cards, moves, score in real_games(agents, config, 15, every=True):
            assert our_moves(Hle, game, cards, {"agent": place}) == (moves, score)
            assert our_moves(Hle, game, cards, guest("Simple")) == (moves, score)


def test_its_random_agent_is_a_guest() -> None:
    real("agents.random_agent")
    place = "hanabi_learning_environment.agents.random_agent:RandomAgent"
    games = arena.play(Hle, players=3, games=30, agent=place, vectorized=False)
    assert (games["fault"] == "").all()
    again = arena.play(Hle, players=3, games=30, agent=place, vectorized=False)
    assert games["actions"].tolist() == again["actions"].tolist()
    assert games["turns"].nunique() > 3


@pytest.mark.parametrize("variant", ["base", "small", "very-small", "suits=3+hand-size=3"])
def test_agents_play_whatever_their_environment_has(variant: str) -> None:
    for players in range(2, 6):
        games = arena.play(Hle, players=players, games=5, variant=variant, **guest("Simple"))
        assert (games["fault"] == "").all()
        size = length(Game.of(find_variant(variant), players))
        numbers = guest("Numbers", config={"length": size})
        games = arena.play(Hle, players=players, games=3, variant=variant, **numbers)
        assert (games["fault"] == "").all()


def test_agents_are_asked_at_every_turn_or_only_on_theirs() -> None:
    every = arena.play(Hle, players=3, games=1, variant="strikes=20", **guest("Counts"))
    own = guest("Counts", every_turn=False)
    once = arena.play(Hle, players=3, games=1, variant="strikes=20", **own)
    for turn in range(9):
        assert every["actions"][0][turn] == (turn + 1) % 4
        assert once["actions"][0][turn] == (turn // 3 + 1) % 4


def test_global_random_numbers_are_the_seats_own() -> None:
    games = []
    for before in (1, 2):
        random.seed(before)
        np.random.seed(before)
        config = {"length": length(Game.of(BASE, 2))}
        games.append(arena.play(Hle, players=2, games=4, **guest("Numbers", config=config)))
    assert games[0]["actions"].tolist() == games[1]["actions"].tolist()


def test_an_agent_that_says_nothing_loses_its_games() -> None:
    games = arena.play(Hle, players=2, games=2, **guest("Silent"))
    assert games["fault"].str.contains("None is no move").all()


@pytest.mark.parametrize(
    ("agent", "text"),
    [
        ("", "hle: agent is needed"),
        ("no_such_module:Agent", "no_such_module cannot be imported"),
        (f"{GUESTS}:Nobody", "there is no Nobody in "),
        (f"{GUESTS}", "there is no class named in "),
        (f"{GUESTS}:NoAgent", "NoAgent has no method act"),
    ],
)
def test_a_wrong_agent_is_refused_before_a_run(agent: str, text: str) -> None:
    with pytest.raises(BotError, match=text):
        check_params(Hle, {"agent": agent})


def test_an_agents_file_is_part_of_its_digest() -> None:
    (file,) = Hle.source_files({"agent": f"{GUESTS}:Simple"})
    assert file.samefile(GUESTS)


def test_variants_that_it_does_not_have_are_refused() -> None:
    for variant, players in (("rainbow", 3), ("six-suits", 3), ("base", 6), ("clue-starved", 2)):
        with pytest.raises(UsageError, match=r"hle .*the learning environment"):
            arena.play(Hle, players=players, games=1, variant=variant, **guest("Simple"))


# Our bots there


@pytest.mark.parametrize("every", [True, False], ids=["every turn", "own turns"])
@pytest.mark.parametrize("name", ["simple", "table-talk", "random-python"])
def test_our_bots_play_there_as_here(name: str, every: bool) -> None:
    bot = Registry().find(name).load()
    for players in range(2, 6):
        for variant in ("base", "small"):
            game = Game.of(find_variant(variant), players)
            config = game.config(7)
            kind = agent_class(name)
            agents = [kind({**config, "seed": seat}) for seat in range(players)]
            games = 2 if name == "random-python" else 3
            for number, played in enumerate(real_games(agents, config, games, every)):
                cards, moves, score = played
                if number and name == "random-python":
                    break  # its stream goes on from game to game
                assert our_moves(bot, game, cards) == (moves, score)


def test_parameters_reach_the_bot() -> None:
    game = Game.of(BASE, 3)
    config = game.config(1)
    kind = agent_class("table-talk", discard="newest")
    bot = Registry().find("table-talk").load()
    plays = real_games([kind(config) for _ in range(3)], config, 5, every=True)
    differs = 0
    for cards, moves, score in plays:
        assert our_moves(bot, game, cards, {"discard": "newest"}) == (moves, score)
        differs += our_moves(bot, game, cards)[0] != moves
    assert differs


def test_there_and_back_again() -> None:
    """A bot as an agent, which is a guest at our table, plays as the bot does."""

    class There(Hle):  # type: ignore[misc]  # mypy does not follow the shipped bots
        def start(self, view: Any) -> None:
            super().start(view)
            self._agent = agent_class("table-talk")(self._game.config(0))
            self._look_on(view)

    games = {}
    for which, bot in (("bot", "table-talk"), ("agent", There)):
        params = guest("Silent") if which == "agent" else {}
        games[which] = arena.play(bot, players=4, games=20, **params)
    assert games["agent"]["actions"].tolist() == games["bot"]["actions"].tolist()


def test_what_no_agent_can_do_is_refused() -> None:
    with pytest.raises(UsageError, match='no bot "smple"'):
        agent_class("smple")
    with pytest.raises(BotError, match='no parameter "colour"'):
        agent_class("simple", colour=1)
    kind = agent_class("simple")
    with pytest.raises(UsageError, match="ranks: 4"):
        kind({"players": 2, "ranks": 4})
    with pytest.raises(UsageError, match="7 players"):
        kind({"players": 7})
    agent = kind({"players": 3})
    rules = BASE
    table = Replay(rules, 2, tuple(arena_deck()))
    seen = observation(view_of(table.table, 0, rules, ()))
    with pytest.raises(UsageError, match="2 players, the configuration says 3"):
        agent.act(seen)
    table.act(0)
    table.act(0)
    seen = observation(view_of(table.table, 0, rules, table.history))
    late = kind({"players": 2})
    with pytest.raises(UsageError, match="was not there when this game began"):
        late.act(seen)
    del seen["pyhanabi"]
    with pytest.raises(UsageError, match="last_moves"):
        agent.act(seen)


def arena_deck() -> list[int]:
    return full_deck(BASE, [])
