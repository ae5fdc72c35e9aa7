"""The class of tests that a bot's author derives from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from hanabi_arena.api.actions import action_words
from hanabi_arena.api.bot import BotBase
from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.api.registry import BotSpec, Registry
from hanabi_arena.match.ask import as_python
from hanabi_arena.match.batch import Games
from hanabi_arena.match.play import Player
from hanabi_arena.match.replay import GameRecord, deal_deck
from hanabi_arena.match.seats import Seating
from hanabi_arena.match.watched import Watched
from hanabi_arena.rules.catalogue import catalogue, find_variant
from hanabi_arena.rules.variant import Rules
from hanabi_arena.testing.fingerprint import fingerprint, fingerprint_under
from hanabi_arena.testing.positions import (
    refill,
    swap_suits,
    swapped_action,
    swapped_card,
)


class BotTests:
    """What every bot should hold: legal, repeatable, blind to hidden cards, safe when compiled."""

    bot: ClassVar[str]
    """A name, or a place: `bots/mine.py:Mine`."""
    params: ClassVar[Mapping[str, Any]] = {}
    """Parameters to test it with."""
    games: ClassVar[int] = 50
    """Games of each variant and player count."""
    slow_games: ClassVar[int] = 4
    """The same where compilation is off or bounds are checked."""
    seed: ClassVar[int | str] = "bot tests"
    variants: ClassVar[tuple[str, ...]] = (
        *catalogue(),
        "avalanche+bouquet-final+choreography",
        "rainbow+copies=full+empty-clues",
        "deck-plays+discard-at-max",
        "strikes=1+clue-tokens=1",
    )
    """Variants that are tried, as far as the bot accepts them."""
    suit_blind: ClassVar[bool | None] = None
    """Whether it treats all suits alike with these parameters; None for what the bot says."""

    @classmethod
    def spec(cls) -> BotSpec:
        """Return the bot's specification."""
        folders = (Path("bots").resolve(),) if Path("bots").is_dir() else ()
        return Registry(folders).find(cls.bot)

    @classmethod
    def found(cls) -> type[BotBase]:
        """Return the bot's class."""
        return cls.spec().load()

    @classmethod
    def accepted(cls) -> Iterator[tuple[Rules, int]]:
        """Yield every variant and player count that the bot accepts."""
        bot = cls.found()
        for name in cls.variants:
            rules = find_variant(name)
            for players in sorted(bot.players):
                if rules.fits(players) and not bot.why_not(rules, players):
                    yield rules, players

    @classmethod
    def play(
        cls, rules: Rules, players: int, games: int, bot: type[BotBase] | None = None
    ) -> Games:
        """Play self-play games of the bot, or of another class with the same parameters."""
        params: Mapping[str, Any] = cls.params if bot is None else {}
        seating = Seating(rules, ((bot or cls.found()),) * players, (params,) * players, cls.seed)
        return Player(seating).play(0, games)

    def test_accepts_something(self) -> None:
        """There is a variant and a player count that the bot plays."""
        assert any(True for _ in self.accepted()), f"{self.bot} accepts nothing of {self.variants}"

    def test_stays_within_bounds(self) -> None:
        """Compiled, it neither reads nor writes beyond an array, and needs no compiler to be right.

        The same few games are played in processes with bounds checks, and with compilation off. It
        comes first: what writes beyond an array may end the process of the tests after it.
        """
        if not issubclass(self.found(), CompiledBot):
            return
        place = self.spec().place
        checked = fingerprint_under(place, self.params, self.slow_games, NUMBA_BOUNDSCHECK="1")
        assert not checked["faults"], f"with bounds checks: {checked['faults'][0]}"
        plain = fingerprint(place, self.params, self.slow_games)
        assert checked["digest"] == plain["digest"], "bounds checks change its play"
        uncompiled = fingerprint_under(place, self.params, self.slow_games, NUMBA_DISABLE_JIT="1")
        assert not uncompiled["faults"], f"uncompiled: {uncompiled['faults'][0]}"
        assert uncompiled["digest"] == plain["digest"], "compiling changes its play"

    def test_is_legal_wherever_it_plays(self) -> None:
        """No game of any accepted variant ends by a fault."""
        for rules, players in self.accepted():
            faults = self.play(rules, players, self.games).faults
            assert not faults, f"{rules.name}, {players} players: {_first(faults)}"

    def test_is_legal_next_to_random(self) -> None:
        """It copes with partners that do anything."""
        bot = self.found()
        other = Registry().find("random").load()
        for rules, players in self.accepted():
            seats = (bot,) + (other,) * (players - 1)
            params = (self.params,) + ({},) * (players - 1)
            played = Player(Seating(rules, seats, params, self.seed)).play(0, self.games)
            assert not played.faults, f"{rules.name}, {players} players: {_first(played.faults)}"

    def test_repeats_itself(self) -> None:
        """The same seed gives the same games, in whatever order they are played."""
        rules, players = next(self.accepted())
        once = self.play(rules, players, 12)
        seating = Seating(rules, (self.found(),) * players, (self.params,) * players, self.seed)
        player = Player(seating)
        again = Games.join([player.play(game, 1) for game in reversed(range(12))])
        order = np.argsort(again.results["game"])
        same = np.array_equal(once.results, again.results[order])
        assert same, "played again with the same seed, it plays other games"

    def test_sees_no_hidden_card(self) -> None:
        """Other cards in its own hand and in the deck, with the same view, change no action."""
        bot = self.found()
        if bot.sees_own_hand:
            return
        asked = as_python(bot, self.params)
        chance = random.Random(1)
        tried = 0
        for rules, players in self.accepted():
            for game, actions in _games(self.play(rules, players, 3)):
                deck = deal_deck(rules, players, self.seed, game)
                record = GameRecord(rules, players, tuple(deck), actions)
                turns = chance.randrange(max(1, len(actions)))
                seat = (rules.settings.first_seat + turns) % players
                other = refill(record, turns, seat, chance)
                if other is None:
                    continue
                declared = (tuple(asked.conventions),) * players
                watched = Watched(asked, rules, players, seat, self.seed, game, declared)
                real = watched.answer(deck, actions[:turns])
                assert real.code == actions[turns], "asked again, it acts otherwise"
                blind = watched.answer(other, actions[:turns])
                tried += 1
                assert blind == real, (
                    f"{rules.name}, {players} players, game {game}, turn {turns + 1}: "
                    f"{real} becomes {blind} when cards change that it cannot see"
                )
        assert tried, "no position left any choice of hidden cards"

    def test_treats_suits_alike(self) -> None:
        """If it says that it is blind to suits: where they change places, so do its actions."""
        if not (self.found().suit_blind if self.suit_blind is None else self.suit_blind):
            return
        chance = random.Random(1)
        tried = 0
        for watched, record in self._watched():
            order = swap_suits(record.rules, chance)
            if order is None:
                continue
            deck = [swapped_card(card, order) for card in record.deck]
            actions = [swapped_action(code, order) for code in record.actions]
            for turn, answer in watched.answers(deck, actions):
                tried += 1
                assert answer.code == actions[turn], (
                    f"{record.rules.name}, {record.players} players, game {record.game}, turn "
                    f"{turn + 1}: with suits in the places {order}, "
                    f"{action_words(actions[turn])} becomes {action_words(answer.code)}"
                )
        assert tried, "no variant has suits that could change places"

    def test_goes_on_from_a_copy(self) -> None:
        """A copy made in mid-game acts as it does, whatever the one it was made from does then.

        What cannot be copied (a Python bot may hold an open file) can only be played again from the
        first turn; that it then acts as before is a part of `test_sees_no_hidden_card`.
        """
        chance = random.Random(1)
        for watched, record in self._watched():
            copied = chance.randrange(max(1, len(record.actions)))
            try:
                answers = watched.copy_answers(record.deck, record.actions, copied)
            except TypeError:
                return
            for turn, answer, twin in answers:
                where = (
                    f"{record.rules.name}, {record.players} players, game {record.game}, turn "
                    f"{turn + 1}: copied before turn {copied + 1}"
                )
                assert answer.code == record.actions[turn], f"{where}, it acts otherwise itself"
                assert twin == answer, f"{where}, the copy does {twin}, not {answer}"

    @classmethod
    def _watched(cls) -> Iterator[tuple[Watched, GameRecord]]:
        """Yield a game of each accepted variant and player count, with a seat to be asked again."""
        asked = as_python(cls.found(), cls.params)
        for number, (rules, players) in enumerate(cls.accepted()):
            declared = (tuple(asked.conventions),) * players
            for game, actions in _games(cls.play(rules, players, 1)):
                deck = deal_deck(rules, players, cls.seed, game)
                seat = number % players
                yield (
                    Watched(asked, rules, players, seat, cls.seed, game, declared),
                    GameRecord(rules, players, tuple(deck), actions, game=game),
                )

    def test_plays_the_same_when_asked_from_python(self) -> None:
        """Compiled, it plays the games that it plays when asked move by move."""
        if not issubclass(self.found(), CompiledBot):
            return
        twin = as_python(self.found(), self.params)
        for rules, players in list(self.accepted())[::5]:
            compiled = self.play(rules, players, 10)
            asked = self.play(rules, players, 10, twin)
            assert np.array_equal(compiled.results, asked.results), rules.name
            assert np.array_equal(compiled.actions, asked.actions), rules.name


def _first(faults: Mapping[int, str]) -> str:
    game = min(faults)
    return f"game {game}: {faults[game]}"


def _games(games: Games) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each game's number and actions."""
    at = 0
    for row in games.results:
        turns = int(row["turns"])
        yield int(row["game"]), tuple(games.actions[at : at + turns].tolist())
        at += turns
