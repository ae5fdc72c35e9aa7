"""A view can be kept, shows no hidden card however deep one digs, and is its seat's own."""

from __future__ import annotations

import gc
import random
from collections.abc import Sequence
from types import FunctionType, MethodType, ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

from hanabi_arena import Bot, CardSet, ClueRank, Play, Turn, View
from hanabi_arena.engine.turn import deal
from hanabi_arena.match import mixed
from hanabi_arena.match.play import Player
from hanabi_arena.match.replay import GameRecord, deal_deck
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import Rules, find_variant
from hanabi_arena.testing.positions import refill
from hanabi_arena_bots.random_bot import Random
from tests.league.bots.hostile import Calm, ForgesView, PrintsAndWatches, Raises
from tests.support import actions_of, play

SHOWN = [name for name, thing in vars(View).items() if not name.startswith("_")]


def contents(thing: Any) -> list[Any]:
    """Return all numbers, texts and bytes that can be reached from a thing, in a fixed order."""
    found: list[Any] = []
    seen: dict[int, Any] = {}
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if isinstance(one, type | ModuleType | FunctionType | MethodType) or id(one) in seen:
            continue
        seen[id(one)] = one  # keeps it alive, so that its id stays its own
        if isinstance(one, int | float | str | bytes | bytearray | memoryview):
            found.append(bytes(one) if isinstance(one, bytearray | memoryview) else one)
        if isinstance(one, memoryview):
            waiting.append(one.obj)
        if isinstance(one, np.ndarray | np.generic):
            found.append(one.tobytes())
            waiting.append(one.base)
        waiting.extend(gc.get_referents(one))
        for owner in type(one).__mro__:
            slots: Any = vars(owner).get("__slots__", ())
            waiting += [getattr(one, name, None) for name in slots if not name.startswith("__")]
    return found


class Scripted(Bot):
    """Plays given actions, and notes at the last one what its view holds, however deep."""

    actions: ClassVar[Sequence[Any]] = ()
    noted: ClassVar[list[Any]] = []

    def act(self, view: View) -> Any:
        if view.turn < len(self.actions):
            return self.actions[view.turn]
        shown = {name: getattr(view, name) for name in SHOWN if name not in ("touched",)}
        self.noted.append((contents(view), contents(shown)))
        return None  # ends the game


def noted_with(deck: Sequence[int], rules: Rules, actions: Sequence[Any]) -> Any:
    """Play actions with a deck of one's own; return what the next seat's view holds then."""
    opened = mixed.open_game

    def open_with_deck(table: Any, pile: Any, *rest: Any) -> None:
        opened(table, pile, *rest)
        pile["cards"][: len(deck)] = deck
        deal(table, pile)

    Scripted.actions = actions
    Scripted.noted.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mixed, "open_game", open_with_deck)
        Player(Seating(rules, (Scripted,) * 3, ({},) * 3, "sealed")).play(0, 1)
    (noted,) = Scripted.noted
    return noted


@pytest.mark.parametrize("variant", ["base", "rainbow", "bouquet-final"])
def test_nothing_within_reach_depends_on_a_hidden_card(variant: str) -> None:
    rules = find_variant(variant)
    chance = random.Random(3)
    tried = 0
    for game, codes in enumerate(actions_of(play(*[Random] * 3, games=6, variant=variant))):
        deck = deal_deck(rules, 3, 1, game)
        record = GameRecord(rules, 3, deck, codes)
        for turns in {0, len(codes) // 2, len(codes) - 1}:
            other = refill(record, turns, turns % 3, chance)
            if other is not None:
                replay = record.replay()
                actions = [replay.act(code).action for code in codes[:turns]]
                assert noted_with(other, rules, actions) == noted_with(deck, rules, actions)
                tried += 1
    assert tried >= 10


def test_digging_would_find_a_card_that_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above is not blind: what an oracle sees of its own hand makes a difference."""
    rules = find_variant("base")
    deck = deal_deck(rules, 3, 1, 0)
    other = refill(GameRecord(rules, 3, deck, (0,)), 0, 0, random.Random(1))
    assert other is not None
    monkeypatch.setattr(Scripted, "sees_own_hand", True)
    assert noted_with(other, rules, []) != noted_with(deck, rules, [])


class Wanders(Bot):
    """Does anything that is legal."""

    def act(self, view: View) -> Any:
        return view.random.choice(view.legal_actions)


class Keeps(Wanders):
    """Keeps every view, and what it showed at the time."""

    kept: ClassVar[list[tuple[View, Any, int]]] = []

    def act(self, view: View) -> Any:
        self.keep(view)
        return super().act(view)

    def observe(self, view: View, turn: Turn) -> None:
        self.keep(view)

    def keep(self, view: View) -> None:
        self.kept.append((view, self.told(view), len(view.history)))

    @staticmethod
    def told(view: View) -> Any:
        facts = [name for name in SHOWN if name not in ("random", "history", "table", "touched")]
        return repr([getattr(view, name) for name in facts]), tuple(view.history)


def test_a_view_kept_from_an_earlier_turn_does_not_change() -> None:
    Keeps.kept.clear()
    games = play(Keeps, Wanders, Keeps, games=3)
    assert games.faults == {}
    assert len(Keeps.kept) > 100
    assert len({turn for _, _, turn in Keeps.kept}) > 10
    for view, told, turns in Keeps.kept:
        assert Keeps.told(view) == told
        assert len(view.history) == view.turn == turns


def test_a_table_that_a_bot_writes_into_is_a_copy() -> None:
    Keeps.kept.clear()
    play(Keeps, Wanders, games=1)
    view, told, _ = Keeps.kept[5]
    view.table.stacks[:] = 5
    view.table.possible[:] = 0
    assert Keeps.told(view) == told
    assert view.table.stacks.tolist()[0] == view.stacks[0]


def test_what_a_bot_does_to_its_view_reaches_nobody() -> None:
    calm = play(Calm, Calm, games=40)
    assert len(play(Raises, Calm, games=40).faults) > 5  # so often it would misbehave
    for bots in ((ForgesView, PrintsAndWatches), (PrintsAndWatches, ForgesView)):
        forged = play(*bots, games=40)
        assert forged.faults == {}
        assert forged.actions.tolist() == calm.actions.tolist()
        assert forged.results.tolist() == calm.results.tolist()


class LooksUpAlways(Wanders):
    """Checks what it may do, at its own turn and at others'."""

    def observe(self, view: View, turn: Turn) -> None:
        on_turn = int(view.table.seat) == view.seat
        assert bool(view.legal_actions) == (on_turn and not int(view.table.end))


def test_nothing_is_legal_while_another_seat_is_on_turn() -> None:
    assert play(LooksUpAlways, LooksUpAlways, LooksUpAlways, games=5).faults == {}


def test_the_history_is_a_sequence() -> None:
    Keeps.kept.clear()
    play(Keeps, Wanders, games=1)
    view = next(view for view, _, turns in Keeps.kept if turns == 4)
    history = view.history
    assert [turn.turn for turn in history] == [0, 1, 2, 3]
    assert history[-1] == history[3]
    assert history[1:3] == (history[1], history[2])
    assert history[::-1][0].turn == 3
    for index in (4, -5):
        with pytest.raises(IndexError, match="4 have been taken"):
            _ = history[index]
    with pytest.raises(AttributeError):
        history[0].seat = 1  # type: ignore[misc]  # that is the point


def test_a_card_reads_well() -> None:
    Keeps.kept.clear()
    play(Keeps, Wanders, games=1)
    view = Keeps.kept[0][0]
    assert repr(view.hand[0]).startswith("<slot 0: xx, possible {r1, ")
    other = view.hands[view.others[0]][1]
    assert repr(other).startswith(f"<slot 1: {other.identity!r}, ")
    assert view.touched(ClueRank(view.others[0], other.identity.rank)).count(1) == 1  # type: ignore[union-attr]  # it is seen
    assert isinstance(view.playable, CardSet)
    assert Play(0) in view.legal_actions
