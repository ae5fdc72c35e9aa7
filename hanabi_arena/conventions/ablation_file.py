"""The file of an ablation: which set, which conventions, which kinds of arms, which games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from hanabi_arena.conventions.sets import ConventionSet, load_set
from hanabi_arena.errors import ConfigError, UnknownName
from hanabi_arena.league.config import Count, PlayerCount, Section, explain, name_from
from hanabi_arena.league.document import Document, Where

Kind = Literal["without", "alone", "level", "speaks", "reads", "lacks"]

MOST_SWITCHES = 8
"""A full factorial of so many switches has 256 line-ups."""


class AblationKeys(Section):
    """An ablation's file."""

    name: str = "ablation"
    """By default the file's name without its ending."""
    set: str
    """The full set: a name that is shipped, or the path of a file."""
    bare: list[str] = Field(default=[])
    """The conventions that the bare set keeps."""
    conventions: list[str] = Field(default=[])
    """Those to ask about; all of the set by default."""
    arms: Annotated[list[Kind], Field(min_length=1)] = Field(default=["without"])
    pairs: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field(default=[])
    """Pairs whose interaction is asked for."""
    factorial: Annotated[list[str], Field(max_length=MOST_SWITCHES)] = Field(default=[])
    """Switches of which all combinations are played."""
    bot: str = "conventions"
    """A bot with the parameters `set`, `without`, `mute`, `deaf` and `lacks`."""
    players: Annotated[list[PlayerCount], Field(min_length=1)] = Field(default=[2, 3, 4, 5])
    variants: Annotated[list[str | dict[str, Any]], Field(min_length=1)] = Field(default=["base"])
    rules: dict[str, Any] = Field(default={})
    games: Count = 4000
    seed: int | str = 1
    plugins: list[str] = Field(default=[])


@dataclass(frozen=True)
class Ablation:
    """An ablation's file, read and checked."""

    document: Document
    keys: AblationKeys
    full: ConventionSet

    @property
    def asked(self) -> tuple[str, ...]:
        """The conventions to ask about, in the order of the set, or as the file lists them."""
        return tuple(self.keys.conventions or self.full.conventions)


def read_ablation(path: Path, changes: Mapping[str, Any] | None = None) -> Ablation:
    """Read an ablation's file; `changes` take the place of keys.

    Raises ConfigError with file, line, key, value and what is allowed.
    """
    document = Document.read(path)
    if not isinstance(document.value, dict):
        raise document.error((), "an ablation's file is a mapping with at least the key set")
    try:
        keys = AblationKeys.model_validate(document.value)
    except ValidationError as error:
        raise explain(document, error, _keys_at) from None
    if "name" not in keys.model_fields_set:
        keys = keys.model_copy(update={"name": name_from(path, "ablation")})
    keys = keys.model_copy(update=dict(changes or {}))
    try:
        full = load_set(keys.set, path.parent)
    except (UnknownName, ConfigError) as error:
        raise document.error(("set",), str(error)) from None
    if keys.set.endswith((".yaml", ".yml")):
        # Bots find the file from where the command is run, not from where this file lies.
        keys = keys.model_copy(update={"set": str(path.parent / keys.set)})
    _check_names(document, keys, full)
    return Ablation(document, keys, full)


def _check_names(document: Document, keys: AblationKeys, full: ConventionSet) -> None:
    lists: list[tuple[Where, list[str]]] = [
        (("bare",), keys.bare),
        (("conventions",), keys.conventions),
        (("factorial",), keys.factorial),
        *((("pairs", place), pair) for place, pair in enumerate(keys.pairs)),
    ]
    for where, names in lists:
        for place, name in enumerate(names):
            if name not in full.conventions:
                error = UnknownName("convention", name, full.conventions, f"in the set {full.name}")
                known = ", ".join(full.conventions)
                raise document.error((*where, place), f"{error} Allowed: {known}")
            if name in names[:place]:
                raise document.error((*where, place), f"{name} stands here twice")


def _keys_at(where: Where) -> Iterator[str]:
    if where == ():
        for name in AblationKeys.model_fields:
            yield name.replace("_", "-")
