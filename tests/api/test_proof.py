"""Who is shown the table itself: kernels that provably write nothing, and nobody else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanabi_arena.api.compiled import compile_bot
from hanabi_arena.api.registry import Registry
from hanabi_arena.kernels import CompiledBot, Event, Table, discard, kernel, play
from hanabi_arena.match.batch import Games
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant


@kernel
def tidy(table: Table) -> None:
    """Write to the table, from afar."""
    table.hands[0, 0] = 3


@kernel
def change(row: Any) -> None:
    """Write to a part of something."""
    row[1] = 7


class Reads(CompiledBot):
    """Looks at everything, and writes to its memory only."""

    memory = (("sum", np.int64), ("hands", np.int8, (6, 6)))

    @staticmethod
    @kernel
    def start(table: Table, memory: Any, params: Any) -> None:
        memory.sum = table.possible[0, 0]

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        for seat in range(table.players):
            for slot in range(6):
                memory.hands[seat, slot] = table.hands[seat, slot]
                memory.sum += table.order[seat, slot]
        return discard(0) if table.clue_tokens < table.max_tokens else play(memory.sum % 3)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Any, event: Event, params: Any) -> None:
        memory.sum += event.card + table.seat


class WritesField(Reads):
    """Writes a field of the table."""

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        table.score = 25
        return play(0)


class WritesSometimes(Reads):
    """Writes in one case only."""

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        if memory.sum == -12345:
            table.possible[1, 2] = 1
        return play(0)


class WritesFromAfar(Reads):
    """Has a helper write."""

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        tidy(table)
        return play(0)


class WritesARow(Reads):
    """Hands a row of the table to a helper that writes."""

    @staticmethod
    @kernel
    def act(table: Any, memory: Any, params: Any) -> int:
        change(table.hands[table.seat])
        return play(0)


class WritesASlice(Reads):
    """Writes a piece of a field at once."""

    @staticmethod
    @kernel
    def act(table: Any, memory: Any, params: Any) -> int:
        table.stacks[1:3] = 5
        return play(0)


WRITERS = (WritesField, WritesSometimes, WritesFromAfar, WritesARow, WritesASlice)


class WritesTheEvent(Reads):
    """Writes to what it observes."""

    @staticmethod
    @kernel
    def observe(table: Table, memory: Any, event: Event, params: Any) -> None:
        event.card = 3


class WritesWhileWatching(Reads):
    """Writes to the table after an action."""

    @staticmethod
    @kernel
    def observe(table: Table, memory: Any, event: Event, params: Any) -> None:
        table.hands[event.seat, 0] = 2


class Checks(CompiledBot):
    """Answers with an action that does not exist if it is shown what it may not see."""

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        for slot in range(6):
            if table.hands[table.seat, slot] >= 0:
                return 1000 + slot
        for seat in range(table.players):
            if seat != table.seat and table.hand_count[seat] > 0 and table.hands[seat, 0] < 0:
                return 2000 + seat
        return 3000 if table.viewer != table.seat else play(0)


class Raises(Reads):
    """Only reads, and raises in some games, as it acts or as it observes."""

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        if table.turn == 3 and table.hands[(table.seat + 1) % table.players, 0] % 3 == 0:
            raise ValueError("read")
        return discard(0) if table.clue_tokens < table.max_tokens else play(0)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Any, event: Event, params: Any) -> None:
        if event.turn == 2 and event.card % 4 == 1:
            raise ValueError("heard")


def proven(bot: type[CompiledBot]) -> dict[str, bool]:
    return {name: one.only_reads for name, one in compile_bot(bot).items()}


def batch(bots: tuple[type[Any], ...], variant: str = "base", games: int = 40) -> Games:
    return play_batch(Seating(find_variant(variant), bots, ({},) * len(bots), "proof"), 0, games)


def assert_same(one: Games, other: Games) -> None:
    assert one.faults == other.faults
    assert np.array_equal(one.results, other.results)
    assert np.array_equal(one.actions, other.actions)


def test_what_only_reads_is_found_out() -> None:
    assert proven(Reads) == {"act": True, "start": True, "observe": True}
    assert proven(Checks) == {"act": True}


@pytest.mark.parametrize("bot", WRITERS)
def test_no_way_of_writing_is_overlooked(bot: type[CompiledBot]) -> None:
    assert proven(bot) == {"act": False, "start": True, "observe": True}


@pytest.mark.parametrize("bot", [WritesTheEvent, WritesWhileWatching])
def test_observers_that_write_are_noticed(bot: type[CompiledBot]) -> None:
    assert proven(bot) == {"act": True, "start": True, "observe": False}


@pytest.mark.parametrize("name", ["random", "simple", "hints", "value", "table-talk"])
def test_light_bots_need_no_copy(name: str) -> None:
    kernels = proven(Registry().find(name).load())  # type: ignore[arg-type]  # they are compiled
    assert set(kernels.values()) == {True}


def test_what_was_found_out_is_kept_beside_the_cached_code(tmp_path: Path) -> None:
    bot = tmp_path / "bots" / "two.py"
    bot.parent.mkdir()
    bot.write_text(
        "from hanabi_arena.kernels import CompiledBot, kernel\n\n"
        "class Two(CompiledBot):\n"
        "    @staticmethod\n    @kernel\n    def act(table, memory, params):\n"
        "        return table.turn % 2\n\n"
        "    @staticmethod\n    @kernel\n    def start(table, memory, params):\n"
        "        table.seat = 1\n",
        encoding="utf-8",
    )
    program = (
        "from hanabi_arena.api.compiled import compile_bot\n"
        "from hanabi_arena.api.registry import Registry\n"
        f"found = compile_bot(Registry().find({str(bot)!r}).load())\n"
        "print([found[name].only_reads for name in ('act', 'start')])\n"
    )
    cache = tmp_path / "cache"

    def said() -> str:
        environment = {**os.environ, "HANABI_ARENA_CACHE": str(cache)}
        command = [sys.executable, "-c", program]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        ).stdout.strip()

    assert said() == "[True, False]"
    assert said() == "[True, False]"
    for note in cache.rglob("*.only-reads"):
        note.unlink()
    assert said() == "[False, False]"  # nothing is known of it, so there are copies


@pytest.mark.parametrize("variant", ["base", "rainbow+choreography", "bouquet-final"])
def test_with_copies_and_without_the_games_are_the_same(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("hints", "information", "random", "value", "oracle")
    bots = (*(Registry().find(name).load() for name in names), Raises)
    without = batch(bots, variant)
    assert batch((Checks,) * 4, variant).faults == {}
    monkeypatch.setattr("hanabi_arena.api.compiled.only_reads", lambda *_: False)
    assert not any(proven(Raises).values())
    assert_same(batch(bots, variant), without)
    assert batch((Checks,) * 4, variant).faults == {}


def test_an_exception_leaves_nothing_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = (Raises, Checks, Raises)
    without = batch(bots, games=120)
    texts = set(without.faults.values())
    assert texts == {"raised ValueError: read", "raised ValueError: heard"}
    monkeypatch.setattr("hanabi_arena.api.compiled.only_reads", lambda *_: False)
    assert_same(batch(bots, games=120), without)


@pytest.mark.parametrize("writer", [*WRITERS, WritesTheEvent, WritesWhileWatching])
def test_what_a_writer_writes_reaches_nobody(
    writer: type[CompiledBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Beside it sit some who look at the table itself; with copies for all, the games are the same.
    bots = (writer, Checks, Reads)
    beside = batch(bots, games=20)
    assert beside.faults == {}
    monkeypatch.setattr("hanabi_arena.api.compiled.only_reads", lambda *_: False)
    assert_same(batch(bots, games=20), beside)
