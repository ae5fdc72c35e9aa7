"""Values of a YAML mapping, read with complaints that name file, line and key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from hanabi_arena.errors import ArenaError, ConfigError, did_you_mean
from hanabi_arena.league.document import Document, Where

T = TypeVar("T")


class Values:
    """A mapping at a place in a document."""

    def __init__(self, document: Document, where: Where, value: Any, what: str) -> None:
        self.document, self.where = document, where
        if not isinstance(value, Mapping):
            raise document.error(where, f"{value!r} is no {what}")
        self.value: Mapping[Any, Any] = value

    def error(self, key: str | Where, text: str) -> ConfigError:
        """Return a complaint about a key."""
        more = (key,) if isinstance(key, str) else key
        return self.document.error((*self.where, *more), text)

    def read(self, reader: Callable[[str], T], text: object, where: Where) -> T:
        """Return what a reader makes of a text; its complaints get the place."""
        try:
            return reader(str(text))
        except ArenaError as error:
            raise self.error(where, str(error)) from None

    def mapping(
        self, value: Mapping[Any, Any], key: str, where: tuple[str, ...]
    ) -> Mapping[Any, Any]:
        """Return a mapping of slots below a key; empty without it."""
        found = value.get(key, {})
        if not isinstance(found, Mapping):
            raise self.error((*where, key), f"{found!r} is no mapping of slots: {{slot 1: ...}}")
        return found

    def items(self, value: Mapping[Any, Any], key: str, where: Where) -> list[Any]:
        """Return a list below a key; empty without it."""
        found = value.get(key, [])
        if not isinstance(found, list):
            raise self.error((*where, key), f"{found!r} is no list")
        return found

    def check_mapping(self, value: Any, where: Where, allowed: tuple[str, ...]) -> None:
        """Complain of what is no mapping, or has other keys."""
        if not isinstance(value, Mapping):
            raise self.error(where, f"{value!r} is no mapping with the keys {', '.join(allowed)}")
        for key in value:
            if key not in allowed:
                raise self.error(
                    (*where, str(key)),
                    f'unknown key "{key}".{did_you_mean(str(key), allowed)} '
                    f"Allowed: {', '.join(allowed)}",
                )

    def slot_number(self, value: Any, where: Where) -> int:
        """Return the number of a slot, written `slot 1`."""
        word = str(value).lower().removeprefix("slot").strip()
        if not word.isdecimal() or not 1 <= int(word) <= 6:
            raise self.error(
                where, f"{value!r} is no slot; written slot 1, the newest card, to slot 6 at most"
            )
        return int(word)

    def text(self, key: str) -> str:
        """Return a text; empty without the key."""
        value = self.value.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, f"{value!r} is no text")
        return value

    def whole(self, key: str) -> int | None:
        """Return a whole number; None without the key."""
        value = self.value.get(key)
        if value is not None and type(value) is not int:
            raise self.error(key, f"{value!r} is no whole number")
        return value

    def choice(self, key: str, allowed: tuple[Any, ...], default: Any) -> Any:
        """Return one of the allowed words."""
        value = self.value.get(key, default)
        if value not in allowed:
            raise self.error(
                key,
                f"{value!r} is not allowed.{did_you_mean(str(value), allowed)} "
                f"One of {', '.join(allowed)}",
            )
        return value

    def switch(self, key: str) -> bool:
        """Return true or false; true without the key."""
        value = self.value.get(key, True)
        if not isinstance(value, bool):
            raise self.error(key, f"{value!r} is not true or false")
        return value
