"""The conventions bot in the family table-talk plays as the bot `table-talk` does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hanabi_arena.errors import BotError
from hanabi_arena_bots.conventions import Conventions
from hanabi_arena_bots.table_talk import TableTalk
from tests.bots.tables import assert_same_games, play

SAME: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"set": "table-talk"}, {}),
    ({"set": "table-talk-newest"}, {"promise": "newest"}),
    ({"set": "table-talk", "without": "keep-fives"}, {"keep_fives": False}),
    ({"set": "table-talk", "lacks": "keep-fives"}, {"keep_fives": False}),
    ({"set": "table-talk", "mute": "warn-first"}, {"warn_first": False}),
]


@pytest.mark.parametrize(("params", "talk"), SAME)
def test_same_actions(params: dict[str, Any], talk: dict[str, Any]) -> None:
    for players in (2, 3, 4, 5):
        for variant in ("base", "rainbow+choreography"):
            ours = play((Conventions,) * players, 60, variant, params)
            assert_same_games(ours, play((TableTalk,) * players, 60, variant, talk))


def test_settings_of_a_set_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "family: table-talk\nextends: table-talk\nwith:\n  discard-order: {newest: 1}\n"
    )
    ours = play((Conventions,) * 3, 60, params={"set": str(path)})
    assert_same_games(ours, play((TableTalk,) * 3, 60, params={"discard": "newest"}))


def test_the_two_speak_with_each_other() -> None:
    mixed = play((Conventions, TableTalk), 100, params=({"set": "table-talk"}, {}))
    assert_same_games(mixed, play((TableTalk,) * 2, 100))


def test_table_talk_without_what_it_rests_on_is_refused() -> None:
    with pytest.raises(BotError, match="table talk without rank-play"):
        Conventions.params_record({"set": "table-talk", "without": "rank-play"})
