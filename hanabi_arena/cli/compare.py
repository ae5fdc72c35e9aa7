"""`arena compare`: is B better than A, and how sure is that?"""

from __future__ import annotations

import shlex
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import (
    GOOD,
    INTERRUPTED,
    print_json,
    say,
    split_words,
    whole_numbers,
)
from hanabi_arena.cli.league_options import Positive, plugins_option
from hanabi_arena.cli.playing import interrupt

if TYPE_CHECKING:
    from hanabi_arena.comparison.outcome import Comparison
    from hanabi_arena.comparison.question import Question
    from hanabi_arena.comparison.sides import Finder, Side

Seconds = click.FloatRange(min=0, min_open=True)


@click.command(short_help="Say whether bot B is better than bot A, and how sure that is.")
@click.argument("a")
@click.argument("b", required=False)
@click.option("--players", metavar="2,3", help="Player counts; those of 2-5 that both play.")
@click.option("--variants", metavar="V,W", default="base", help="Variants; base by default.")
@click.option(
    "--bounds",
    metavar="BOUNDS",
    default="gain",
    help="gain (default), non-regression, or LOW,HIGH in points.",
)
@click.option("--alpha", type=float, default=0.05, help="Error rate of the good verdict; 0.05.")
@click.option("--beta", type=float, default=0.05, help="Error rate of the bad verdict; 0.05.")
@click.option("--max-games", type=Positive, default=6000, help="Deals at most; 6000.")
@click.option("--games", type=Positive, help="Play exactly so many deals.")
@click.option(
    "--strikeout",
    type=click.Choice(["kept", "zero"]),
    default="kept",
    help="The third strike's score; kept by default.",
)
@click.option("--seed", default="1", help="Seed of the deals; 1.")
@click.option("--jobs", type=Positive, help="Worker processes; one a core by default.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder; below results/compare.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option("--fresh", is_flag=True, help="Move what the folder holds aside; start anew.")
@click.option("--no-charts", is_flag=True, help="Draw no chart at the end.")
@click.option("--part-size", type=Positive, help="Games that are stored at once.")
@click.option("--move-seconds", type=Seconds, help="Longest time for one call of a bot; 10.")
@click.option("--game-seconds", type=Seconds, help="Longest time for one game; 120.")
@click.option("--bot", help="Which bot of a folder is meant.")
@plugins_option
def compare(a: str, b: str | None, **options: Any) -> None:
    """Play A and B on the same deals until it is clear whether B is better.

    A and B are bots as `arena run` takes them, or bots at a git revision: careful@main. Without B,
    A at its revision is compared with what it is now: did my patch help?

    Exit code: 0 for better, not weaker and identical, 1 for no better and weaker, 3 for
    inconclusive, 4 if a bot failed.
    """
    from hanabi_arena.comparison.sides import Finder

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    with Finder(options["plugins"]) as finder:
        raise SystemExit(_compare(finder, a, b, options))


def _compare(finder: Finder, a: str, b: str | None, options: dict[str, Any]) -> int:
    from hanabi_arena.cli.live import shown
    from hanabi_arena.comparison.causes import with_causes
    from hanabi_arena.comparison.outcome import identical
    from hanabi_arena.comparison.run import How, are_identical, compare_sides, folder_name

    started = time.perf_counter()
    sides = finder.pair(a, b, options["bot"])
    question = _question(options, sides)
    for note in (*finder.registry.notes, *finder.notes):
        say(f"note: {note}")
    if are_identical(*sides):
        return tell(identical(question, *sides), options["as_json"])
    folder = options["out"] or Path("results") / "compare" / folder_name(question, sides)
    if options["fresh"] and (folder / "run.json").exists():
        say(f"moving what {folder} held aside")
    how = How(folder, options["jobs"], options["part_size"], fresh=options["fresh"])
    with shown(question) as live:
        try:
            found = compare_sides(question, *sides, how, live.show)
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one must not cut this short
            live.stop()
            words = shlex.join(["arena", *(word for word in sys.argv[1:] if word != "--fresh")])
            say(f"stopped after {live.games:,} deals, undecided; go on with: {words}")
            return INTERRUPTED
    found = with_causes(found, folder)
    made = ["comparison.json", "games/"]
    if not options["no_charts"]:
        from hanabi_arena.report.comparison import write_chart

        write_chart(found, folder)
        made.insert(1, "charts/")
    code = tell(found, options["as_json"])
    say(f"{folder}/: {' · '.join(made)} · {time.perf_counter() - started:.1f} s")
    return code


def _question(options: dict[str, Any], sides: tuple[Side, Side]) -> Question:
    from hanabi_arena.comparison.question import Question, find_strata, limits_of, parse_bounds
    from hanabi_arena.rules.catalogue import find_variant

    variants = [find_variant(name) for name in split_words(options["variants"])]
    players = options["players"] and whole_numbers(options["players"], "player counts")
    strata, left_out = find_strata(variants, players, sides)
    say(*left_out)
    seed = options["seed"]
    return Question(
        strata,
        parse_bounds(options["bounds"]),
        options["alpha"],
        options["beta"],
        options["games"] or options["max_games"],
        options["games"] is not None,
        options["strikeout"],
        int(seed) if seed.lstrip("-").isdecimal() else seed,
        limits_of(options["move_seconds"], options["game_seconds"]),
    )


def tell(found: Comparison, as_json: bool) -> int:
    """Print an answer; return the exit code."""
    if as_json:
        print_json(found.as_dict())
    else:
        click.echo(str(found))
    return found.exit_code or GOOD
