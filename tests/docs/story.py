"""Run the examples of a page one after the other, in a folder of the page's own.

What stands behind the language of a fenced block says what it is:

- ``python run`` is executed; `view` and `card` are there, from a real game.
- ``python file=PATH`` is a file; a file that is there already must have the same content.
- ``yaml gate=PATH`` is a gate's file, which is read.
- ``yaml league=PATH`` is a league file, ``yaml part`` some keys of one; both are planned. What is
  ``yaml wrong=PATH`` is refused.
- ``python example=PATH`` and ``toml example=PATH`` stand in a file of examples/.
- ``toml file=pyproject.toml`` registers a package of bots, which must then be found.
- ``console`` holds commands behind `$ ` and what they print. `arena` is run, other programs are
  not. In the output "…" stands for anything, alone on a line for any number of lines; without
  any output only the exit code counts, 0 or what a comment behind the command says.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import re
import shlex
import sys
import tomllib
import traceback
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import yaml

from hanabi_arena import Bot, play
from hanabi_arena.api.registry import Registry
from hanabi_arena.cli import main
from hanabi_arena.conventions import load_set
from hanabi_arena.errors import ConfigError
from hanabi_arena.gate.config import read_gate
from hanabi_arena.league.config import check_league, read_league
from hanabi_arena.league.document import Document
from hanabi_arena.league.plan import plan_league
from hanabi_arena.league.worker import Played, Task, play_task
from tests.docs.pages import Block

EXAMPLES = Path(__file__).parents[2] / "examples"

_COMMENT = re.compile(r"\s+# exit code (\d+)$")
_NOT_RUN = ("pytest", "pip", "make", "kill", "NUMBA_DISABLE_JIT=1")


class Here:
    """Plays in this process what a run hands to its workers: starting those takes seconds."""

    restarts = 0

    def __init__(self, *_: object) -> None:
        self.tasks: list[Task] = []

    def submit(self, task: Task) -> None:
        self.tasks.append(task)

    def call(self, function: Any, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    @property
    def waiting(self) -> int:
        return len(self.tasks)

    def results(self) -> Iterator[tuple[Task, Played]]:
        while self.tasks:
            task = self.tasks.pop(0)
            yield task, play_task(task)

    def close(self) -> None:
        self.tasks.clear()


class Story:
    """The examples of one page, told in the current folder."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        monkeypatch.setattr("hanabi_arena.league.run.Pool", Here)
        monkeypatch.setattr("hanabi_arena.gate.fingerprint.Pool", Here)
        self.names: dict[str, Any] = {"__name__": "story"}

    def tell(self, block: Block) -> None:
        """Do what a block says; an AssertionError tells where it is wrong."""
        kind, _, value = block.mark.partition("=")
        match block.language, kind:
            case "python", "run":
                self._execute(block)
            case (("python" | "yaml"), "file"):
                self._write(block, Path(value))
            case (("python" | "toml"), "example"):
                written = (EXAMPLES / value).read_text(encoding="utf-8")
                assert block.text in written, f"{block.place}: examples/{value} differs"
            case "toml", "file":
                self._install(block)
            case "yaml", "league":
                self._plan(block, Path(value))
            case "yaml", "gate":
                path = Path(value)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
                read_gate(path)
            case "yaml", "wrong":
                with pytest.raises(ConfigError):
                    self._plan(block, Path(value))
            case "yaml", "set":
                self._write(block, Path(value))
                load_set(value)
            case "yaml", "part":
                self._plan_part(block)
            case "console", _:
                self._run_commands(block)
            case (("text" | "json"), _):
                return
            case _:
                raise AssertionError(f"{block.place}: nothing checks a block marked so")

    def _execute(self, block: Block) -> None:
        if "view" not in self.names:
            self.names["view"] = seen_view()
            self.names["card"] = self.names["view"].hand[0]
        try:
            exec(compile(block.text, block.place, "exec"), self.names)
        except Exception:
            raise AssertionError(f"{block.place}:\n{traceback.format_exc()}") from None

    def _write(self, block: Block, path: Path) -> None:
        if path.exists():
            written = path.read_text(encoding="utf-8")
            assert written == block.text, f"{block.place}: {path} is not what arena new writes"
        path.parent.mkdir(exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        if path.parent.name == "tests":
            names: dict[str, Any] = {"__file__": str(path.resolve()), "__name__": "story"}
            exec(compile(block.text, block.place, "exec"), names)
            (test,) = (thing for name, thing in names.items() if name.startswith("Test"))
            test().test_accepts_something()
            test().test_repeats_itself()

    def _install(self, block: Block) -> None:
        project = tomllib.loads(block.text)["project"]
        ((group, entries),) = project["entry-points"].items()
        site = Path("site").resolve()
        facts = site / f"{project['name']}-{project['version']}.dist-info"
        facts.mkdir(parents=True)
        lines = [f"{name} = {place}" for name, place in entries.items()]
        (facts / "entry_points.txt").write_text(f"[{group}]\n" + "\n".join(lines) + "\n")
        (facts / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
        (package,) = entries.values()
        (site / package).mkdir()
        bot = "from hanabi_arena import Bot\n\nclass FromPackage(Bot):\n    pass\n"
        (site / package / "__init__.py").write_text(bot)
        self.monkeypatch.syspath_prepend(site)
        found = Registry().bots
        assert "from-package" in found, f"{block.place}: its bot is not found"
        assert project["name"] in found["from-package"].source

    def _plan(self, block: Block, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        plan_league(*read_league(path))

    def _plan_part(self, block: Block) -> None:
        league = {"bots": ["random", "simple", "table-talk"]} | yaml.safe_load(block.text)
        document = Document(Path(block.place), league, {})
        plan_league(check_league(document), document)

    def _run_commands(self, block: Block) -> None:
        for piece in re.split(r"(?m)^\$ ", block.text)[1:]:
            command, _, output = piece.partition("\n")
            comment = _COMMENT.search(command)
            words = shlex.split(_COMMENT.sub("", command))
            if words[0] in _NOT_RUN:
                continue
            assert words[0] == "arena", f"{block.place}: no example runs {words[0]}"
            self._run(block, words, int(comment[1]) if comment else 0, output)

    def _run(self, block: Block, words: list[str], code: int, output: str) -> None:
        self.monkeypatch.setattr(sys, "argv", words)
        arguments = words[1:]
        if words[1] == "run" and "--game" not in words and block.mark != "charts":
            arguments.append("--no-charts")
        ended, printed = run(arguments)
        shown = f"{block.place}: $ {shlex.join(words)}\n{printed}"
        assert ended == code, f"{shown}\nends with {ended}, not {code}"
        if output:
            check_output(shown, output, printed)


def run(arguments: list[str]) -> tuple[int, str]:
    """Run `arena`; return its exit code and all that it prints, in order."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            main(arguments, prog_name="arena")
        except SystemExit as ended:
            return int(ended.code or 0), printed.getvalue()
    return 0, printed.getvalue()


def check_output(shown: str, wanted: str, found: str) -> None:
    """Compare what a command printed with the page, line by line."""
    lines = [line.rstrip() for line in found.rstrip().splitlines()]
    lines = [line for line in lines if not line.startswith("compiling ")]
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else re.escape(line.rstrip()).replace("…", ".*") + r"\n"
        for line in wanted.rstrip().splitlines()
    )
    if not re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)):
        difference = difflib.ndiff(wanted.rstrip().splitlines(), lines)
        raise AssertionError(
            f"{shown}\nThe page (-) and what is printed (+):\n" + "\n".join(difference)
        )


def seen_view() -> Any:
    """Return the view of a seat somewhere in the middle of a game."""
    views = []

    class Watcher(Bot):
        def act(self, view: Any) -> Any:
            views.append(view)
            return view.random.choice(view.legal_actions)

    play(Watcher, players=3, games=1)
    return views[len(views) // 2]
