"""The scenarios that come with the package: well formed, both sides, passed by who speaks them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanabi_arena.api.bot import BotBase
from hanabi_arena.conventions.catalogue import families
from hanabi_arena.conventions.sets import load_set, shipped_sets
from hanabi_arena.conventions.shipped import shipped_scenarios
from hanabi_arena.conventions.trial import try_scenario
from hanabi_arena.conventions.verdict import by_convention, totals
from hanabi_arena_bots.simple import Simple
from hanabi_arena_bots.smart import Smart
from tests.conventions.shipped import FILES, KNOWN, SPEAKERS, label, scenarios


def test_there_are_at_least_two_hundred() -> None:
    assert sum(len(scenarios(path)) for path in FILES) >= 200


@pytest.mark.parametrize("path", FILES, ids=label)
def test_a_file_is_named_after_what_it_is_about(path: Path) -> None:
    for one in scenarios(path):
        assert f"{one.family}/{one.convention}" == label(path)
        if one.set in shipped_sets():
            agreed = load_set(one.set)
            assert agreed.family == one.family
            assert one.convention in agreed.conventions
        if one.family in families():
            entry = families()[one.family].conventions.get(one.convention)
            assert entry is None or one.level in (None, entry.level)


def test_every_convention_is_read_and_spoken() -> None:
    told = {
        (one.convention, one.side)
        for path in FILES
        for one in scenarios(path)
        if one.family == "h-group"
    }
    wanted = {(name, side) for name in families()["h-group"].conventions for side in ("reads",)}
    wanted |= {(name, "speaks") for name, _ in wanted}
    assert wanted <= told


def test_every_player_count_is_there() -> None:
    counts = {one.players for path in FILES for one in scenarios(path)}
    assert counts >= {2, 3, 4, 5}


def test_no_two_have_the_same_name_and_all_known_failures_exist() -> None:
    names = [one.name for path in FILES for one in scenarios(path) if one.family == "h-group"]
    every = {one.name for path in FILES for one in scenarios(path)}
    assert len(names) == len(set(names))
    assert set(KNOWN) <= every


@pytest.mark.parametrize("path", FILES, ids=label)
def test_the_bot_of_a_family_passes_them(path: Path) -> None:
    bot = SPEAKERS.get(path.parent.name)
    if bot is None:
        pytest.skip(f"no bot speaks {path.parent.name} yet")
    results = [try_scenario(one, bot, {}) for one in scenarios(path)]
    failed = {r.scenario.name: r.failures[0] for r in results if r.status == "failed"}
    unexpected = {name: one for name, one in failed.items() if name not in KNOWN}
    assert not unexpected
    repaired = {one.name for one in scenarios(path)} & set(KNOWN) - set(failed)
    assert not repaired, "passes now: take it off the list"


@pytest.mark.parametrize("bot", [Simple, Smart])
def test_who_follows_no_convention_follows_some_by_chance(bot: type[BotBase]) -> None:
    every = [one for path in FILES for one in scenarios(path)]
    results = [try_scenario(one, bot, {}, count=1) for one in every]
    passed, failed, _ = totals(results)
    assert not [one for r in results for one in r.failures if one.kind == "fault"]
    assert passed > 20
    assert failed > 20
    table = by_convention(results)
    assert len(table) == sum(len(one) for one in shipped_scenarios().values())
    # Neither knows of blind plays.
    assert table["h-group", 5, "queued-finesse"].read[0] < 3
