"""What a rule is, and what it finds: cases in which a player could keep it or break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from hanabi_arena.conventions.conformity.game import Game

Role = Literal["giver", "receiver"]


@dataclass(frozen=True, slots=True)
class Case:
    """An opportunity: a turn in which a seat kept a rule or broke it."""

    turn: int
    """The turn that shows it, from 0."""
    seat: int
    """Who kept it, or is to blame."""
    kept: bool
    note: str = ""
    """What was broken, in words."""
    cost: float = 0.0
    """How bad it was; the worst examples have the most."""


Judge = Callable[["Game"], Iterator[Case]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that followers of a convention do, or do not do."""

    name: str
    role: Role
    """Who is to blame: the giver of a clue, or the one who acts on clues."""
    line: str
    """What counts as an opportunity, and what keeps it."""
    needs: tuple[str, ...]
    """Conventions that must be in the set."""
    unless: tuple[str, ...]
    """Conventions under which it cannot be judged, as they give the same action a meaning."""
    judge: Judge
    family: str = "h-group"
    """The family whose terms it uses; nothing if it holds in any."""
