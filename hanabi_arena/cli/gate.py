"""`arena gate`: fail a pipeline when a bot got weaker."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import BOT_FAILED, GOOD, INTERRUPTED, print_json, say
from hanabi_arena.cli.league_options import Positive
from hanabi_arena.cli.playing import interrupt

if TYPE_CHECKING:
    from hanabi_arena.gate.config import Gate
    from hanabi_arena.gate.run import Gated, Settings


@click.command(short_help="Fail when a bot got weaker than its baseline.")
@click.argument("config", type=click.Path(path_type=Path))
@click.option("--promote", is_flag=True, help="Record the bots as they are as the new baseline.")
@click.option("--base", metavar="REV", help="Baseline: this git revision, not the file's.")
@click.option("--jobs", type=Positive, help="Worker processes; one a core by default.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder; results/gate/NAME by default."
)
@click.option(
    "--junit", type=click.Path(path_type=Path), help="JUnit XML; junit.xml in the folder."
)
@click.option(
    "--summary", type=click.Path(path_type=Path), help="Markdown; summary.md in the folder."
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.option("--part-size", type=Positive, help="Games that are stored at once.")
def gate(config: Path, **options: Any) -> None:
    """Hold the bots of CONFIG against their baseline: a git revision, or recorded scores.

    Exit code: 0 for not weaker and identical, 1 for weaker, 3 for inconclusive (0 where the file
    says that it passes), 4 if a bot failed.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    raise SystemExit(_gate(config, options))


def _gate(config: Path, options: dict[str, Any]) -> int:
    from hanabi_arena.comparison.sides import Finder
    from hanabi_arena.errors import UsageError
    from hanabi_arena.gate.config import read_gate
    from hanabi_arena.gate.run import Settings, run_gate

    started = time.perf_counter()
    read = read_gate(config, options["base"])
    folder = options["out"] or Path("results") / "gate" / read.keys.name
    settings = Settings(folder, options["jobs"], options["part_size"])
    if options["promote"] and read.baseline_file is None:
        raise UsageError(
            f"{config}: --promote records a baseline, and this one is a git revision; "
            "name the file to write: baseline: {file: baseline.json}"
        )
    try:
        with _Shown() as show, Finder() as finder:
            if options["promote"]:
                return _promote(read, settings, show)
            gated = run_gate(read, finder, settings, show)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        say(f"stopped, undecided; go on with: {shlex.join(['arena', *sys.argv[1:]])}")
        return INTERRUPTED
    for note in gated.notes:
        say(f"note: {note}")
    _write(gated, folder, options, time.perf_counter() - started)
    if options["as_json"]:
        print_json(gated.as_dict())
    else:
        from hanabi_arena.gate.report import gate_text

        click.echo(gate_text(gated))
    return gated.exit_code


class _Shown:
    """Shows how far the games of one bot after another are."""

    def __init__(self) -> None:
        self._name = ""
        self._live: Any = None

    def __enter__(self) -> _Shown:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __call__(self, name: str, question: Any, progress: Any, evidence: Any) -> None:
        from hanabi_arena.cli.live import shown

        if name != self._name:
            self.stop()
            self._name = name
            self._live = shown(question).__enter__()
        self._live.show(progress, evidence)

    def stop(self) -> None:
        """Show no more."""
        if self._live is not None:
            self._live.stop()


def _promote(read: Gate, settings: Settings, show: _Shown) -> int:
    from hanabi_arena.gate.run import is_too_short, promote

    path = read.baseline_file
    assert path is not None
    if is_too_short(read):
        say(
            f"note: {read.keys.games:,} deals are so few that even a bot that plays the same stays "
            "inconclusive; games in the file says how many"
        )
    made, faults = promote(read, path, settings, show)
    show.stop()
    for one in faults:
        say(f"{one.side} failed in {one.games:,} games: {one.text}", f"  {one.command}")
    if made is None:
        say(f"{path} is as it was: a baseline is not made of games with faults")
        return BOT_FAILED
    for bot in made.bots.values():
        for (variant, players), scores in bot.scores.items():
            click.echo(
                f"{bot.name}, {variant}, {players} players: mean {scores.mean():.2f} "
                f"in {made.games:,} deals"
            )
    click.echo(f"wrote {path}; commit it, and arena gate holds the bots against it")
    return GOOD


def _write(gated: Gated, folder: Path, options: dict[str, Any], seconds: float) -> None:
    from hanabi_arena.gate.report import junit, markdown
    from hanabi_arena.league.files import write_whole

    summary = markdown(gated)
    for path, text in (
        (options["junit"] or folder / "junit.xml", junit(gated, seconds)),
        (options["summary"] or folder / "summary.md", summary),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    if job := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(job).open("a", encoding="utf-8") as file:
            file.write(summary)
