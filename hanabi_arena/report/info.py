"""What a report has to know about a run beside its games: names, order, rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from hanabi_arena.stats.summary import Strikeout

LineUpKind: TypeAlias = Literal["self-play", "pairs", "one-among", "seats"]

MARK: Final = "†"
"""Stands after the name of everything unranked, in every table and chart."""

MARK_NOTE: Final = f"{MARK} a bot that sees its own hand plays here: shown for scale, never ranked"
"""What `MARK` means, for the foot of a table or chart."""


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """A variant that was played."""

    name: str
    max_score: int
    suits: int
    verdicts: bool = True
    """Whether the verdict scales apply (not for the bouquet final, nor for small games)."""
    one_line: str = ""
    """What changes in it, in one line without a full stop."""


@dataclass(frozen=True, slots=True)
class LineUpInfo:
    """A line-up: who sat at the table."""

    name: str
    kind: LineUpKind = "self-play"
    guest: str = ""
    """The one among others; empty but for `pairs` and `one-among`."""
    host: str = ""
    """The bot in the other seats; empty but for `pairs` and `one-among`."""
    bots: tuple[str, ...] = ()
    """The bots in it by name: by seat for `seats`, else each once."""
    unranked: bool = False
    """Whether a bot in it sees its own hand: never ranked among those that do not."""

    @property
    def label(self) -> str:
        """The name as tables and charts show it, marked if unranked."""
        return f"{self.name} {MARK}" if self.unranked else self.name

    @property
    def most(self) -> str:
        """The bot in most seats: the host, or the most frequent, or the first of several."""
        seated = self.bots or (self.name,)
        return self.host or max(seated, key=seated.count)

    @property
    def other(self) -> str:
        """The guest, or the first bot that is not `most`; `most` itself if there is no other."""
        return self.guest or next((bot for bot in self.bots if bot != self.most), self.most)


@dataclass(frozen=True, slots=True)
class ReportInfo:
    """A run: everything that its report says and that is not in the games themselves.

    The order of `variants`, `line_ups` and `players` is the order of every table and chart.
    """

    name: str
    seed: int | str
    strikeout: Strikeout
    """The reading of the third strike that tables and charts follow."""
    scale: str
    """The verdict scale, a name from `hanabi_arena.rules.scales`."""
    variants: tuple[VariantInfo, ...]
    line_ups: tuple[LineUpInfo, ...]
    players: tuple[int, ...]
    games: int
    """Games planned for each line-up, variant and player count."""
    skipped: tuple[str, ...] = ()
    """A line for everything that was not played, with the reason."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """What made the results: package, version."""
    unranked_bots: tuple[str, ...] = ()
    """The bots that see their own hand."""

    @property
    def max_scores(self) -> dict[str, int]:
        """The maximum of each variant."""
        return {variant.name: variant.max_score for variant in self.variants}

    @property
    def bots(self) -> tuple[str, ...]:
        """All bots, in the order in which the line-ups first name them; self-play goes first.

        A bot's colour is its place here, the same in every chart.
        """
        ordered = sorted(self.line_ups, key=lambda line_up: line_up.kind != "self-play")
        seen = [
            bot
            for line_up in ordered
            for bot in (line_up.bots or (line_up.guest, line_up.host))
            if bot
        ]
        return tuple(dict.fromkeys(seen or [line_up.name for line_up in ordered]))

    @property
    def ordered(self) -> tuple[LineUpInfo, ...]:
        """The line-ups in the given order, the unranked ones after all others."""
        return tuple(sorted(self.line_ups, key=lambda line_up: line_up.unranked))

    def bot_label(self, bot: str) -> str:
        """Return a bot's name as charts show it, marked if it sees its own hand."""
        return f"{bot} {MARK}" if bot in self.unranked_bots else bot

    @property
    def score_rule(self) -> str:
        """The reading of the third strike, in words for a heading."""
        return (
            "a strikeout scores 0" if self.strikeout == "zero" else "a strikeout keeps its points"
        )
