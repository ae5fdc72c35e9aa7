"""A file is written whole or not at all, and what cannot be written is named."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from hanabi_arena.errors import RunError
from hanabi_arena.league.files import write_whole


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "summary.csv"
    write_whole(path, "old")
    whole = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        whole(self, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(RunError) as raised:
        write_whole(path, "something new")
    assert str(raised.value).startswith(f"{path}: cannot be written: No space left on device")
    assert [one.name for one in tmp_path.iterdir()] == ["summary.csv"]
    assert path.read_text(encoding="utf-8") == "old"


def test_a_folder_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "report.md" / "inside").mkdir(parents=True)
    with pytest.raises(RunError, match=r"report\.md: cannot be written: "):
        write_whole(tmp_path / "report.md", "text", tmp_path / "part")
    with pytest.raises(RunError, match=r"nowhere.report\.md: cannot be written: "):
        write_whole(tmp_path / "nowhere" / "report.md", "text")
    assert [one.name for one in tmp_path.iterdir()] == ["report.md"]
