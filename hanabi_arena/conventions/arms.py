"""The arms of an ablation, and the league of a bot with other sets of conventions that they need.

A convention makes no sense without those that it needs, so sets are kept closed: who leaves one
out leaves out what needs it, and who adds one alone adds what it needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

from hanabi_arena.conventions.ablation_file import Ablation
from hanabi_arena.conventions.catalogue import find_family
from hanabi_arena.errors import ConfigError
from hanabi_arena.league.config import League
from hanabi_arena.league.plan import LineUp, Plan, plan_league
from hanabi_arena.stats.ablation import Arm

FULL, BARE = "full", "bare"

ONE_SIDED = {"speaks": "mute", "reads": "deaf", "lacks": "lacks"}
"""The bot's parameter that takes a convention from one seat, by the kind of arm."""

Chosen = frozenset[str]
"""The conventions of a set."""


class Arms:
    """Lists the arms that a file asks for, and names the sets and line-ups that they need."""

    def __init__(self, ablation: Ablation) -> None:
        self.ablation = ablation
        self._known = find_family(ablation.full.family).conventions
        self.full: Chosen = frozenset(ablation.full.conventions)
        self.bare = self.with_needs(ablation.keys.bare)
        self.sets: dict[Chosen, str] = {self.full: FULL}
        """The sets that play with their like, and their names."""
        self.guests: dict[str, tuple[str, tuple[str, ...]]] = {}
        """Names of bots that sit alone among full ones: a parameter, and what it takes away."""
        self.arms = tuple(self._arms())

    def with_needs(self, names: Iterable[str]) -> Chosen:
        """Return conventions with all that they need."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting.extend(self._known[name].needs)
        return frozenset(found) & self.full

    def with_followers(self, names: Iterable[str]) -> Chosen:
        """Return conventions of the set with all that need one of them."""
        gone = set(names)
        return frozenset(name for name in self.full if gone & self.with_needs([name]))

    def _arms(self) -> Iterator[Arm]:
        keys = self.ablation.keys
        for kind in keys.arms:
            if kind == "without":
                yield from (self._without(name) for name in self.ablation.asked)
            elif kind == "alone":
                yield from (self._alone(n) for n in self.ablation.asked if n not in self.bare)
            elif kind == "level":
                yield from self._levels()
            else:
                yield from (self._one_sided(kind, name) for name in self.ablation.asked)
        yield from (self._pair(*pair) for pair in keys.pairs)
        if keys.factorial:
            yield from self._factorial(keys.factorial)

    def _play(self, chosen: Chosen, name: str) -> str:
        """Return the name under which a set plays, this one if it is new."""
        return self.sets.setdefault(chosen, name)

    def _left_out(self, *names: str) -> str:
        chosen = self.full - self.with_followers(names)
        return self._play(chosen, f"without-{'.'.join(names)}")

    def _others(self, together: Iterable[str], *names: str) -> tuple[str, ...]:
        """Return what else is switched, in the order of the catalogue."""
        return tuple(one for one in self._known if one in set(together) - set(names))

    def _without(self, name: str) -> Arm:
        less = self._left_out(name)
        also = self._others(self.with_followers([name]), name)
        return _difference(f"without {name}", "without", name, FULL, less, also)

    def _alone(self, name: str) -> Arm:
        ground = self.bare | self.with_needs(self._known[name].needs)
        base = BARE if ground == self.bare else f"before-{name}"
        less = self._play(ground, base)
        more = self._play(ground | {name}, f"alone-{name}")
        also = self._others(ground - self.bare)
        return _difference(f"alone {name}", "alone", name, more, less, also)

    def _levels(self) -> Iterator[Arm]:
        below, before = self.bare, self._play(self.bare, BARE)
        for level in sorted({self._known[name].level for name in self.full}):
            up_to = frozenset(n for n in self.full if self._known[n].level <= level) | self.bare
            if up_to == below:
                continue
            now = self._play(up_to, f"level-{level}")
            also = self._others(up_to - below)
            yield _difference(f"level {level}", "level", f"level {level}", now, before, also)
            below, before = up_to, now

    def _one_sided(self, kind: str, name: str) -> Arm:
        lost = self._others(self.with_followers([name]))
        guest = f"{ONE_SIDED[kind]}-{name}"
        self.guests[guest] = ONE_SIDED[kind], lost
        also = self._others(lost, name)
        return _difference(f"{kind} {name}", kind, name, FULL, f"{guest}+{FULL}", also)

    def _pair(self, one: str, other: str) -> Arm:
        neither = self._left_out(one, other)
        weights = ((FULL, 1.0), (self._left_out(one), -1.0), (self._left_out(other), -1.0))
        also = self._others(self.with_followers((one, other)), one, other)
        return Arm(
            f"{one} x {other}",
            "pair",
            f"{one} + {other}",
            _summed((*weights, (neither, 1.0))),
            ((FULL, neither),),
            also,
        )

    def _factorial(self, switches: list[str]) -> Iterator[Arm]:
        self._check_switches(switches)
        count = len(switches)
        cells: dict[tuple[int, ...], str] = {}
        for bits in product((1, 0), repeat=count):
            off = [name for name, bit in zip(switches, bits, strict=True) if not bit]
            code = "".join(map(str, bits))
            cells[bits] = self._play(self.full - self.with_followers(off), f"factorial-{code}")
        for place, name in enumerate(switches):
            signs = {bits: 2 * bits[place] - 1 for bits in cells}
            apart = tuple(
                (cells[bits], cells[(*bits[:place], 0, *bits[place + 1 :])])
                for bits in cells
                if bits[place]
            )
            also = self._others(self.with_followers([name]), name)
            share = 2.0 / len(cells)
            yield Arm(
                f"factorial {name}",
                "factorial",
                name,
                _summed((cells[bits], share * sign) for bits, sign in signs.items()),
                apart,
                also,
            )
        for one, other in combinations(range(count), 2):
            share = 4.0 / len(cells)
            yield Arm(
                f"factorial {switches[one]} x {switches[other]}",
                "interaction",
                f"{switches[one]} + {switches[other]}",
                _summed(
                    (name, share * (2 * bits[one] - 1) * (2 * bits[other] - 1))
                    for bits, name in cells.items()
                ),
                tuple(
                    (name, cells[tuple(0 if p in (one, other) else b for p, b in enumerate(bits))])
                    for bits, name in cells.items()
                    if bits[one] and bits[other]
                ),
            )

    def _check_switches(self, switches: list[str]) -> None:
        for place, name in enumerate(switches):
            for need in switches:
                if need != name and need in self.with_needs([name]):
                    raise self.ablation.document.error(
                        ("factorial", place),
                        f"{name} needs {need}: both cannot be switches of one factorial, as it "
                        f"would say nothing of {name} without {need}",
                    )


def _difference(
    name: str, kind: str, convention: str, more: str, less: str, also: tuple[str, ...]
) -> Arm:
    return Arm(name, kind, convention, _summed(((more, 1.0), (less, -1.0))), ((more, less),), also)


def _summed(weights: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Return the weights with those of the same line-up added up."""
    sums: dict[str, float] = {}
    for name, weight in weights:
        sums[name] = sums.get(name, 0.0) + weight
    return tuple(sums.items())


def plan_ablation(
    ablation: Ablation, arms: Arms, folders: tuple[Path, ...] = (), strikeout: str | None = None
) -> Plan:
    """Return the plan of the games that the arms need. Raises ConfigError."""
    keys = ablation.keys
    bots = [
        {"bot": keys.bot, "name": name, "params": _params(ablation, chosen)}
        for chosen, name in arms.sets.items()
    ]
    bots += [
        {"bot": keys.bot, "name": name, "params": {"set": keys.set, parameter: " ".join(lost)}}
        for name, (parameter, lost) in arms.guests.items()
    ]
    guests = [{"one-among": {"guest": guest, "hosts": [FULL]}} for guest in arms.guests]
    league = League.model_validate(
        {
            "name": keys.name,
            "seed": keys.seed,
            "games": keys.games,
            "players": keys.players,
            "variants": keys.variants,
            "rules": keys.rules | ({"strikeout": strikeout} if strikeout else {}),
            "bots": bots,
            "line-ups": ["self-play", *guests],
            "plugins": keys.plugins,
        }
    )
    try:
        plan = plan_league(league, ablation.document, folders)
    except ConfigError as error:
        # The bots of the league are ours; what is wrong with one of them stands in the key bot.
        if found := re.search(r"\bbots\[\d+\]: (.*)", str(error), re.DOTALL):
            raise ablation.document.error(("bot",), found[1]) from None
        raise

    def needed(line_up: LineUp) -> bool:
        return not (line_up.kind == "self-play" and line_up.name in arms.guests)

    return replace(
        plan,
        line_ups=tuple(one for one in plan.line_ups if needed(one)),
        cells=tuple(cell for cell in plan.cells if needed(cell.line_up)),
    )


def _params(ablation: Ablation, chosen: Chosen) -> dict[str, str]:
    lost = [name for name in ablation.full.conventions if name not in chosen]
    params = {"set": ablation.keys.set}
    return params | {"without": " ".join(lost)} if lost else params
