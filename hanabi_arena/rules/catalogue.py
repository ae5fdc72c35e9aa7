"""Find a variant by name, by switches, or by both: `avalanche+copies=full+choreography`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from hanabi_arena.errors import RulesError, UnknownName
from hanabi_arena.rules.variant import Rules, Settings

_OURS: dict[str, dict[str, Any]] = {
    "No Variant": {},
    "6 Suits": {"suits": 6},
    "4 Suits": {"suits": 4},
}
"""Variants of hanab.live that our switches have to the letter: cards, clues and suits."""


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
    (for true) or `key=value`, or a variant of hanab.live by its name or, as `hanab.live:16`, by its
    number; or a mapping as in a league file, with the optional keys `variant`
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
            keys |= live_keys(word)
    return keys


def live_keys(word: str) -> dict[str, Any]:
    """Return the switches that a variant of hanab.live is, by its name or as `hanab.live:16`.

    Raises UnknownName for no variant at all, and RulesError for one that cannot be played.
    """
    from hanabi_arena.rules.hanab_live import NUMBER, live_variants, playable_live

    number = word.removeprefix(NUMBER)
    if word not in live_variants() and not (number != word and number.isdecimal()):
        known = (*catalogue(), *live_variants())
        raise UnknownName(
            "variant", word, known, "arena variants lists all, with --all those of hanab.live"
        )
    found = playable_live(int(number) if number != word else word)
    if found.name in _OURS:
        return _OURS[found.name]
    return {"hanab-live": found.name} | ({"half-tokens": True} if found.half_tokens else {})


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
    if settings.hanab_live:
        return _live_name(settings)
    pieces = [key if value is True else f"{key}={value}" for key, value in changes.items()]
    lines = [
        catalogue()[key].line
        for key, value in changes.items()
        if value is True and key in catalogue()
    ]
    return Rules("+".join(pieces), settings, "; ".join(lines) or "sizes of its own")


def _live_name(settings: Settings) -> Rules:
    """Return a variant of hanab.live by its own name, and what else has changed."""
    changes = settings.changes()
    live = Rules(settings.hanab_live, Settings(hanab_live=settings.hanab_live)).live
    assert live is not None
    del changes["hanab-live"]
    if live.half_tokens:
        del changes["half-tokens"]
    pieces = [key if value is True else f"{key}={value}" for key, value in changes.items()]
    return Rules("+".join((live.name, *pieces)), settings, live.line)
