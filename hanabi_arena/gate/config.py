"""The gate's file: which bots, which games, which baseline, how sure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from hanabi_arena.comparison.question import MOST_GAMES, parse_bounds
from hanabi_arena.errors import UsageError
from hanabi_arena.league.config import (
    BotEntry,
    BotKeys,
    Count,
    League,
    LimitKeys,
    PlayerCount,
    Section,
    explain,
    name_from,
)
from hanabi_arena.league.document import Document, Where
from hanabi_arena.league.plan import Plan, plan_league
from hanabi_arena.stats.evidence import Bounds, check_rate
from hanabi_arena.stats.summary import Strikeout


class BaselineKeys(Section):
    """What the bots are held against: their source at a git revision, or a recorded file."""

    revision: str | None = None
    file: str | None = None


class GateKeys(Section):
    """A gate's file."""

    name: str = "gate"
    """By default the file's name without its ending."""
    bots: Annotated[list[BotKeys], Field(min_length=1)]
    baseline: BaselineKeys
    players: Annotated[list[PlayerCount], Field(min_length=1)] = Field(default=[2, 3, 4, 5])
    variants: Annotated[list[str | dict[str, Any]], Field(min_length=1)] = Field(default=["base"])
    rules: dict[str, Any] = Field(default={})
    plugins: list[str] = Field(default=[])
    bounds: str | list[float] = "non-regression"
    alpha: float = 0.05
    beta: float = 0.05
    max_games: Count = MOST_GAMES
    games: Count = 2000
    inconclusive: Literal["fail", "pass"] = "fail"
    limits: LimitKeys = LimitKeys()


@dataclass(frozen=True)
class Gate:
    """A gate's file, read and checked, with all its names resolved."""

    path: Path
    keys: GateKeys
    plan: Plan
    """Which bot plays which cells; its number of games and seed mean nothing."""
    bounds: Bounds

    @property
    def strikeout(self) -> Strikeout:
        """The reading of the third strike that is compared."""
        return "zero" if self.plan.strikeout == "zero" else "kept"

    @property
    def baseline_file(self) -> Path | None:
        """The recorded baseline, if there is one."""
        file = self.keys.baseline.file
        return None if file is None else self.path.parent / file


def read_gate(path: Path, base: str | None = None) -> Gate:
    """Read a gate's file; `base` is a git revision that takes the place of its baseline.

    Raises ConfigError with file, line, key, value and what is allowed.
    """
    document = Document.read(path)
    if not isinstance(document.value, dict):
        raise document.error((), "a gate's file is a mapping with the keys bots and baseline")
    try:
        keys = GateKeys.model_validate(document.value)
    except ValidationError as error:
        raise explain(document, error, _keys_at) from None
    if "name" not in keys.model_fields_set:
        keys = keys.model_copy(update={"name": name_from(path, "gate")})
    if (keys.baseline.revision is None) == (keys.baseline.file is None):
        raise document.error(
            ("baseline",), "say either revision (a git revision) or file (a recorded baseline)"
        )
    if base is not None:
        keys = keys.model_copy(update={"baseline": BaselineKeys(revision=base)})
    for name in ("alpha", "beta"):
        try:
            check_rate(name, getattr(keys, name))
        except UsageError as error:
            raise document.error((name,), str(error).removeprefix(f"{name} ")) from None
    try:
        bounds = parse_bounds(keys.bounds)
    except UsageError as error:
        raise document.error(("bounds",), str(error).removeprefix("bounds ")) from None
    return Gate(path, keys, plan_league(_league(keys), document), bounds)


def _league(keys: GateKeys) -> League:
    """Return the league whose bots and cells are the gate's."""
    return League.model_validate(
        {
            "name": keys.name,
            "bots": [
                one.model_dump(by_alias=True) if isinstance(one, BotEntry) else one
                for one in keys.bots
            ],
            "players": keys.players,
            "variants": keys.variants,
            "rules": {"strikeout": "kept"} | keys.rules,
            "plugins": keys.plugins,
            "limits": keys.limits.model_dump(by_alias=True),
        }
    )


def _keys_at(where: Where) -> Iterator[str]:
    match where:
        case ():
            section: type[Section] = GateKeys
        case ("bots", _):
            section = BotEntry
        case ("baseline",):
            section = BaselineKeys
        case ("limits",):
            section = LimitKeys
        case _:
            return
    for name in section.model_fields:
        yield name.replace("_", "-")
