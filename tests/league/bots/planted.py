"""Bots that the class of tests for bots must catch, each by another test."""

from __future__ import annotations

import random
import sys
from threading import Lock
from typing import Any

import numpy as np

from hanabi_arena import Action, Bot, Card, ClueSuit, Discard, Play, View
from hanabi_arena.kernels import CompiledBot, Table, draw_below, kernel, legal_actions


class Honest(Bot):
    """Plays what it knows to be playable, else anything but a card; fair, and repeatable."""

    deterministic = False

    def act(self, view: View) -> Action:
        known = self.known(view)
        for card in view.hand:
            identity = known.get(card.order)
            if identity in view.playable if identity else card.possible <= view.playable:
                return Play(card.slot)
        others = [action for action in view.legal_actions if not isinstance(action, Play)]
        return view.random.choice(others or view.legal_actions)

    def known(self, view: View) -> dict[int, Card]:
        """Return what it knows of cards by their place in the deck, apart from clues."""
        return {}


SEEN: dict[tuple[int, int], Card] = {}


class Whispers(Honest):
    """Its seats tell each other their cards through a variable of the module."""

    def known(self, view: View) -> dict[int, Card]:
        if view.turn < view.players:
            for key in [key for key in SEEN if key[0] == view.seat]:
                del SEEN[key]
        for seat in view.others:
            for card in view.hands[seat]:
                if card.identity is not None:
                    SEEN[seat, card.order] = card.identity
        return {order: card for (seat, order), card in SEEN.items() if seat == view.seat}


class Digs(Honest):
    """Digs in the frames below its own for the table as it really is."""

    def known(self, view: View) -> dict[int, Card]:
        frame: Any = sys._getframe()
        while frame is not None:
            work = getattr(frame.f_locals.get("self"), "work", None)
            if work is not None:
                hand = work.table_array["hands"][0, view.seat]
                cards = zip(view.hand, hand.tolist(), strict=False)
                return {card.order: Card(one // 5, one % 5 + 1) for card, one in cards}
            frame = frame.f_back
        return {}


class Rolls(Bot):
    """Rolls dice of its own."""

    def act(self, view: View) -> Action:
        return random.choice(view.legal_actions)


class Remembers(Bot):
    """Counts its games in its class, and plays accordingly."""

    count = 0

    def start(self, view: View) -> None:
        type(self).count += 1

    def act(self, view: View) -> Action:
        return view.legal_actions[self.count % len(view.legal_actions)]


class Prefers(Bot):
    """Says that suits are all alike to it, and names the first one that it can."""

    suit_blind = True

    def act(self, view: View) -> Action:
        clues = [action for action in view.legal_actions if isinstance(action, ClueSuit)]
        return clues[0] if clues else view.legal_actions[0]


class Alike(Bot):
    """Names the suit of the oldest card to its right, else plays; all suits are alike to it."""

    suit_blind = True

    def act(self, view: View) -> Action:
        seat = view.others[-1]
        for card in view.hands[seat]:
            clue = ClueSuit(seat, card.identity.suit) if card.identity else None
            if clue in view.legal_actions:
                return clue
        return view.legal_actions[0]


TURNS: dict[int, int] = {}


class Registers(Bot):
    """Keeps what it remembers outside of itself, where no copy of it finds it."""

    def start(self, view: View) -> None:
        TURNS[id(self)] = 0

    def act(self, view: View) -> Action:
        TURNS[id(self)] = TURNS.get(id(self), 0) + 1
        return view.legal_actions[TURNS[id(self)] % len(view.legal_actions)]


class Holds(Registers):
    """The same, and cannot be copied: it can only be played again."""

    def start(self, view: View) -> None:
        super().start(view)
        self.lock = Lock()


class Discards(Bot):
    """Discards even while that is illegal."""

    def act(self, view: View) -> Action:
        return Discard(0)


class Overruns(CompiledBot):
    """Writes one word beyond its memory: into the next seat's random stream."""

    deterministic = False
    memory = (("notes", np.int64, (2,)), ("legal", np.int16, (116,)), ("last", np.int64, (4,)))

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        beyond = 3 + (table.turn > 3)
        memory.last[beyond] = table.turn
        return int(memory.legal[draw_below(memory, legal_actions(table, memory.legal))])


class Overflows(CompiledBot):
    """Comes to other numbers where it is not compiled: 64-bit numbers wrap only there."""

    memory = (("legal", np.int16, (115,)),)

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        count = legal_actions(table, memory.legal)
        large = (table.turn + 3) * 6364136223846793005
        large = large * large
        return int(memory.legal[(large >> 33) % count])
