"""`arena bench`: how fast games are played here."""

from __future__ import annotations

import click

from hanabi_arena.cli.common import print_json, print_table, say, split_words, whole_numbers


@click.command(short_help="Measure games and turns per second.")
@click.option(
    "--bots",
    "names",
    default="random,simple,table-talk,random-python,simple-python",
    help="The bots to measure.",
)
@click.option("--players", default="2,3,4,5", help="Player counts.")
@click.option("--variant", default="base", help="The variant to play.")
@click.option("--seconds", default=1.0, type=click.FloatRange(min=0.05), help="Each measurement.")
@click.option("--repeats", default=3, type=click.IntRange(min=1), help="The median is shown.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects.")
def bench(
    names: str, players: str, variant: str, seconds: float, repeats: int, as_json: bool
) -> None:
    """Measure self-play on one core, by processor time, with actions recorded.

    The games are played by the loop that `arena run` uses. Compiling does not count.
    """
    from hanabi_arena.league.bench import measure

    rows = []
    for name in split_words(names):
        for count in whole_numbers(players, "player counts"):
            row = measure(name, variant, count, seconds, repeats)
            rows.append(row)
            if not as_json:
                say(
                    f"{name:16} {count} players  {row['games_per_second']:>10,} games/s  "
                    f"{row['turns_per_second']:>12,} turns/s"
                )
    if as_json:
        print_json(rows)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("bot", "players", "games/s", "turns/s", "turns a game"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for row in rows:
        table.add_row(
            row["bot"],
            str(row["players"]),
            f"{row['games_per_second']:,}",
            f"{row['turns_per_second']:,}",
            f"{row['turns_per_game']:.1f}",
        )
    print_table(table)
