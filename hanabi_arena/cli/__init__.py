"""The command line: one module a verb, each thin."""

from __future__ import annotations

import click

from hanabi_arena import __version__
from hanabi_arena.cli.ablate import ablate
from hanabi_arena.cli.audit import audit
from hanabi_arena.cli.bench import bench
from hanabi_arena.cli.bots import bots
from hanabi_arena.cli.check import check
from hanabi_arena.cli.common import Tour
from hanabi_arena.cli.compare import compare
from hanabi_arena.cli.conform import conform
from hanabi_arena.cli.conventions import conventions
from hanabi_arena.cli.crossplay import crossplay
from hanabi_arena.cli.gate import gate
from hanabi_arena.cli.new import new
from hanabi_arena.cli.replay import replay
from hanabi_arena.cli.report import report
from hanabi_arena.cli.run import run
from hanabi_arena.cli.variants import variants

HELP = """Where Hanabi bots and conventions are measured.

\b
  arena bots                          the bots there are, and what they take
  arena variants                      the variants they can play
  arena conventions                   what players agree on, and one explained
  arena new careful                   write a bot of your own, with its test
  arena run --bots careful,simple     let them play, each with its like
  arena run configs/league.yaml       a whole league, from a file
  arena report results/league         its tables and charts again
  arena compare simple careful        is the second one better, how sure is it
  arena gate configs/ci/gate.yaml     fail when a bot got weaker, for a pipeline
  arena crossplay --bots simple,smart who understands whom
  arena ablate ablation.yaml          what each convention of a set is worth
  arena check scenarios/ --bot careful which conventions it follows
  arena conform smart --set h-group-1 which conventions its games follow
  arena replay show results/league    step through any game of it
  arena audit --protocol "node my.js" is a program in any language a proper bot?
  arena bench                         how fast games are played here
"""


@click.group(cls=Tour, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena")
def main() -> None:
    """Dispatch to a verb."""


for command in (
    run,
    report,
    compare,
    gate,
    crossplay,
    ablate,
    conform,
    check,
    conventions,
    bots,
    variants,
    new,
    replay,
    audit,
    bench,
):
    main.add_command(command)
