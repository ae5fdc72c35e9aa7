"""Bots of somebody else's package are found and play once the package is installed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import TESTS, arena, recorded, shared_folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package into a folder of its own, without any network."""

    def make(folder: Path) -> None:
        source = shutil.copytree(TESTS / "packages" / "polite_bots", folder / "source")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        offline = ["--no-index", "--no-deps", "--no-build-isolation", "--no-compile"]
        done = subprocess.run(
            [*pip, *offline, "--target", str(folder / "site"), str(source)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, f"pip needs setuptools of the lock:\n{done.stderr[-2000:]}"

    return shared_folder(tmp_path_factory, "package", make) / "site"


def test_its_bots_are_listed(site: Path, tmp_path: Path) -> None:
    done = arena("bots", "--json", cwd=tmp_path, PYTHONPATH=str(site))
    found = {bot["name"]: bot for bot in json.loads(done.out)}
    assert {"polite", "quick-polite", "simple"} <= set(found)
    for name, kind, place in (
        ("polite", "python", "polite_bots:Polite"),
        ("quick-polite", "compiled", "polite_bots.quick:QuickPolite"),
    ):
        bot = found[name]
        assert (bot["kind"], bot["place"], bot["found"]) == (kind, place, "package polite-bots")
    assert done.err == ""


def test_its_bots_play(site: Path, tmp_path: Path) -> None:
    words = ["--players", "2", "--games", "6", "--line-ups", "self-play,pairs", "--no-charts"]
    arena("run", "--bots", "polite,quick-polite", *words, cwd=tmp_path, PYTHONPATH=str(site))
    games = recorded(tmp_path / "results" / "run")
    assert len(games) == 4 * 6
    assert (games["fault_seat"] == -1).all()
    plain, compiled = (
        games[games["line_up"] == name].reset_index() for name in ("polite", "quick-polite")
    )
    assert plain["actions"].tolist() == compiled["actions"].tolist()
    assert (plain["turns"] > 10).all()
    manifest = json.loads((tmp_path / "results" / "run" / "run.json").read_text())
    assert manifest["bots"]["polite"]["place"] == "polite_bots:Polite"


def test_without_the_package_they_are_unknown(tmp_path: Path) -> None:
    done = arena("run", "--bots", "polite", "--players", "2", cwd=tmp_path, code=2)
    assert 'no bot "polite"' in done.err
