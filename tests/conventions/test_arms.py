"""The arms of an ablation: which sets they compare, which games they need, what a file may say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from hanabi_arena.conventions.ablation_file import read_ablation
from hanabi_arena.conventions.arms import Arms, plan_ablation
from hanabi_arena.conventions.catalogue import find_family
from hanabi_arena.errors import ConfigError
from tests.support import Done, arena

BOT = '''
from hanabi_arena import Bot, Play, Discard, ClueRank


class Mock(Bot):
    """Plays blindly in its first turn if it lacks save clues; else it wastes its time."""

    set: str = ""
    without: str = ""
    lacks: str = ""
    mute: str = ""
    deaf: str = ""

    def act(self, view):
        gone = f"{self.without} {self.lacks} {self.mute} {self.deaf}".split()
        if "save-clue" in gone and view.turn < len(view.hands):
            return Play(0)
        if view.can_discard:
            return Discard(0)
        return ClueRank(view.others[0], view.hands[view.others[0]][0].identity.rank)
'''


def read(tmp_path: Path, **keys: Any) -> Arms:
    path = tmp_path / "a.yaml"
    path.write_text(yaml.safe_dump({"set": "h-group-3"} | keys), encoding="utf-8")
    return Arms(read_ablation(path))


def set_of(arms: Arms, name: str) -> frozenset[str]:
    (found,) = (chosen for chosen, called in arms.sets.items() if called == name)
    return found


def test_who_leaves_one_out_leaves_out_what_needs_it(tmp_path: Path) -> None:
    arms = read(tmp_path, arms=["without"], conventions=["finesse", "five-stall"])
    finesse, stall = arms.arms
    assert dict(finesse.weights) == {"full": 1.0, "without-finesse": -1.0}
    gone = arms.full - set_of(arms, "without-finesse")
    assert gone == {"finesse", *finesse.also}
    assert {"double-finesse", "self-finesse", "wrong-prompt"} <= gone
    assert "prompt" not in gone
    assert arms.full - set_of(arms, "without-five-stall") == {"five-stall"}
    assert stall.also == ()


def test_every_set_is_closed(tmp_path: Path) -> None:
    arms = read(
        tmp_path,
        arms=["without", "alone", "level"],
        bare=["focus"],
        pairs=[["prompt", "finesse"]],
        factorial=["save-clue", "finesse"],
    )
    known = find_family("h-group").conventions
    for chosen, name in arms.sets.items():
        assert chosen <= arms.full
        for one in chosen:
            assert set(known[one].needs) <= chosen, (name, one)


def test_who_adds_one_alone_adds_what_it_needs_to_both_sides(tmp_path: Path) -> None:
    arms = read(tmp_path, arms=["alone"], bare=["chop"], conventions=["chop", "finesse"])
    (finesse,) = arms.arms  # the chop is there already
    more, less = finesse.line_ups
    assert set_of(arms, more) - set_of(arms, less) == {"finesse"}
    assert set_of(arms, less) == {"chop", "focus", "play-clue"}
    assert finesse.also == ("focus", "play-clue")


def test_levels_build_on_each_other(tmp_path: Path) -> None:
    arms = read(tmp_path, arms=["level"])
    assert [arm.line_ups for arm in arms.arms] == [
        ("level-1", "bare"),
        ("level-2", "level-1"),
        ("full", "level-2"),
    ]
    assert set_of(arms, "bare") == frozenset()


def test_a_factorial_has_all_combinations_and_fair_weights(tmp_path: Path) -> None:
    switches = ["save-clue", "finesse", "five-stall"]
    arms = read(tmp_path, factorial=switches, arms=["level"], conventions=[])
    main = [arm for arm in arms.arms if arm.kind == "factorial"]
    assert [arm.convention for arm in main] == switches
    for arm in main:
        weights = dict(arm.weights)
        assert len(weights) == 8
        assert sum(weights.values()) == pytest.approx(0)
        assert sum(map(abs, weights.values())) == pytest.approx(2)
        for name, weight in weights.items():
            assert (weight > 0) == (arm.convention in set_of(arms, name))
    inter = [arm for arm in arms.arms if arm.kind == "interaction"]
    assert len(inter) == 3
    for arm in inter:
        one, other = arm.convention.split(" + ")
        for name, weight in arm.weights:
            there = set_of(arms, name)
            assert (weight > 0) == ((one in there) == (other in there))
        assert sum(abs(weight) for _, weight in arm.weights) == pytest.approx(4)


def test_one_sided_arms_take_it_from_one_seat(tmp_path: Path) -> None:
    arms = read(
        tmp_path, arms=["speaks", "reads", "lacks"], conventions=["finesse"], games=5, players=[3]
    )
    plan = plan_ablation(arms.ablation, arms)
    names = [line_up.name for line_up in plan.line_ups]
    assert names == ["full", "mute-finesse+full", "deaf-finesse+full", "lacks-finesse+full"]
    seats = plan.line_ups[1].seating(3, 1)
    assert seats == ("full", "mute-finesse", "full")
    given = plan.entries["deaf-finesse"].params
    assert given["set"] == "h-group-3"
    assert given["deaf"].split()[0] == "finesse"
    assert "double-finesse" in given["deaf"].split()


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ({"set": "h-group-33"}, 'set: no set of conventions "h-group-33". Did you mean'),
        ({"conventions": ["finess"]}, 'conventions[0]: no convention "finess"'),
        ({"conventions": ["bluff"]}, "in the set h-group-3"),
        ({"pairs": [["finesse"]]}, "pairs[0]: ['finesse'] is not allowed: it should be a list of"),
        ({"pairs": [["prompt", "prompt"]]}, "pairs[0][1]: prompt stands here twice"),
        ({"arms": ["witout"]}, "arms[0]: 'witout' is not allowed. Did you mean \"without\"?"),
        ({"factorial": ["finesse", "double-finesse"]}, "double-finesse needs finesse"),
        ({"arm": ["level"]}, 'unknown key "arm". Did you mean "arms"?'),
        ({"games": 0}, "games: 0 is not allowed: it should be at least 1"),
        ({"bot": "conventionss"}, 'bot: no bot "conventionss"'),
        ({"bot": "simple"}, "bot: "),
        ({"variants": ["basse"]}, "variants[0]: "),
    ],
)
def test_a_mistake_is_named_with_its_place(
    tmp_path: Path, keys: dict[str, Any], wanted: str
) -> None:
    def planned() -> None:
        arms = read(tmp_path, **keys)
        plan_ablation(arms.ablation, arms)

    with pytest.raises(ConfigError) as raised:
        planned()
    assert wanted in str(raised.value)
    assert str(raised.value).startswith(f"{tmp_path / 'a.yaml'}, line ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ablate")
    (folder / "bots").mkdir()
    (folder / "bots" / "mock.py").write_text(BOT, encoding="utf-8")
    keys = {
        "set": "h-group-1",
        "bot": "mock",
        "conventions": ["save-clue", "finesse"],
        "arms": ["without", "lacks"],
        "players": [2, 3],
        "games": 8,
    }
    (folder / "mock.yaml").write_text(yaml.safe_dump(keys), encoding="utf-8")
    return folder


def told(done: Done) -> dict[tuple[str, str, int], dict[str, Any]]:
    import json

    rows = json.loads(done.out)
    return {(row["kind"], row["convention"], row["players"]): row for row in rows}


def test_ablate_plays_all_arms_on_the_same_deals(folder: Path) -> None:
    rows = told(arena("ablate", "mock.yaml", "--json", "--no-charts", "--jobs", "1", cwd=folder))
    assert len(rows) == 8
    for (kind, convention, players), row in rows.items():
        assert row["games"] == 8
        if convention == "finesse":
            assert (row["effect"], row["changed_share"]) == (0, 0)
        else:
            assert row["changed_share"] == 1
            seats = players if kind == "without" else 1
            assert -seats <= row["strikes_change"] <= 0, "one who lacks it plays blindly once"
    out = folder / "results" / "mock"
    page = (out / "ablation.md").read_text(encoding="utf-8")
    assert "### 3 players" in page
    head, *lines = (out / "worth.csv").read_text(encoding="utf-8").splitlines()
    assert head == "convention,players,variant,effect,low,high,games"
    assert {line.split(",")[0] for line in lines} == {"save-clue", "finesse"}


def test_until_plays_on_until_every_sign_is_known(folder: Path) -> None:
    words = ("ablate", "mock.yaml", "--until", "--json", "--no-charts", "--jobs", "1")
    more = ("--games", "40", "--part-size", "5", "--players", "2", "--out", "until")
    first = arena(*words, *more, "--bound", "2", cwd=folder)
    rows = told(first)
    assert all(row["games"] <= 40 for row in rows.values())
    decided = [row for row in rows.values() if row["verdict"]]
    assert decided
    assert min(row["games"] for row in decided) < 40, "an arm ends at its verdict"
    again = arena(*words, *more, "--bound", "2", cwd=folder)
    assert again.out == first.out, "going on with it changes nothing"
