"""What a comparison asks: which games, which bounds, how sure, how many deals at most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hanabi_arena.comparison.sides import Side
from hanabi_arena.errors import RulesError, UnknownName, UsageError
from hanabi_arena.league.plan import Cell, LineUp, Plan
from hanabi_arena.rules.variant import PLAYERS, Rules
from hanabi_arena.stats.evidence import PRESETS, Bounds, PairedTest
from hanabi_arena.stats.summary import Strikeout

MOST_GAMES = 6000
"""Deals after which a sequential comparison is inconclusive, unless a caller asks otherwise."""


@dataclass(frozen=True)
class Stratum:
    """A variant at a player count: every deal is played once in each by both sides."""

    rules: Rules
    players: int

    @property
    def words(self) -> str:
        """The stratum in words, for a row's name."""
        return f"{self.rules.name}, {self.players} players"


def limits_of(move_seconds: float | None, game_seconds: float | None) -> dict[str, Any]:
    """Return limits by the keys of a league file; None leaves one at what it is there.

    Raises UsageError for no time at all.
    """
    given = {"move-seconds": move_seconds, "game-seconds": game_seconds}
    for name, seconds in given.items():
        if seconds is not None and not seconds > 0:
            raise UsageError(f"{name}: {seconds} is not above 0")
    return {name: seconds for name, seconds in given.items() if seconds is not None}


@dataclass(frozen=True)
class Question:
    """Everything that is asked but who plays."""

    strata: tuple[Stratum, ...]
    bounds: Bounds = PRESETS["gain"]
    alpha: float = 0.05
    beta: float = 0.05
    games: int = MOST_GAMES
    """Deals at most; with `fixed` exactly so many."""
    fixed: bool = False
    strikeout: Strikeout = "kept"
    seed: int | str = 1
    limits: dict[str, Any] = field(default_factory=dict)
    """What a bot may use, by the keys of a league file."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise UsageError(f"{self.games} games: at least one is needed")
        if self.strikeout not in ("zero", "kept"):
            raise UnknownName("strikeout rule", self.strikeout, ["kept", "zero"], "kept or zero")
        self.new_test()

    @property
    def independent(self) -> list[list[int]]:
        """The places of the strata in groups: those of different groups share no deal.

        Variants with the same cards share their deals at a player count. All groups are equally
        large, so that the mean over groups is the mean over strata.
        """
        keys = [one.rules.deal_key(one.players) for one in self.strata]
        counts = [str(one.players) for one in self.strata]
        for names in (keys, counts):
            groups = [
                [place for place, name in enumerate(names) if name == group]
                for group in dict.fromkeys(names)
            ]
            if len({len(group) for group in groups}) == 1:
                return groups
        return [list(range(len(self.strata)))]

    @property
    def largest(self) -> int:
        """The largest maximum among the games compared; it bounds a difference."""
        return max(stratum.rules.max_score for stratum in self.strata)

    def new_test(self) -> PairedTest:
        """Return the test of the mean difference. Raises UsageError for what it cannot test."""
        return PairedTest(self.bounds, self.largest, self.alpha, self.beta)

    @property
    def word_high(self) -> str:
        """The verdict where the mean is above the lower bound."""
        return "better" if self.bounds.low >= 0 else "not weaker"

    @property
    def word_low(self) -> str:
        """The verdict where the mean is below the upper bound."""
        return "weaker" if self.bounds.high <= 0 else "no better"

    def word(self, verdict: str | None) -> str:
        """Return a test's verdict in words."""
        return {"high": self.word_high, "low": self.word_low}.get(verdict or "", "inconclusive")

    def plan(self, sides: Sequence[Side]) -> Plan:
        """Return what the sides play: each alone, a cell for each stratum, strata outside."""
        from hanabi_arena.league.config import League

        variants = {stratum.rules.name: stratum.rules for stratum in self.strata}
        line_ups = {
            side.label: LineUp(side.label, "self-play", side.label, side.label) for side in sides
        }
        league = League.model_validate(
            {
                "name": "compare",
                "seed": self.seed,
                "games": self.games,
                "players": sorted({stratum.players for stratum in self.strata}),
                "variants": list(variants),
                "rules": {"strikeout": self.strikeout},
                "bots": list(line_ups),
                "limits": self.limits,
            }
        )
        cells = [
            Cell(line_ups[side.label], stratum.rules, stratum.players)
            for stratum in self.strata
            for side in sides
        ]
        return Plan(
            league,
            {side.label: side.entry for side in sides},
            tuple(variants.values()),
            tuple(line_ups.values()),
            tuple(cells),
            (),
            (),
            "the options",
        )


def find_strata(
    variants: Sequence[Rules], players: Sequence[int] | None, sides: Sequence[Side]
) -> tuple[tuple[Stratum, ...], list[str]]:
    """Return what all sides can play, and a line for each player count that is left out.

    Player counts that were asked for are never left out, they must be possible: raises UsageError.
    Without any it is every count from 2 to 5 that all sides play in all variants.
    """
    for what, given in (("variant", [one.name for one in variants]), ("player count", players)):
        for place, one in enumerate(given or ()):
            if one in (given or ())[:place]:
                raise UsageError(f"the {what} {one} is named twice")
    wanted = players if players else [count for count in PLAYERS if count <= 5]
    reasons = {count: _why_not(variants, count, sides) for count in wanted}
    left_out = [f"left out: {reason}" for reason in reasons.values() if reason]
    if players and left_out:
        raise UsageError(next(reason for reason in reasons.values() if reason))
    kept = [count for count, reason in reasons.items() if not reason]
    if not kept:
        raise UsageError(f"nothing that both can play: {'; '.join(filter(None, reasons.values()))}")
    return tuple(Stratum(rules, count) for rules in variants for count in kept), left_out


def _why_not(variants: Sequence[Rules], players: int, sides: Sequence[Side]) -> str:
    for rules in variants:
        try:
            rules.check(players)
        except RulesError as error:
            return str(error)
        for side in sides:
            reason = side.entry.bot.why_not(rules, players)
            if reason:
                return f"{side.label} in {rules.name}: {reason}"
    return ""


def parse_bounds(text: str | Bounds | Sequence[float]) -> Bounds:
    """Return bounds from a preset's name or two numbers, `-0.1,0.1`. Raises UsageError."""
    if isinstance(text, Bounds):
        return text
    if isinstance(text, str):
        if text in PRESETS:
            return PRESETS[text]
        pieces: Sequence[Any] = text.strip("[] ").split(",")
        if len(pieces) == 1:
            raise UnknownName(
                "bounds", text, PRESETS, f"{', '.join(PRESETS)}, or two numbers: 0,0.25"
            )
    else:
        pieces = text
    try:
        low, high = (float(piece) for piece in pieces)
    except (TypeError, ValueError):
        raise UsageError(
            f"bounds {text!r}: a preset ({', '.join(PRESETS)}) or two numbers, such as 0,0.25"
        ) from None
    return Bounds(low, high)
