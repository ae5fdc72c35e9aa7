"""What the tests of gates share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compare.conftest import here
from tests.gate.planted import make_repository
from tests.support import arena, shared_folder

__all__ = ["here"]


@pytest.fixture(scope="session")
def promoted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository whose baseline was recorded by the command."""

    def make(folder: Path) -> None:
        make_repository(folder / "repository", "{file: baseline.json}")
        done = arena("gate", "gate.yaml", "--promote", "--jobs", "1", cwd=folder / "repository")
        (folder / "printed.txt").write_text(done.out, encoding="utf-8")

    return shared_folder(tmp_path_factory, "promoted", make)
