"""`arena conform`: does a player follow conventions, judged from finished games alone?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import print_json, print_table, say
from hanabi_arena.cli.league_options import Positive, plugins_option
from hanabi_arena.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from hanabi_arena.conventions.conformity.sources import Source


@click.command(short_help="Which conventions a player follows, judged from finished games.")
@click.argument("games_or_bot", metavar="RUN|FILE|LINK|BOT")
@click.option("--set", "set_name", required=True, metavar="SET", help="The conventions.")
@click.option("--rule", "only", multiple=True, metavar="R", help="This rule only.")
@click.option("--examples", type=click.IntRange(min=0), default=1, help="Worst examples a rule; 1.")
@click.option("--games", type=Positive, help="Games of each cell: all, or 200 of a bot.")
@click.option("--players", metavar="2,3", help="Player counts of a bot, or the run's one.")
@click.option("--variant", metavar="V", help="The variant: base of a bot, or the run's one.")
@click.option("--line-up", metavar="L", help="The run's line-up.")
@click.option("--seed", default="1", help="Seed of a bot's deals; 1.")
@click.option("--jobs", type=Positive, help="Worker processes; one a core by default.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder; below results/conform.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@plugins_option
def conform(games_or_bot: str, **options: Any) -> None:
    """Judge finished games by a set of conventions, from their actions alone.

    Of the run in the folder RUN, of a FILE with a game or a list of games, or a folder of such
    files, of hanab.live or in our own format, or of a share LINK; a BOT plays some games first.
    """
    from hanabi_arena.conventions.conformity import judge
    from hanabi_arena.conventions.conformity.profile import as_json
    from hanabi_arena.conventions.sets import load_set
    from hanabi_arena.report.conformity import bots_table, example_lines, profile_table

    agreed = load_set(options["set_name"])
    rules = _chosen(options["only"])
    commands: list[str] = []
    bots: dict[str, None] = {}

    def records() -> Iterator[Any]:
        for source in _sources(games_or_bot, options):
            commands.append(source.command)
            bots.update(dict.fromkeys(source.record.bots))
            yield source.record

    profile = judge(records(), agreed, rules)
    if options["as_json"]:
        print_json(as_json(profile, commands, options["examples"]))
        return
    print_table(profile_table(profile))
    if len(bots) > 1:
        click.echo()
        print_table(bots_table(profile, list(bots)))
    lines = list(example_lines(profile, commands, options["examples"]))
    if lines:
        click.echo("\n" + "\n".join(lines))
    for name, reason in profile.left_out.items():
        say(f"not judged: {name} ({reason})")


def _chosen(names: tuple[str, ...]) -> tuple[str, ...]:
    from hanabi_arena.conventions.conformity.judge import RULES

    known = [rule.name for rule in RULES]
    for name in names:
        if name not in known:
            raise UsageError(
                f'--rule: no rule "{name}".{did_you_mean(name, known)} One of {", ".join(known)}'
            )
    return names


def _sources(games_or_bot: str, options: dict[str, Any]) -> Iterator[Source]:
    from hanabi_arena.cli.common import whole_numbers
    from hanabi_arena.cli.games import is_run
    from hanabi_arena.conventions.conformity.sources import from_games, from_run
    from hanabi_arena.interop.hanab_live.link import is_link

    path = Path(games_or_bot)
    players = options["players"] and whole_numbers(options["players"], "player counts")
    is_file = path.is_file() and path.suffix != ".py"
    if is_file or (path.is_dir() and not is_run(games_or_bot)) or is_link(games_or_bot):
        for name in ("players", "variant", "line_up", "games"):
            if options[name] is not None:
                option = name.replace("_", "-")
                raise UsageError(f"--{option} goes without a file or a link: it has its games")
        yield from from_games(games_or_bot, say)
        return
    line_up = options["line_up"]
    if path.is_dir():
        for count in players or [None]:
            yield from from_run(path, line_up, options["variant"], count, options["games"])
        return
    if line_up is not None:
        raise UsageError("--line-up says which of a run's is meant; it goes without a bot")
    yield from from_run(_play(games_or_bot, options))


def _play(bot: str, options: dict[str, Any]) -> Path:
    """Let a bot play with its like; return the run's folder."""
    from hashlib import blake2b

    from hanabi_arena.cli.playing import play_into
    from hanabi_arena.cli.run import make_plan
    from hanabi_arena.engine.sources import play_digest
    from hanabi_arena.league.store import slug

    given = {
        "bot_list": bot,
        "players": options["players"],
        "variants": options["variant"],
        "line_ups": None,
        "games": options["games"] or 200,
        "seed": options["seed"],
        "strikeout": None,
        "plugins": options["plugins"],
        "game": None,
    }
    plan = make_plan(None, given)
    digests = [entry.spec.digest() for entry in plan.entries.values()]
    parts = (play_digest(), *digests, bot, str(plan.league.seed), str(options["variant"]))
    key = blake2b("\0".join(parts).encode(), digest_size=4).hexdigest()
    folder = options["out"] or Path("results") / "conform" / f"{slug(bot)[:60]}-{key}"
    how = {"fresh": False, "jobs": options["jobs"], "part_size": None}
    play_into(plan, folder, how, lambda recorded: None)
    return Path(folder)
