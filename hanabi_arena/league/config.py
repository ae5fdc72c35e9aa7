"""The league file: its keys and types. What the names in it stand for is found in plan.py."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from hanabi_arena.errors import ConfigError, did_you_mean
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

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=_hyphens)


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
    diagnostics: bool = False


class LimitKeys(Section):
    """What a bot may use before its game counts as a fault."""

    move_seconds: Annotated[float, Field(gt=0)] = 10.0
    game_seconds: Annotated[float, Field(gt=0)] = 120.0
    output_bytes: Annotated[int, Field(ge=0)] = 1_000_000


def _bot_form(value: Any) -> str:
    return "<entry>" if isinstance(value, dict | BotEntry) else "<name>"


def _line_up_form(value: Any) -> str:
    if isinstance(value, Seats) or (isinstance(value, dict) and "seats" in value):
        return "<seats>"
    return "<one-among>" if isinstance(value, dict | OneAmong) else "<word>"


# The form decides what a value is checked against, so that a complaint is about what was meant.
BotKeys = Annotated[
    Annotated[str, Tag("<name>")] | Annotated[BotEntry, Tag("<entry>")], Discriminator(_bot_form)
]
LineUpKeys = Annotated[
    Annotated[Literal["self-play", "pairs"], Tag("<word>")]
    | Annotated[OneAmong, Tag("<one-among>")]
    | Annotated[Seats, Tag("<seats>")],
    Discriminator(_line_up_form),
]
PlayerCount = Annotated[int, Field(ge=PLAYERS[0], le=PLAYERS[-1])]


class League(Section):
    """A league file."""

    name: str = "league"
    """By default the file's name without its ending."""
    seed: int | str = 1
    games: Count = 1000
    players: Annotated[list[PlayerCount], Field(min_length=1)] = [2, 3, 4, 5]
    variants: Annotated[list[str | dict[str, Any]], Field(min_length=1)] = ["base"]
    rules: dict[str, Any] = {}
    bots: Annotated[list[BotKeys], Field(min_length=1)]
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
    league = check_league(document)
    if "name" not in league.model_fields_set:
        league = league.model_copy(update={"name": name_from(path, "league")})
    return league, document


def name_from(path: Path, otherwise: str) -> str:
    """Return the name that a file gives to what it describes: its own, made fit for a folder."""
    return (re.sub(r"[^A-Za-z0-9._-]", "-", path.stem).lstrip("._-") or otherwise)[:64]


def check_league(document: Document) -> League:
    """Return the league that a document describes. Raises ConfigError."""
    try:
        league = League.model_validate(document.value)
    except ValidationError as error:
        raise explain(document, error, _keys_at) from None
    if league.report.diagnostics and not league.record_actions:
        raise document.error(
            ("report", "diagnostics"), "diagnostics read the games' actions: record-actions is off"
        )
    return league


KeysAt = Callable[[Where], Iterable[str]]
"""Says which keys a mapping may have at a place in a document."""


def explain(document: Document, error: ValidationError, keys_at: KeysAt) -> ConfigError:
    """Return pydantic's complaint as ours: file, line, key, value, and what is allowed."""
    # An unknown key explains a missing one.
    problems = error.errors()
    first = next((one for one in problems if one["type"] == "extra_forbidden"), problems[0])
    where = _where(document, first["loc"])
    value = first["input"]
    match first["type"]:
        case "extra_forbidden":
            allowed = [key for key in keys_at(where[:-1]) if key != where[-1]]
            text = (
                f'unknown key "{where[-1]}".{did_you_mean(str(where[-1]), allowed)} '
                f"Allowed: {', '.join(allowed)}"
            )
        case "missing":
            text = "this key is missing"
        case "invalid_key":
            key = _short(value)
            where, text = (*where[:-1], key), f"the key {key} is not a text"
        case "literal_error":
            allowed = re.findall(r"'([^']*)'", first["ctx"]["expected"])
            if where[0] == "line-ups":
                allowed += ["{one-among: {guest: …, hosts: […]}}", "{seats: […]}"]
            text = f"{_short(value)} is not allowed.{did_you_mean(str(value), allowed)} "
            text += f"One of {', '.join(allowed)}"
        case _:
            text = f"{_short(value)} is not allowed: it should be {_wanted(where, first, keys_at)}"
    return document.error(where, text)


_WANTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "too_short": "a list of at least {min_length}",
    "too_long": "a list of at most {max_length}",
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
}


def _wanted(where: Where, problem: Any, keys_at: KeysAt) -> str:
    """Return in words what should stand at a place, from what pydantic says is wrong there."""
    kind: str = problem["type"]
    if kind in ("dict_type", "model_type"):
        keys = ", ".join(keys_at(where))
        return f"a mapping with the keys {keys}" if keys else "a mapping"
    if kind in ("string_type", "int_type", "int_from_float"):
        match where:
            case ("seed",):
                return "a whole number or a text"
            case ("bots", _):
                return "a bot's name, or a mapping with the key bot"
            case ("variants", _):
                return "a variant's name, or a mapping of its switches"
    return _WANTED.get(kind, str(problem["msg"])).format(**problem.get("ctx", {}))


_BRIEF = reprlib.Repr()
_BRIEF.maxlevel, _BRIEF.maxstring, _BRIEF.maxlong, _BRIEF.maxother = 2, 60, 60, 60


def _short(value: Any) -> str:
    """Return a value as it stands in the file, or a piece of it."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _BRIEF.repr(value)


def _where(document: Document, location: tuple[int | str, ...]) -> Where:
    """Return the way into the document: pydantic's location without the names of union members."""
    value, where = document.value, []
    for index, step in enumerate(location):
        if str(step).startswith("<"):
            continue
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
