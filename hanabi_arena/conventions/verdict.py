"""How a bot fared in many scenarios, counted by convention."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hanabi_arena.conventions.scenario import TAGS, Scenario
from hanabi_arena.conventions.trial import Result
from hanabi_arena.errors import UsageError, did_you_mean

Key = tuple[str, int, str]
"""Family, level (0 without one), convention."""


@dataclass
class Count:
    """Passed and taken scenarios of a convention, for those who read it and those who speak it."""

    read: list[int] = field(default_factory=lambda: [0, 0])
    speak: list[int] = field(default_factory=lambda: [0, 0])
    skipped: int = 0
    beliefs_skipped: int = 0

    def add(self, result: Result) -> None:
        """Count a result."""
        self.beliefs_skipped += result.beliefs_skipped
        if result.status == "skipped":
            self.skipped += 1
            return
        side = self.read if result.scenario.side == "reads" else self.speak
        side[0] += result.status == "passed"
        side[1] += 1


def by_convention(results: Iterable[Result]) -> dict[Key, Count]:
    """Count results by family, level and convention, in that order."""
    found: dict[Key, Count] = {}
    for result in results:
        scenario = result.scenario
        key = (scenario.family, scenario.level or 0, scenario.convention or scenario.name)
        found.setdefault(key, Count()).add(result)
    return dict(sorted(found.items()))


def totals(results: Sequence[Result]) -> tuple[int, int, int]:
    """Return how many passed, failed and were skipped."""
    statuses = [result.status for result in results]
    return statuses.count("passed"), statuses.count("failed"), statuses.count("skipped")


def chosen(scenarios: Iterable[Scenario], tags: Sequence[str]) -> list[Scenario]:
    """Return the scenarios that have all the tags, written `convention=finesse` or `level=1-3`.

    The same tag twice means either. Raises UsageError for a tag that is none.
    """
    wanted: dict[str, list[str]] = {}
    for tag in tags:
        name, equals, value = tag.partition("=")
        if name not in TAGS or not equals or not value:
            raise UsageError(
                f'--tag "{tag}" is no tag.{did_you_mean(name, TAGS)} '
                f"Written convention=finesse; one of {', '.join(TAGS)}"
            )
        wanted.setdefault(name, []).append(value)
    return [
        scenario
        for scenario in scenarios
        if all(
            any(_has(scenario, name, value) for value in values) for name, values in wanted.items()
        )
    ]


def _has(scenario: Scenario, name: str, value: str) -> bool:
    tag = scenario.tag(name)
    if name == "level" and "-" in value:
        low, _, high = value.partition("-")
        return (
            low.isdecimal() and high.isdecimal() and bool(tag) and int(low) <= int(tag) <= int(high)
        )
    return tag == value


def failure_text(result: Result) -> str:
    """Return what a bot did otherwise, with the position and what it believed."""
    scenario = result.scenario
    lines = [f"failed: {scenario.name} · {scenario.path}, line {scenario.line}"]
    for one in result.failures:
        where = f" ({one.where})" if one.where else ""
        lines.append(f"  {one.seat}, {one.kind}{where}: expected {one.expected}, got {one.got}")
    lines += [f"    {sentence.text}" for sentence in scenario.actions]
    lines += [f"    {line}" for line in result.position.splitlines()]
    lines += [f"    {name} believes: {believed}" for name, believed in result.beliefs.items()]
    return "\n".join(lines)
