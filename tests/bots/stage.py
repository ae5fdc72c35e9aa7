"""Set up a position as data describes it, and ask every seat of a compiled bot what it believes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.engine.kernel import data_of, new_record, record_of
from hanabi_arena.engine.table import HIDDEN, TABLE
from hanabi_arena.match.ask import event_of
from hanabi_arena.match.replay import Replay
from hanabi_arena.rules import find_variant

SUITS = "rygbp"
STATES = {"clued": 1, "finessed": 2, "chop-moved": 4, "trash": 8}


def number(card: str) -> int:
    """Return the identity of `r1`."""
    return SUITS.index(card[0]) * 5 + int(card[1]) - 1


def cards(mask: int) -> set[str]:
    """Return the cards of a mask."""
    return {SUITS[one // 5] + str(one % 5 + 1) for one in range(25) if mask >> one & 1}


class Stage:
    """A preset position of the base game, with a memory of the bot's for every seat."""

    def __init__(self, position: dict[str, Any], bot: type[CompiledBot], **params: Any) -> None:
        self.bot = bot
        hands = [list(reversed(hand)) for hand in position["hands"]]
        self.players = len(hands)
        self.acts = [list(act) for act in position["acts"]]
        dealt = [number(card) for hand in hands for card in hand]
        drawn = [number(act[3]) for act in self.acts if act[0] != "c"]
        rules = find_variant("base")
        pool = Counter(
            {one: count for one in range(25) for count in [(3, 2, 2, 2, 1)[one % 5]]}
        ) - Counter(dealt + drawn)
        self.game = Replay(
            rules, self.players, [*dealt, *drawn, *pool.elements()], position["start"]
        )
        self._preset(position)
        self.params = record_of(bot.params_record(params))
        self.memories = [new_record(bot.memory_dtype()) for _ in hands]
        for seat, memory in enumerate(self.memories):
            bot.start(self.shown(seat), memory, self.params)  # type: ignore[misc]
            if not position["early"]:
                memory["now"]["early"] = 0
            for one, slot, value in position["pre"]:
                self._clued_before(memory["now"], one, slot, value)

    def _preset(self, position: dict[str, Any]) -> None:
        table = self.game.table
        for suit, height in enumerate(position["stacks"]):
            table.stacks[suit] = height
            for rank in range(height):
                table.dead |= 1 << suit * 5 + rank
            table.playable &= ~(0b11111 << suit * 5)
            table.playable |= 1 << suit * 5 + height if height < 5 else 0
        table.score = sum(position["stacks"])
        for card in position["disc"]:
            table.discards[number(card)] += 1
            left = table.copies[number(card)] - table.discards[number(card)]
            if left == 1 and not table.dead >> number(card) & 1:
                table.critical |= 1 << number(card)
        table.clue_tokens = position["tokens"]
        for seat, slot, value in position["pre"]:
            at = self.slot(seat, slot)
            table.possible[seat, at] &= self._touch(value)
            bit = SUITS.index(value) if value in SUITS else int(value) + 5
            table.clued[seat, at] |= 1 << bit

    def _touch(self, value: str) -> int:
        table = self.game.table
        if value in SUITS:
            return int(table.suit_touch[SUITS.index(value)])
        return int(table.rank_touch[int(value) - 1])

    def _clued_before(self, world: Any, seat: int, slot: int, value: str) -> None:
        place = self.place(seat, slot)
        touch = self._touch(value)
        dead = int(self.game.table.dead)
        world["could"][place] &= touch
        world["should"][place] &= touch & ~dead
        world["state"][place] |= STATES["clued"]

    def shown(self, seat: int) -> Any:
        """Return the table as a seat is shown it."""
        array = np.zeros(1, TABLE)
        array[0] = data_of(self.game.table)
        array["viewer"] = seat
        array["declared"][0, : self.players] = 1
        array["hands"][0, seat] = HIDDEN
        return record_of(array)

    def slot(self, seat: int, newest: int) -> int:
        """Return the slot that the community counts as `newest`, 1 being the newest card."""
        return int(self.game.table.hand_count[seat]) - newest

    def place(self, seat: int, newest: int) -> int:
        """Return the place in the deck of a card."""
        return int(self.game.table.order[seat, self.slot(seat, newest)])

    def step(self, count: int = 100) -> None:
        """Let so many of the position's actions happen."""
        for act in self.acts[:count]:
            if act[0] == "c":
                value = act[3]
                if value in SUITS:
                    code = 12 + act[2] * 6 + SUITS.index(value)
                else:
                    code = 48 + act[2] * 5 + int(value) - 1
            else:
                code = self.slot(act[1], act[2]) + (6 if act[0] == "d" else 0)
            assert int(self.game.table.seat) == act[1], act
            turn = self.game.act(code)
            if act[0] != "d" and turn.card is not None:
                assert turn.placed == (act[0] == "p"), act
            for seat, memory in enumerate(self.memories):
                self.bot.observe(  # type: ignore[misc]
                    self.shown(seat), memory, event_of(turn), self.params
                )
        del self.acts[:count]

    def believes(self, seat: int, newest: int, eyes: int | None = None) -> set[str]:
        """Return what a card should be, as its holder (or another seat) has it."""
        world = self.memories[seat if eyes is None else eyes]["now"]
        return cards(int(world["should"][self.place(seat, newest)]))

    def states(self, seat: int, newest: int, eyes: int | None = None) -> set[str]:
        """Return in which states the holder (or another seat) has a card."""
        world = self.memories[seat if eyes is None else eyes]["now"]
        state = int(world["state"][self.place(seat, newest)])
        return {name for name, bit in STATES.items() if state & bit}

    def action(self) -> str:
        """Return what the seat on turn does: `play 1`, `discard 5`, `clue 2 y`."""
        seat = int(self.game.table.seat)
        code = int(self.bot.act(self.shown(seat), self.memories[seat], self.params))
        if code < 12:
            kind = "play" if code < 6 else "discard"
            return f"{kind} {int(self.game.table.hand_count[seat]) - code % 6}"
        if code < 48:
            return f"clue {(code - 12) // 6} {SUITS[(code - 12) % 6]}"
        return f"clue {(code - 48) // 5} {(code - 48) % 5 + 1}"
