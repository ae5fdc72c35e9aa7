"""What the verbs share: errors in one line, exit codes, output on the right channel."""

from __future__ import annotations

import errno
import io
import json
import sys
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.errors import ArenaError, did_you_mean

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

GOOD, BAD, USAGE, INCONCLUSIVE, BOT_FAILED, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes; see docs/commands.md."""


class Tour(click.Group):
    """A group whose errors are ours, and which offers the nearest verb for a typo."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line; what a terminal's encoding lacks is shown as `?`."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        return super().main(*args, **kwargs)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a verb, or say which one was probably meant."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            known = self.list_commands(ctx)
            raise click.UsageError(
                f'no command "{name}".{did_you_mean(name, known)} One of {", ".join(known)}'
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb; our own errors become one line and an exit code."""
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            click.echo(f"error: {error}", err=True)
            raise SystemExit(error.exit_code) from None
        except OSError as error:  # a full disk, a folder that may not be written
            if error.errno == errno.EPIPE:
                raise  # the reader of our output has gone; click ends quietly
            click.echo(f"error: {error}", err=True)
            raise SystemExit(USAGE) from None
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None


def messages() -> Console:
    """Return the console for everything that is no result: standard error."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def results() -> Console:
    """Return the console for results: standard output."""
    from rich.console import Console

    return Console(highlight=False)


def print_table(table: Table) -> None:
    """Print a table on standard output: fitted to a terminal, elsewhere as wide as it is."""
    console = results()
    if console.is_terminal:
        console.print(table)
        return
    console.width = 500
    with console.capture() as captured:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def say(*lines: str) -> None:
    """Print lines that are no results, unbroken, on standard error."""
    for line in lines:
        click.echo(line, err=True)


def print_json(value: Any) -> None:
    """Print JSON on standard output."""
    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
    click.echo(json.dumps(value, ensure_ascii=plain, allow_nan=False, indent=2))


def split_words(text: str) -> list[str]:
    """Split a list at commas; a piece like `key=value` stays with the bot before it."""
    words: list[str] = []
    for piece in (piece.strip() for piece in text.split(",")):
        if "=" in piece and ":" not in piece and words and ":" in words[-1]:
            words[-1] += f",{piece}"
        elif piece:
            words.append(piece)
    return words


def whole_numbers(text: str, what: str) -> list[int]:
    """Return the numbers of a list like `2,3` or `2-5`. Raises click.BadParameter."""
    numbers: list[int] = []
    for piece in text.split(","):
        first, dash, last = piece.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise click.BadParameter(f"{text!r}: {what} are written 2,3 or 2-5")
        low, high = int(first), int(last if dash else first)
        if not low <= high <= low + 100:
            raise click.BadParameter(f"{text!r}: {what} from {low} to {high}")
        numbers.extend(range(low, high + 1))
    return numbers


def is_terminal() -> bool:
    """Return whether standard error is a terminal, where progress can be shown."""
    return sys.stderr.isatty()
