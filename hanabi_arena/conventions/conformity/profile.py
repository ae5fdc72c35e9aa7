"""What the judge found: how often each rule could be kept, how often it was, and examples."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hanabi_arena.conventions.conformity.rule import Case, Rule
from hanabi_arena.stats.intervals import share_interval

KEPT_EXAMPLES = 20
"""So many of the worst examples of a rule are kept."""


@dataclass(frozen=True, slots=True)
class Example:
    """A broken rule, and where it is to be found."""

    game: int
    """The place of the game among those that were judged."""
    case: Case


@dataclass(slots=True)
class Tally:
    """A rule's opportunities: all of them, and those of each bot."""

    rule: Rule
    opportunities: int = 0
    kept: int = 0
    by_bot: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Opportunities and how many were kept, by the name of who is to blame."""
    examples: list[Example] = field(default_factory=list)
    """The worst first."""

    @property
    def rate(self) -> float:
        """The share that was kept; NaN without any opportunity."""
        return self.kept / self.opportunities if self.opportunities else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the rate, as if opportunities were independent."""
        return share_interval(self.kept, self.opportunities)

    def add(self, game: int, case: Case, bot: str) -> None:
        """Count a case."""
        self.opportunities += 1
        self.kept += case.kept
        count, kept = self.by_bot.get(bot, (0, 0))
        self.by_bot[bot] = count + 1, kept + case.kept
        if not case.kept:
            self.examples.append(Example(game, case))
            self.examples.sort(key=lambda one: (-one.case.cost, one.game, one.case.turn))
            del self.examples[KEPT_EXAMPLES:]


@dataclass(frozen=True)
class Profile:
    """All rules of a set, judged over some games."""

    set_name: str
    games: int
    tallies: Sequence[Tally]
    left_out: Mapping[str, str]
    """Rules that cannot be judged by this set, and why."""

    def tally(self, name: str) -> Tally:
        """Return a rule's tally by its name."""
        return next(one for one in self.tallies if one.rule.name == name)


def as_json(profile: Profile, commands: Sequence[str], most: int) -> dict[str, Any]:
    """Return a profile as JSON can hold it.

    `commands` has for each game the command that shows it, up to the turn; `most` examples each.
    """
    return {
        "set": profile.set_name,
        "games": profile.games,
        "rules": [
            {
                "rule": tally.rule.name,
                "role": tally.rule.role,
                "line": tally.rule.line,
                "opportunities": tally.opportunities,
                "kept": tally.kept,
                "rate": None if math.isnan(tally.rate) else tally.rate,
                "low": tally.interval[0],
                "high": tally.interval[1],
                "by_bot": [
                    {"bot": bot, "opportunities": count, "kept": kept}
                    for bot, (count, kept) in sorted(tally.by_bot.items())
                ],
                "examples": [
                    {
                        "turn": one.case.turn + 1,
                        "seat": one.case.seat,
                        "note": one.case.note,
                        "command": f"{commands[one.game]} --turn {one.case.turn + 1}",
                    }
                    for one in tally.examples[:most]
                ],
            }
            for tally in profile.tallies
        ],
        "left_out": dict(profile.left_out),
    }
