"""The league file: its keys and types. What the names in it stand for is found in plan.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hanabi_arena.errors import did_you_mean
from hanabi_arena.league.document import Document, Where
from hanabi_arena.rules.variant import PLAYERS

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
Count = Annotated[int, Field(ge=1, le=1_000_000_000)]
Strikeout = Literal["zero", "kept"]
Scale = Literal["federation", "usage"]


def _hyphens(name: str) -> str:
    return name.replace("_", "-")


class Section(BaseModel):
    """A part of a league file: keys with hyphens, no unknown ones, no silent conversion."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, alias_generator=_hyphens, populate_by_name=True
    )


class BotEntry(Section):
    """A bot of the league; `grid` makes one entry of each combination of parameters."""

    bot: str
    name: str | None = None
    params: dict[str, Any] = {}
    grid: dict[str, list[Any]] = {}


class Guest(Section):
    """One guest at a time among copies of each host."""

    guest: str
    hosts: Annotated[list[str], Field(min_length=1)]


class OneAmong(Section):
    """The line-up `one-among`."""

    one_among: Guest


class Seats(Section):
    """A line-up as written, at that player count."""

    seats: Annotated[list[str], Field(min_length=PLAYERS[0], max_length=PLAYERS[-1])]
    name: str | None = None


class ReportKeys(Section):
    """What the report shows."""

    verdict_scale: Scale = "federation"


class LimitKeys(Section):
    """What a bot may use before its game counts as a fault."""

    move_seconds: Annotated[float, Field(gt=0)] = 10.0
    game_seconds: Annotated[float, Field(gt=0)] = 120.0
    output_bytes: Annotated[int, Field(ge=0)] = 1_000_000


LineUpKeys = Literal["self-play", "pairs"] | OneAmong | Seats
PlayerCount = Annotated[int, Field(ge=PLAYERS[0], le=PLAYERS[-1])]


class League(Section):
    """A league file."""

    name: str = "league"
    seed: int | str = 1
    games: Count = 1000
    players: Annotated[list[PlayerCount], Field(min_length=1)] = [2, 3, 4, 5]
    variants: Annotated[list[str | dict[str, Any]], Field(min_length=1)] = ["base"]
    rules: dict[str, Any] = {}
    bots: Annotated[list[str | BotEntry], Field(min_length=1)]
    line_ups: Annotated[list[LineUpKeys], Field(min_length=1)] = ["self-play"]
    report: ReportKeys = ReportKeys()
    plugins: list[str] = []
    limits: LimitKeys = LimitKeys()
    record_actions: bool = True


def read_league(path: Path) -> tuple[League, Document]:
    """Read a league file. Raises ConfigError with file, line, key, value and what is allowed."""
    document = Document.read(path)
    if not isinstance(document.value, dict):
        raise document.error((), "a league file is a mapping with at least the key bots")
    return check_league(document), document


def check_league(document: Document) -> League:
    """Return the league that a document describes. Raises ConfigError."""
    try:
        return League.model_validate(document.value)
    except ValidationError as error:
        raise _explain(document, error) from None


def _explain(document: Document, error: ValidationError) -> Exception:
    # Of the alternatives of a union the one that got farthest tells what is really wrong.
    problems = sorted(error.errors(), key=lambda one: -len(_where(document, one["loc"])))
    first = next((one for one in problems if one["type"] == "extra_forbidden"), None)
    first = first or error.errors()[0]
    where = _where(document, first["loc"])
    value = first["input"]
    match first["type"]:
        case "extra_forbidden":
            allowed = list(_keys_at(where[:-1]))
            text = (
                f'unknown key "{where[-1]}".{did_you_mean(str(where[-1]), allowed)} '
                f"Allowed: {', '.join(allowed)}"
            )
        case "missing":
            text = "this key is missing"
        case "literal_error":
            allowed = [str(word) for word in _words(first)]
            text = f"{value!r} is not allowed.{did_you_mean(str(value), allowed)} "
            text += f"One of {', '.join(allowed)}"
        case "model_type" | "dict_type" if where and where[0] == "line-ups":
            text = (
                f"{value!r} is no line-up.{did_you_mean(str(value), ['self-play', 'pairs'])} "
                "One of self-play, pairs, {one-among: {guest: …, hosts: […]}}, {seats: […]}"
            )
        case _:
            message = first["msg"].replace("Input should be ", "")
            text = f"{_short(value)} is not allowed: it should be {message}"
    return document.error(where, text)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _words(problem: Any) -> list[str]:
    return re.findall(r"'([^']*)'", problem["ctx"]["expected"])


def _where(document: Document, location: tuple[int | str, ...]) -> Where:
    """Return the way into the document: pydantic's location without the names of union members."""
    value, where = document.value, []
    for index, step in enumerate(location):
        last = index == len(location) - 1
        if isinstance(value, dict) and (step in value or last):
            where.append(step)
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            where.append(step)
            value = value[step]
    return tuple(where)


def _keys_at(where: Where) -> Iterator[str]:
    match where:
        case ():
            section: type[Section] = League
        case ("bots", _):
            section = BotEntry
        case ("report",):
            section = ReportKeys
        case ("limits",):
            section = LimitKeys
        case ("line-ups", _, "one-among"):
            section = Guest
        case ("line-ups", _):
            yield from ("one-among", "seats", "name")
            return
        case _:
            return
    for name in section.model_fields:
        yield _hyphens(name)
