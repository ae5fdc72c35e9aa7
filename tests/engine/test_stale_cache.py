"""An edit in a helper file of a compiled bot is seen, although numba's own cache does not see it.

And what did not change is not compiled again.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

BOT = """
    from hanabi_arena.kernels import CompiledBot, kernel
    from {where} import choose


    class Helped(CompiledBot):
        '''Asks its helper.'''

        @staticmethod
        @kernel
        def act(table, memory, params):
            return choose(table)
"""

HELPER = """
    from hanabi_arena.kernels import kernel
    from deeper import offset


    @kernel
    def choose(table):
        return {slot} + offset(table)
"""

DEEPER = """
    from hanabi_arena.kernels import kernel


    @kernel
    def offset(table):
        return {offset}
"""

RUN = """
    import sys
    from pathlib import Path

    from hanabi_arena.api.registry import Registry
    from hanabi_arena.match.play import play_batch
    from hanabi_arena.match.seats import Seating
    from hanabi_arena.rules import find_variant

    bot = Registry([Path(sys.argv[1])]).find("helped")
    seating = Seating(find_variant("base"), (bot.load(),) * 2, ({}, {}), 1)
    print("actions", sorted(set(play_batch(seating, 0, 1).actions.tolist())))
    print("digest", bot.digest())
    print("compiled", sum(bot.load().act.stats.cache_misses.values()))
"""


class Plugins:
    """A folder of plugins, and a cache that only these tests use."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder, self.cache = folder / "plugins", cache
        self.script = folder / "run.py"
        self.folder.mkdir()
        self.script.write_text(dedent(RUN))

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(dedent(text))

    def run(self) -> dict[str, str]:
        """Play a game in a process of its own, and return what it printed."""
        ran = subprocess.run(
            [sys.executable, self.script, self.folder],
            env=os.environ | {"HANABI_ARENA_CACHE": str(self.cache), "NUMBA_DISABLE_JIT": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return dict(line.split(" ", 1) for line in ran.stdout.splitlines())

    def kernels(self) -> dict[Path, int]:
        """Return the files of compiled code, and when each was written."""
        return {path: path.stat().st_mtime_ns for path in self.cache.rglob("*.nb[ci]")}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def plugins(tmp_path: Path, cache: Path) -> Plugins:
    found = Plugins(tmp_path, cache)
    found.write("helped.py", BOT.format(where="helper"))
    found.write("helper.py", HELPER.format(slot=1))
    found.write("deeper.py", DEEPER.format(offset=0))
    return found


def test_an_edit_of_a_helper_is_seen_and_nothing_else_is_compiled_again(plugins: Plugins) -> None:
    first = plugins.run()
    assert first["actions"] == "[1]"
    assert first["compiled"] == "1"
    kernels = plugins.kernels()
    assert kernels

    again = plugins.run()
    assert again == first | {"compiled": "0"}
    assert plugins.kernels() == kernels

    plugins.write("helper.py", HELPER.format(slot=2))
    edited = plugins.run()
    assert edited["actions"] == "[2]"
    assert edited["digest"] != first["digest"]
    engine = {path for path in kernels if not path.name.startswith(("helped", "helper", "deeper"))}
    assert len(engine) > 10
    after = plugins.kernels()
    assert {path: after[path] for path in engine} == {path: kernels[path] for path in engine}

    plugins.write("deeper.py", DEEPER.format(offset=2))  # a helper's helper
    deeper = plugins.run()
    assert deeper["actions"] == "[4]"
    assert len({run["digest"] for run in (first, edited, deeper)}) == 3

    plugins.write("helper.py", HELPER.format(slot=1))
    plugins.write("deeper.py", DEEPER.format(offset=0))
    assert plugins.run() == again  # back to what is in the cache still


def test_a_helper_in_the_same_package_is_seen(plugins: Plugins) -> None:
    """The same with `from .helper import ...`."""
    plugins.write("helped.py", BOT.format(where=".helper"))
    assert plugins.run()["actions"] == "[1]"
    plugins.write("helper.py", HELPER.format(slot=3))
    assert plugins.run()["actions"] == "[3]"
