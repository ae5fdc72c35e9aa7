"""`arena audit`: check what a bot promises."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from hanabi_arena.cli.common import BAD, print_json, whole_numbers
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from hanabi_arena.interop.conformance import Check


@click.command(short_help="Check a program against the protocol for bots.")
@click.option("--protocol", metavar="COMMAND", help="The program to check, with its arguments.")
@click.option("--players", default="2-5", help="Player counts to try; 2-5.")
@click.option("--games", type=click.IntRange(min=1), default=3, help="Games of each kind; 3.")
@click.option("--start-seconds", type=float, default=20.0, help="Time to answer hello; 20.")
@click.option("--move-seconds", type=float, default=10.0, help="Time for a move; 10.")
@click.option("--transcript", is_flag=True, help="Print what was said in the first game as well.")
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
def audit(
    protocol: str | None,
    players: str,
    games: int,
    start_seconds: float,
    move_seconds: float,
    transcript: bool,
    as_json: bool,
) -> None:
    """Check whether a program keeps to the protocol for bots in any language.

    Every check is a line: passed, failed with what went wrong, or skipped. The exit code is 1 if
    one failed. docs/protocol.md has the protocol.
    """
    from hanabi_arena.interop.conformance import Audit

    if protocol is None:
        raise UsageError("say what to check: --protocol COMMAND")
    program = Audit(
        _words(protocol),
        whole_numbers(players, "player counts"),
        games,
        start_seconds,
        move_seconds,
    )
    checks = []
    for check in program.run():
        checks.append(check)
        if not as_json:
            click.echo(_line(check))
    failed = sum(check.verdict == "failed" for check in checks)
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        passed = sum(check.verdict == "passed" for check in checks)
        skipped = len(checks) - passed - failed
        click.echo(f"{passed} passed, {failed} failed, {skipped} skipped")
    if transcript:
        click.echo("\n".join(program.log))
    if failed:
        raise SystemExit(BAD)


def _words(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UsageError(f"--protocol: {command!r}: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise UsageError(f'--protocol: there is no program "{words[0] if words else ""}"')
    return words


def _line(check: Check) -> str:
    verdict = check.verdict.upper() if check.verdict == "failed" else check.verdict
    return f"{verdict:8} {check.name}{check.detail and f' · {check.detail}'}"
