"""Sets of conventions: what a file may say, what it inherits, and how mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanabi_arena.conventions import (
    ConventionSet,
    families,
    find_convention,
    find_family,
    load_set,
    shipped_sets,
)
from hanabi_arena.errors import ConfigError, UnknownName
from hanabi_arena.league.config import check_league
from hanabi_arena.league.document import Document
from hanabi_arena.league.plan import plan_league

LEVELS = (1, 2, 3, 4, 5, 6, 9, 11)


def written(folder: Path, text: str, name: str = "mine.yaml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_each_level_adds_the_conventions_that_are_taught_there() -> None:
    taught = find_family("h-group").conventions
    for level in LEVELS:
        found = load_set(f"h-group-{level}")
        assert set(found.conventions) == {n for n, one in taught.items() if one.level <= level}
        assert found.family == "h-group"
        assert found.line
    assert set(load_set("h-group-best").conventions) < set(taught)


def test_the_shipped_sets_are_complete_in_themselves() -> None:
    assert {f"h-group-{level}" for level in LEVELS} | {"h-group-best"} <= set(shipped_sets())
    for name in shipped_sets():
        assert not load_set(name).missing(), name


def test_needs_and_names_of_the_catalogue_are_sound() -> None:
    for family in families().values():
        for number, (name, one) in enumerate(family.conventions.items()):
            assert (one.number, one.name, one.family) == (number, name, family.name)
            assert one.line
            assert one.definition.endswith(".")
            for need in one.needs:
                assert family.conventions[need].level <= one.level, name
            for setting in one.settings:
                assert setting.least <= setting.default <= setting.most, name


def test_a_set_inherits_and_edits(tmp_path: Path) -> None:
    base = written(tmp_path, "extends: h-group-3\nwithout: [five-stall]\nline: mine\n", "base.yaml")
    path = written(
        tmp_path, "extends: base.yaml\nwith: {layered-finesse: , finesse: {longest: 3}}\n"
    )
    found = load_set(path)
    assert (found.name, found.extends, found.family) == ("mine", "base", "h-group")
    assert set(found.conventions) == {
        *load_set("h-group-3").conventions,
        "layered-finesse",
    } - {"five-stall"}
    assert found.setting("finesse", "longest") == 3
    assert found.setting("layered-finesse", "deepest") == 2
    assert found.setting("save-clue", "twos") == 1
    assert load_set(base).setting("finesse", "longest") == 2
    assert "finesse (longest 3)" in found.declaration()


def test_the_mask_has_a_bit_for_each_convention() -> None:
    found = load_set("h-group-1")
    assert found.mask == (1 << 10) - 1
    less = found.without(["focus"])
    assert less.mask == found.mask & ~(1 << find_convention("focus").number)
    assert less.plus(["focus"]) == found
    assert ("play-clue", "focus") in less.missing()


def test_a_setting_that_no_convention_has() -> None:
    with pytest.raises(KeyError, match="no setting depth"):
        ConventionSet("x", "h-group", "", {}).setting("finesse", "depth")


MISTAKES = [
    ("with: [chop]\n", "a set names its family"),
    ("family: h-grup\n", 'line 1, family: no family of conventions "h-grup". Did you mean'),
    ("family: h-group\nwiht: []\n", 'line 2, wiht: no such key. Did you mean "with"?'),
    ("- chop\n", "a set is a mapping with the keys family, line, extends, with, without"),
    ("extends: h-group-7\n", 'line 1, extends: no set of conventions "h-group-7". Did you mean'),
    ("extends: [h-group-1]\n", "is no name of a set"),
    ("extends: other.yaml\n", "other.yaml: no such file"),
    ("extends: mine.yaml\n", "line 1, extends: mine.yaml builds on this set itself"),
    ("family: h-group\nwith: [chopp]\n", 'line 2, with[0]: no convention "chopp" in h-group. Did'),
    ("extends: h-group-1\nwith: {fnesse: }\n", 'line 2, with.fnesse: no convention "fnesse"'),
    ("extends: h-group-1\nwithout: [bluff]\n", "without[0]: bluff is not in the set"),
    ("extends: h-group-1\nwithout: bluff\n", "a list of conventions is wanted"),
    ("extends: h-group-1\nwith: 3\n", "conventions are a list, or a mapping"),
    ("extends: h-group-1\nwith: {finesse: 3}\n", "with.finesse: 3 is no mapping of settings"),
    (
        "extends: h-group-1\nwith:\n  finesse: {longst: 3}\n",
        'line 3, with.finesse.longst: finesse has no such setting. Did you mean "longest"?',
    ),
    (
        "extends: h-group-1\nwith:\n  finesse: {longest: 9}\n",
        "line 3, with.finesse.longest: 9 is not allowed: a whole number from 1 to 4",
    ),
    ("extends: h-group-1\nwith: {finesse: {longest: yes}}\n", "True is not allowed"),
    ("extends: h-group-2\nwithout: [prompt]\n", "line 2, without: self-prompt needs prompt"),
    ("family: h-group\nwith: [bluff]\n", "bluff needs finesse, which the set lacks"),
    ("extends: h-group-1\nline: [a]\n", "is no text"),
    ("extends: h-group-1\nextends: h-group-2\n", "the key extends stands here twice"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistakes_name_file_line_and_what_is_right(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_set(path)
    assert message in str(caught.value)
    assert path in str(caught.value)


def test_names_that_are_none() -> None:
    with pytest.raises(UnknownName, match='Did you mean "h-group-best"'):
        load_set("h-group-bst")
    with pytest.raises(UnknownName, match='Did you mean "finesse"'):
        find_convention("finese")
    with pytest.raises(UnknownName, match='Did you mean "h-group"'):
        find_convention("finesse", "hgroup")
    with pytest.raises(ConfigError, match="no such file"):
        load_set("nowhere.yaml")


def test_a_set_knows_the_files_that_it_was_read_from(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("extends: h-group-2\nwithout: [five-stall]\n", encoding="utf-8")
    assert [path.name for path in load_set(str(mine)).files] == [
        "mine.yaml",
        "h-group-2.yaml",
        "h-group-1.yaml",
    ]
    entries = []
    for text in ("extends: h-group-2\n", "extends: h-group-3\n"):
        mine.write_text(text, encoding="utf-8")
        bots = [{"bot": "conventions", "name": "mine", "params": {"set": str(mine)}}]
        document = Document(tmp_path / "league.yaml", {"bots": bots}, {})
        entries.append(plan_league(check_league(document), document).entries["mine"].digest())
    assert entries[0] != entries[1], "another set is another player"
