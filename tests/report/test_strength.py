"""The table of strength says what the games say, and touches nothing beside its place."""

from __future__ import annotations

import math
import shutil
import statistics
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml
from click.testing import CliRunner

from hanabi_arena.api.bot import parameters
from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.api.registry import Registry
from hanabi_arena.cli import main
from hanabi_arena.errors import RunError
from hanabi_arena.league.config import read_league
from hanabi_arena.league.plan import plan_league
from hanabi_arena.league.store import read_games
from hanabi_arena.report.info import LineUpInfo, ReportInfo, VariantInfo
from hanabi_arena.report.recorded import Recorded
from hanabi_arena.report.strength import BEGIN, END, strength_page
from hanabi_arena.stats.summary import COLUMNS
from tests.support import arena

PAGE = f"# Mine\n\nBefore.\n\n{BEGIN}\nold\n{END}\n\nBehind, with {END} in a line.\n"
CONFIGS = Path(__file__).parents[2] / "configs"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs: results/many, and results/few with fewer deals of another bot."""
    folder = tmp_path_factory.mktemp("strength")
    for name, bots, games in (("many", "simple,random,oracle", 60), ("few", "table-talk", 20)):
        words = ["--bots", bots, "--players", "2,3", "--games", games, "--no-charts", "--jobs", 1]
        arena("run", *map(str, words), "--out", f"results/{name}", cwd=folder)
    return folder


@pytest.fixture
def here(runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, with a page, as the current one."""
    shutil.copytree(runs / "results", tmp_path / "results")
    (tmp_path / "README.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(*words: str, code: int = 0) -> str:
    """Run `arena bots --table`; return what it says."""
    done = CliRunner().invoke(main, ["bots", "--table", *words])
    assert done.exit_code == code, done.output
    return str(done.stderr)


BOTH = ("--from", "results/many", "--from", "results/few")


def means(page: str, heading: str) -> dict[str, list[str]]:
    """Return the cells of a table by the bot's name."""
    below = page.split(f"| {heading} |")[1].split("\n\n", maxsplit=1)[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in below]
    return {row[0]: row[1:] for row in rows}


def test_every_cell_is_what_the_games_say(here: Path) -> None:
    table(*BOTH)
    page = (here / "README.md").read_text(encoding="utf-8")
    games = pd.concat([read_games(here / "results" / name) for name in ("many", "few")])
    best: dict[int, float] = {}
    expected: dict[str, dict[str, list[str]]] = {"kept": {}, "zero": {}}
    perfect: dict[str, list[float]] = {}
    order = ["table-talk", "simple", "random", "oracle"]
    for name in order:
        label = f"`{name}`" + (" †" if name == "oracle" else "")
        cells: dict[str, list[str]] = {"kept": [], "zero": []}
        shares: list[float] = []
        struck = 0
        for players in (2, 3):
            mine = games[(games["line_up"] == name) & (games["players"] == players)]
            kept, zero = ([int(x) for x in mine[f"score_{rule}"]] for rule in ("kept", "zero"))
            share = sum(mine["end"] == "strikes") / len(mine)
            struck += share > 0
            mean = f"{statistics.mean(kept):.2f}"
            if name != "oracle" and best.setdefault(players, float(mean)) == float(mean):
                mean = f"**{mean}**"
            error = statistics.stdev(kept) / math.sqrt(len(kept))
            cells["kept"].append(f"{mean} ±{error:.3f}".replace("±0.", "±."))
            error = statistics.stdev(zero) / math.sqrt(len(zero))
            shown = f"{statistics.mean(zero):.2f} ±{error:.3f} · {share * 100:.0f}%"
            cells["zero"].append(shown.replace("±0.", "±."))
            shares.append(kept.count(25) / len(kept) * 100)
        expected["kept"][label] = cells["kept"]
        if struck:
            expected["zero"][label] = cells["zero"]
        if any(shares):
            perfect[label] = shares
    kept_table = means(page, "mean score, points kept")
    assert list(kept_table) == list(expected["kept"])
    assert kept_table == expected["kept"]
    assert means(page, "mean score, a strikeout scores 0") == expected["zero"]
    shown_shares = means(page, "perfect games")
    assert set(shown_shares) == set(perfect)
    for label, shares in perfect.items():
        read = [float(cell.rstrip("%")) for cell in shown_shares[label]]
        assert read == pytest.approx(shares, abs=0.5)
    assert "60 deals at each player count (20 for `table-talk`), seed 1;" in page


def test_the_rest_of_the_page_stays_and_again_nothing_changes(here: Path) -> None:
    assert table(*BOTH) == "README.md: the table of results/many, results/few\n"
    page = (here / "README.md").read_text(encoding="utf-8")
    assert page.startswith(f"# Mine\n\nBefore.\n\n{BEGIN}\n\nEvery seat the same bot")
    assert page.endswith(f"ranked.\n\n{END}\n\nBehind, with {END} in a line.\n")
    assert "\nold\n" not in page
    assert table(*BOTH) == "README.md: already has the table of results/many, results/few\n"
    assert (here / "README.md").read_text(encoding="utf-8") == page


@pytest.mark.parametrize(
    "page", ["# Mine\n", f"{BEGIN}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{BEGIN}\n{END}\n"]
)
def test_a_page_without_a_place_is_told_what_to_add(here: Path, page: str) -> None:
    (here / "mine.md").write_text(page, encoding="utf-8")
    told = table(*BOTH, "--into", "mine.md", code=2)
    assert told.startswith("error: mine.md: the table goes between two lines")
    assert told.endswith(f"\n{BEGIN}\n{END}\n")
    assert (here / "mine.md").read_text(encoding="utf-8") == page


def test_what_cannot_be_a_table_is_refused(here: Path) -> None:
    assert "nowhere.md: no such file" in table(*BOTH, "--into", "nowhere.md", code=2)
    assert "nothing: no run here" in table("--from", "nothing", code=2)
    assert "no configs/strength.yaml here" in table(code=2)
    shutil.copytree(here / "results" / "few", here / "results" / "twin")
    told = table(*BOTH, "--from", "results/twin", code=2)
    assert 'both have played "table-talk" in base at 2 players' in told
    next((here / "results" / "twin" / "games").rglob("*.parquet")).unlink()
    told = table("--from", "results/twin", code=2)
    assert "results/twin: 20 of 40 games are missing; go on with arena run" in told
    assert (here / "README.md").read_text(encoding="utf-8") == PAGE


@pytest.mark.parametrize(
    "words", [["simple", "--table"], ["--table", "--json"], ["--from", "results/many"]]
)
def test_options_that_do_not_go_together(here: Path, words: list[str]) -> None:
    done = CliRunner().invoke(main, ["bots", *words])
    assert done.exit_code == 2
    assert "--table" in done.stderr


def test_without_a_run_the_leagues_beside_are_played_as_far_as_needed(tmp_path: Path) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "README.md").write_text(PAGE, encoding="utf-8")
    for name, bot, games in (("strength", "simple", 20), ("strength-slow", "simple-python", 2)):
        league: dict[str, Any] = {"name": name, "games": games, "players": [2], "bots": [bot]}
        (tmp_path / "configs" / f"{name}.yaml").write_text(yaml.safe_dump(league), "utf-8")
    first = arena("bots", "--table", cwd=tmp_path)
    assert "README.md: the table of results/strength-slow, results/strength" in first.err
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "20 deals at each player count (2 for `simple-python`)" in page
    again = arena("bots", "--table", cwd=tmp_path)
    assert again.err.count("nothing was played") == 2
    assert "README.md: already has the table" in again.err
    # A league that its folder cannot go on with: the message names the verb with the way out.
    league = {"name": "strength", "games": 20, "players": [2], "bots": ["simple"], "seed": 2}
    (tmp_path / "configs" / "strength.yaml").write_text(yaml.safe_dump(league), "utf-8")
    told = arena("bots", "--table", cwd=tmp_path, code=2).err
    assert "another seed" in told
    assert "--fresh" in told
    assert "arena run configs/strength.yaml" in told


def recorded(*rows: tuple[Any, ...], games: int = 100) -> Recorded:
    """Return an invented run; a row: bot, players, then means, errors and shares as they come."""
    names = list(dict.fromkeys(row[0] for row in rows))
    line_ups = tuple(LineUpInfo(name, bots=(name,), unranked=name == "seer") for name in names)
    info = ReportInfo(
        "invented", 7, "zero", "usage", (VariantInfo("base", 25, 5),), line_ups, (2, 5), games
    )
    frame = pd.DataFrame(
        [
            (name, "base", players, games, zero, kept, se, se, 0.0, perfect, struck, 25, faults, 9)
            for name, players, kept, zero, se, perfect, struck, faults in rows
        ],
        columns=list(COLUMNS),
    )
    cells = [[row[0], "base", row[1]] for row in rows]
    return Recorded(Path(f"results/{names[0]}"), {"cells": cells}, info, pd.DataFrame(), frame)


INVENTED = """\
Every seat the same bot, variant base, 100 deals at each player count (8 for `deep`), seed 7; \
mean ± standard error, the best of a column bold, a dash where a bot does not play.

| mean score, points kept | 2 players | 5 players |
| :-- | --: | --: |
| `wide` | **21.00** ±.010 | 24.00 ±.010 |
| `deep` | – | **24.00** ±.300 |
| `brave` | 20.99 ±1.250 | 3.00 ±.010 |
| `seer` † | 24.90 ±.000 | – |

If the third strike loses all points instead, with the share of games that it ended; \
the means of all other bots stay as they are:

| mean score, a strikeout scores 0 | 2 players | 5 players |
| :-- | --: | --: |
| `brave` | 20.00 ±1.250 · 5.5% | 0.00 ±.010 · >99.9% |

The share of perfect games; all other bots had none:

| perfect games | 2 players | 5 players |
| :-- | --: | --: |
| `wide` | 0% | 0.4% |
| `seer` † | 90% | – |

† a bot that sees its own hand plays here: shown for scale, never ranked.

1 game ended in a fault; each counts as 0.
"""


def test_the_page_of_an_invented_run_to_the_letter() -> None:
    many = recorded(
        ("brave", 2, 20.99, 20.0, 1.25, 0.0, 0.055, 0),
        ("brave", 5, 3.0, 0.001, 0.01, 0.0, 0.9999, 1),
        ("seer", 2, 24.9, 24.9, 0.0, 0.9, 0.0, 0),
        ("wide", 2, 21.0, 21.0, 0.01, 0.0, 0.0, 0),
        ("wide", 5, 24.0001, 24.0001, 0.01, 0.004, 0.0, 0),
    )
    few = recorded(("deep", 5, 23.999, 23.999, 0.3, 0.0, 0.0, 0), games=8)
    expected = INVENTED.replace("24.00 ±.010 |\n| `deep`", "**24.00** ±.010 |\n| `deep`")
    assert strength_page([many, few]) == expected


def test_a_bot_of_few_counts_stands_below_one_that_beats_it_there() -> None:
    # On average over its counts `few` is nearer to the best, but `all` beats it where it plays.
    run = recorded(
        ("few", 5, 24.8, 24.8, 0.01, 0.0, 0.0, 0),
        ("all", 2, 22.5, 22.5, 0.01, 0.0, 0.0, 0),
        ("all", 5, 24.9, 24.9, 0.01, 0.0, 0.0, 0),
        ("two", 2, 23.1, 23.1, 0.01, 0.0, 0.0, 0),
    )
    rows = [line for line in strength_page([run]).splitlines() if line.startswith("| `")]
    assert [line.split("`")[1] for line in rows] == ["two", "all", "few"]


def test_a_run_without_self_play_has_no_table() -> None:
    run = recorded(("brave", 2, 20.0, 20.0, 1.0, 0.0, 0.0, 0))
    info = run.info
    object.__setattr__(info, "line_ups", (LineUpInfo("brave", "seats", bots=("brave", "x")),))
    with pytest.raises(RunError, match="no bot has played with its like"):
        strength_page([run])


def test_the_shipped_league_has_every_shipped_bot() -> None:
    leagues = [read_league(path) for path in sorted(CONFIGS.glob("strength*.yaml"))]
    plans = [plan_league(league, document) for league, document in leagues]
    entries = [entry for plan in plans for entry in plan.entries.values()]
    shipped = [
        spec for spec in Registry().bots.values() if spec.place.startswith("hanabi_arena_bots.")
    ]
    fast = {spec.name for spec in shipped if issubclass(spec.load(), CompiledBot)}
    assert {entry.spec.name for entry in entries} == fast
    names = [entry.name for entry in entries]
    assert len(set(names)) == len(names)
    (choices,) = (
        parameters(spec.load())["list"].choices for spec in shipped if spec.name == "rules"
    )
    lists = [entry.params["list"] for entry in entries if entry.spec.name == "rules"]
    assert lists == list(choices)
