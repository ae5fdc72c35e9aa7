"""Find a variant by name, by switches, or by both: `avalanche+copies=full+choreography`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from hanabi_arena.errors import RulesError, UnknownName
from hanabi_arena.rules.variant import Rules, Settings


@cache
def catalogue() -> dict[str, Rules]:
    """Return the variants that have a name, in the order of the catalogue file."""
    import yaml

    text = files("hanabi_arena.rules").joinpath("catalogue.yaml").read_text(encoding="utf-8")
    found = {}
    for name, keys in yaml.safe_load(text).items():
        line = keys.pop("line")
        found[name] = Rules(name, Settings.of(keys), line)
    return found


def find_variant(wanted: str | Mapping[str, Any], extra: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules that a name or a mapping of switches describes.

    `wanted` is a name of the catalogue; or names and switches joined by `+`, a switch being `key`
    (for true) or `key=value`; or a mapping as in a league file, with the optional keys `variant`
    (a name to start from) and `name` (a label of one's own). `extra` holds switches that a run sets
    for all its variants. Raises UsageError with a message that names what is allowed.
    """
    label = ""
    if isinstance(wanted, str):
        keys = _keys_of(wanted)
    else:
        given = dict(wanted)
        label = str(given.pop("name", ""))
        keys = _keys_of(str(given.pop("variant", "base"))) | given
    settings = Settings.of(keys)
    named = _name(settings)
    if extra:
        settings = Settings.of(extra, settings)
    return Rules(label or named.name, settings, named.line)


def _keys_of(text: str) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for piece in text.split("+"):
        word, equals, value = piece.strip().partition("=")
        if equals:
            keys[word] = _value(word, value)
        elif word in catalogue():
            keys |= catalogue()[word].settings.changes()
        elif word in Settings.__dataclass_fields__ or word.replace("-", "_") in (
            Settings.__dataclass_fields__
        ):
            keys[word] = True
        else:
            raise UnknownName("variant", word, catalogue(), "arena variants lists all")
    return keys


def _value(key: str, text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        if not text:
            raise RulesError(f"{key}= names no value") from None
        return text


def _name(settings: Settings) -> Rules:
    for rules in catalogue().values():
        if rules.settings == settings:
            return rules
    changes = settings.changes()
    pieces = [key if value is True else f"{key}={value}" for key, value in changes.items()]
    lines = [
        catalogue()[key].line
        for key, value in changes.items()
        if value is True and key in catalogue()
    ]
    return Rules("+".join(pieces), settings, "; ".join(lines) or "sizes of its own")
