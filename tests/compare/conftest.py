"""What the tests of comparisons share."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanabi_arena.comparison.paired import LocalPool
from tests.compare.repository import make_repository


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Stand in an empty folder, and play in this process: starting workers takes seconds."""
    monkeypatch.setattr("hanabi_arena.league.run.Pool", LocalPool)
    monkeypatch.setattr("hanabi_arena.gate.fingerprint.Pool", LocalPool)
    monkeypatch.chdir(tmp_path)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    path, modules = list(sys.path), set(sys.modules)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def repository(here: Path) -> Path:
    """Stand in a repository of bots."""
    make_repository(here)
    return here
