"""The wheel carries everything: modules, bots, configs, and every file that code reads."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = {
    "hanabi_arena": "hanabi_arena",
    "bots": "hanabi_arena_bots",
    "configs": "hanabi_arena_configs",
}
LEFT_OUT = ("__pycache__",)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel in a copy, so that nothing is left in the tree; return what it holds."""
    copy = tmp_path_factory.mktemp("source")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(copy / "out")]
    done = subprocess.run(
        [*command, *options, str(copy)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (built,) = (copy / "out").glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_of_a_folder_is_in_the_wheel(folder: str, wheel: set[str]) -> None:
    wanted = {
        f"{FOLDERS[folder]}/{path.relative_to(ROOT / folder).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted
    assert wanted <= wheel, f"missing: {sorted(wanted - wheel)}"
