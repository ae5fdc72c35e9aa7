"""Every test of the report draws in the style of the report."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hanabi_arena.report.sheet import drawing


@pytest.fixture(autouse=True)
def style() -> Iterator[None]:
    with drawing():
        yield
