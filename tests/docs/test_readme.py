"""What the README says of the league that `make run` plays."""

from __future__ import annotations

import re
from pathlib import Path

from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.league.config import read_league
from hanabi_arena.league.plan import plan_league
from hanabi_arena.report.strength import find_place

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def test_the_league_is_the_one_that_the_readme_tells_of() -> None:
    plan = plan_league(*read_league(ROOT / "configs" / "league.yaml"))
    assert not plan.skipped
    assert len(plan.entries) <= 6
    assert all(issubclass(entry.bot, CompiledBot) for entry in plan.entries.values())
    text = README.read_text(encoding="utf-8")
    games = len(plan.cells) * plan.games
    (told,) = re.findall(r"plays ([\d,]+) games, all in", text)
    assert abs(int(told.replace(",", "")) - games) < 0.01 * games
    # The lines that it quotes are of line-ups that are there, the bots in their order.
    block = text.split("mean score ± 95% by player count, a strikeout scores 0\n")[1].split("```")[
        0
    ]
    quoted = [line.split()[0] for line in block.splitlines() if "±" in line]
    names = [line_up.name for line_up in plan.line_ups]
    assert set(quoted) <= set(names)
    assert [name for name in quoted if name in plan.entries] == list(plan.entries)


def test_there_is_a_place_for_the_table_of_strength() -> None:
    find_place(README)
