"""Options that every command which plays a league takes."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
Taking = Callable[[Command], Command]
"""What adds options to a command."""

Positive = click.IntRange(min=1)

plugins_option = click.option(
    "--plugins", multiple=True, type=click.Path(path_type=Path), help="Folder of bots."
)


def _in_order(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Return what adds options, so that they are listed in this order."""
    return lambda command: reduce(lambda taken, option: option(taken), reversed(options), command)


bots_options: Taking[Any] = _in_order(
    click.option("--bots", "bot_list", metavar="A,B", help="Bots to play, instead of a file."),
    click.option("--players", metavar="2,3", help="Player counts; 2-5 by default."),
    click.option("--variants", metavar="V,W", help="Variants; base by default."),
)
"""What stands for a league file."""


def deals_options(unit: str) -> Taking[Any]:
    """Take how many deals of each `unit` are played, which ones, and how a strike-out counts."""
    return _in_order(
        click.option(
            "--games", type=Positive, help=f"Deals of each {unit}, variant and player count."
        ),
        click.option("--seed", help="Seed of the deals."),
        click.option(
            "--strikeout", type=click.Choice(["zero", "kept"]), help="The third strike's score."
        ),
    )


def run_options(printed: str) -> Taking[Any]:
    """Take how a run is done and where it goes; `printed` is what --json prints."""
    return _in_order(
        click.option("--jobs", type=Positive, help="Worker processes; one a core by default."),
        click.option(
            "--out", type=click.Path(path_type=Path), help="Folder; results/NAME by default."
        ),
        click.option("--json", "as_json", is_flag=True, help=f"Print {printed} as JSON."),
        click.option("--fresh", is_flag=True, help="Move what the folder holds aside; start anew."),
        click.option("--no-charts", is_flag=True, help="Draw no charts at the end."),
        click.option("--part-size", type=Positive, help="Games that are stored at once."),
    )
