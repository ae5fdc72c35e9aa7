"""What an agent of the learning environment is told here is what the real one tells it."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

from hanabi_arena.errors import RulesError
from hanabi_arena.interop.learning_environment import Game, encode, length, observation
from hanabi_arena.interop.learning_environment.encoding import sections
from hanabi_arena.interop.learning_environment.game import NAMED
from hanabi_arena.rules import find_variant
from tests.interop.real_environment import SIZES, Real, views

try:
    from hanabi_learning_environment import pyhanabi, rl_env
except ImportError as error:
    if os.environ.get("HANABI_ARENA_REQUIRE_HLE"):
        raise
    pytest.skip(
        f"the learning environment is not installed (make learning-environment): {error}",
        allow_module_level=True,
    )


def told(thing: Any) -> list[Any]:
    """Return everything that an observation object of either kind answers."""
    moves = thing.last_moves()
    return [
        thing.cur_player_offset(),
        thing.num_players(),
        [[str(card) for card in hand] for hand in thing.observed_hands()],
        [[str(card) for card in hand] for hand in thing.card_knowledge()],
        [str(card) for card in thing.discard_pile()],
        thing.fireworks(),
        thing.deck_size(),
        thing.information_tokens(),
        thing.life_tokens(),
        [str(move) for move in thing.legal_moves()],
        [
            (
                str(move),
                move.player(),
                move.scored(),
                move.information_token(),
                move.color(),
                move.rank(),
                move.card_info_revealed(),
                move.card_info_newly_revealed(),
                move.deal_to_player() if move.player() < 0 else -1,
                move.move().to_dict(),
                int(move.move().type()),
                str(move.move()),
            )
            for move in moves
        ],
        [thing.card_playable_on_fireworks(0, rank) for rank in range(5)],
        str(thing),
    ]


@pytest.mark.parametrize("name", SIZES)
def test_observations_are_the_same(name: str) -> None:
    size = SIZES[name]
    real = Real(size, seed=sum(map(ord, name)))
    seen: Counter[str] = Counter()
    for number in range(size.games):
        for view, wanted in views(size, real.play()):
            found = observation(view)
            assert list(found) == list(wanted)
            there, here = wanted.pop("pyhanabi"), found.pop("pyhanabi")
            assert found == wanted
            if number % 8 == 0:
                assert told(here) == told(there)
            seen["on turn" if found["legal_moves"] else "off turn"] += 1
            seen["short hand"] += len(found["observed_hands"][1]) < size.game.hand_size
    assert seen["on turn"] > seen["off turn"] > 0
    if size.careful:
        assert seen["short hand"]


def test_enough_games() -> None:
    assert sum(size.games for size in SIZES.values()) >= 3_000
    assert {size.game.players for size in SIZES.values()} == {2, 3, 4, 5}


@pytest.mark.parametrize("name", SIZES)
def test_moves_have_the_same_numbers(name: str) -> None:
    game = SIZES[name].game
    there = pyhanabi.HanabiGame(game.config(1))
    assert there.max_moves() == game.moves
    for number in range(game.moves):
        move = there.get_move(number)
        assert game.move_dict(number) == move.to_dict()
        for seat in range(game.players):
            action = game.action_of(number, seat)
            assert game.move_of(action, seat) == number
            assert game.read_move(move.to_dict(), seat) == action
            assert game.read_move(number, seat) == action


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("name", NAMED)
def test_named_games_are_our_variants(name: str, players: int) -> None:
    there = rl_env.make(name, num_players=players)
    game = Game.of(find_variant(NAMED[name]), players)
    assert there.vectorized_observation_shape() == [length(game)]
    assert there.num_moves() == game.moves
    parameters = ("num_colors", "hand_size", "max_information_tokens", "max_life_tokens")
    shown = [getattr(there.game, one)() for one in parameters]
    assert shown == [game.colours, game.hand_size, game.tokens, game.lives]
    assert Game.of_config({**game.config(3)}) == game


def test_sections_of_the_base_game() -> None:
    game = Game.of(find_variant("base"), 2)
    assert sections(game) == {
        "hands": 127,
        "board": 76,
        "discards": 50,
        "last action": 55,
        "knowledge": 350,
    }
    assert length(game) == 658
    assert encode.__doc__


@pytest.mark.parametrize(
    "variant",
    ["rainbow", "avalanche", "bouquet-final", "six-suits", "clue-starved", "choreography"],
)
def test_what_it_cannot_play_is_refused(variant: str) -> None:
    with pytest.raises(RulesError, match="the learning environment"):
        Game.of(find_variant(variant), 3)


def test_what_is_no_move_is_refused() -> None:
    game = Game.of(find_variant("base"), 3)
    for move in (
        None,
        "PLAY",
        -1,
        game.moves,
        {},
        {"action_type": "PLAY"},
        {"action_type": "DEAL", "color": "R", "rank": 1},
        {"action_type": "REVEAL_COLOR", "target_offset": 1, "color": "P"},
        {"action_type": "REVEAL_RANK", "target_offset": "x", "rank": 1},
    ):
        with pytest.raises(RulesError, match="move"):
            game.read_move(move, 0)
