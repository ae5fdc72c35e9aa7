"""How a comparison stands while it is played: one line on a terminal, nothing in a pipe."""

from __future__ import annotations

import math
from types import TracebackType
from typing import TYPE_CHECKING, Any

from hanabi_arena.cli.common import is_terminal, messages, say

if TYPE_CHECKING:
    from hanabi_arena.comparison.paired import Evidence
    from hanabi_arena.comparison.question import Question
    from hanabi_arena.league.run import Progress


class Live:
    """Keeps track of how many deals are known; says once that it compiles."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.games = 0
        self._said = False

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Show no more."""

    def show(self, progress: Progress, evidence: Evidence) -> None:
        """Take note of how far it is."""
        self.games = evidence.games
        if progress.compiling and not self._said:
            self._said = True
            say(f"compiling {', '.join(progress.compiling)} (first run only)")


class LiveLine(Live):
    """Draws the line."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        from rich.live import Live as Drawn

        self._drawn: Any = Drawn("", console=messages(), refresh_per_second=8, transient=True)

    def __enter__(self) -> Live:
        self._drawn.start()
        return self

    def stop(self) -> None:
        """Take the line away."""
        self._drawn.stop()

    def show(self, progress: Progress, evidence: Evidence) -> None:
        """Draw the line anew."""
        from rich.text import Text

        self.games = evidence.games
        words = standing(evidence)
        if progress.compiling:
            words = f"compiling {', '.join(progress.compiling)} (first run only)"
        self._drawn.update(Text(words, no_wrap=True, overflow="ellipsis"))


def shown(question: Question) -> Live:
    """Return what shows a comparison, as suits standard error."""
    return LiveLine(question) if is_terminal() else Live(question)


def standing(evidence: Evidence) -> str:
    """Return how a comparison stands, in a line.

    Evidence is told as the share of its bar on the scale on which it grows steadily: ln of it over
    ln of the bar.
    """
    from hanabi_arena.comparison.words import deals, signed

    asked, test = evidence.question, evidence.test
    if not evidence.games:
        return f"{deals(0)}, {asked.games:,} {'' if asked.fixed else 'at most '}to play"
    high = f"{asked.word_high} {_share(test.wealth_high, asked.alpha):.0%}"
    low = f"{asked.word_low} {_share(test.wealth_low, asked.beta):.0%}"
    room = asked.games - evidence.games
    left = room if asked.fixed else test.expected_games_left()
    pieces = [
        deals(evidence.games),
        f"B − A {signed(test.mean)}",
        f"evidence: {high}, {low} of the bar",
    ]
    if left is not None:
        pieces.append(f"{'' if asked.fixed else '~'}{min(math.ceil(left), room):,} left")
    return " · ".join(pieces)


def _share(wealth: float, rate: float) -> float:
    return min(max(math.log(wealth) / -math.log(rate), 0.0), 1.0) if wealth > 0 else 0.0
