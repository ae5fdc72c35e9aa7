"""`arena conventions`: lists, and one explained with an example and its worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hanabi_arena.conventions import families, load_set, shipped_sets
from hanabi_arena.conventions.explained import explain, explained
from hanabi_arena.conventions.shipped import scenario_folder, shipped_scenarios, with_shipped
from hanabi_arena.conventions.worth import COLUMNS, measured_worth, worth_file
from hanabi_arena.errors import ConfigError, UnknownName
from tests.support import arena


def test_everything_is_listed(tmp_path: Path) -> None:
    out = arena("conventions", cwd=tmp_path).out
    for family in families().values():
        assert f"{family.name}: {family.line}" in out
        for one in family.conventions.values():
            assert one.line in out
    for name in shipped_sets():
        assert f"{name} " in out
        assert load_set(name).line in out
    assert set(shipped_scenarios()) <= {line.partition(":")[0] for line in out.splitlines()}


def test_a_convention_is_explained_with_an_example(tmp_path: Path) -> None:
    out = arena("conventions", "finesse", cwd=tmp_path).out
    entry = families()["h-group"].conventions["finesse"]
    flat = " ".join(out.split())
    assert " ".join(entry.definition.split()) in flat
    assert "play-clue" in out
    assert "longest" in out
    assert "h-group-1" in out
    file = shipped_scenarios()["h-group"]["finesse"]
    first = explained("h-group", "finesse").scenarios[0]
    assert f"for example: {first.name}" in out
    assert "> bob" in out
    assert first.actions[-1].text in out
    assert str(file) in out


def test_a_set_and_a_family_are_shown(tmp_path: Path) -> None:
    out = arena("conventions", "h-group-2", cwd=tmp_path).out
    assert "builds on h-group-1" in out
    for name in load_set("h-group-2").conventions:
        assert name in out
    told = json.loads(arena("conventions", "h-group", "--json", cwd=tmp_path).out)
    assert told["kind"] == "family"
    assert {"chop", "finesse"} <= {one["name"] for one in told["conventions"]}


def test_a_set_of_ones_own_is_shown_and_checked(tmp_path: Path) -> None:
    mine = tmp_path / "sets" / "mine.yaml"
    mine.parent.mkdir()
    mine.write_text("extends: h-group-1\nwith: {finesse: {longest: 3}}\n", encoding="utf-8")
    out = arena("conventions", "sets/mine.yaml", cwd=tmp_path).out
    assert "builds on h-group-1" in out
    assert "longest 3" in out
    told = json.loads(arena("conventions", "sets/mine.yaml", "--json", cwd=tmp_path).out)
    assert told["conventions"]["finesse"] == {"longest": 3}
    played_by = out.splitlines()[-1].partition("'")[2].rstrip("'")
    arena("check", "h-group/focus", "--bot", played_by, cwd=tmp_path)
    mine.write_text("extends: h-group-1\nwithout: [finess]\n", encoding="utf-8")
    done = arena("conventions", "sets/mine.yaml", cwd=tmp_path, code=2)
    assert 'mine.yaml, line 2, without[0]: no convention "finess"' in done.err
    assert "no such file" in arena("conventions", "none.yaml", cwd=tmp_path, code=2).err


def test_json_tells_the_same(tmp_path: Path) -> None:
    told = json.loads(arena("conventions", "prompt", "--json", cwd=tmp_path).out)
    assert told["kind"] == "convention"
    assert told["needs"] == ["play-clue"]
    assert len(told["scenarios"]) == len(explained("h-group", "prompt").scenarios)
    every = json.loads(arena("conventions", "--json", cwd=tmp_path).out)
    assert [one["name"] for one in every["sets"]] == list(shipped_sets())


def test_an_unknown_name_gets_the_nearest(tmp_path: Path) -> None:
    done = arena("conventions", "fineses", cwd=tmp_path, code=2)
    assert 'Did you mean "finesse"?' in done.err
    with pytest.raises(UnknownName):
        explain("table-talk/finesse")


def test_shipped_scenarios_are_named_without_a_path(tmp_path: Path) -> None:
    done = arena("check", "table-talk/rank-play", "--bot", "table-talk", cwd=tmp_path)
    assert done.out.rstrip().endswith("table-talk: 10 passed, 0 failed, 0 skipped")
    assert with_shipped([Path("table-talk")]) == list(shipped_scenarios()["table-talk"].values())
    assert with_shipped([Path("shipped")]) == [scenario_folder()]
    assert with_shipped([tmp_path]) == [tmp_path]
    with pytest.raises(ConfigError, match="nothing: no such file or folder"):
        with_shipped([tmp_path, Path("nothing")])
    arena("check", "h-group/fineses", "--bot", "simple", cwd=tmp_path, code=2)


def test_two_families_may_have_one_name() -> None:
    one = explain("table-talk/rank-play")
    assert not isinstance(one, str)
    assert one.name == "rank-play"


def test_worth_is_told_where_it_was_measured(tmp_path: Path) -> None:
    table = tmp_path / "worth.csv"
    table.write_text(f"{','.join(COLUMNS)}\nfinesse,3,base,0.5,0.25,0.75,20000\n")
    (one,) = measured_worth("finesse", table)
    assert one.words == ("+0.50 points a game at 3 players, 95% in [+0.25, +0.75] (20,000 deals)")
    assert measured_worth("prompt", table) == []
    assert measured_worth("prompt", tmp_path / "none.csv") == []
    for name in families()["h-group"].conventions:
        measured_worth(name, worth_file())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("convention,players\n", "the columns have to be"),
        (f"{','.join(COLUMNS)}\nfinesse,three,base,0,0,0,1\n", "line 2"),
        (f"{','.join(COLUMNS)}\nfinesse,3\n", "line 2"),
    ],
)
def test_a_bad_table_of_worth_is_refused(text: str, told: str, tmp_path: Path) -> None:
    table = tmp_path / "worth.csv"
    table.write_text(text)
    with pytest.raises(ConfigError, match=told):
        measured_worth("finesse", table)
