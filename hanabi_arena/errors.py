"""The exceptions of the package.

ArenaError
├── UsageError          wrong usage or input: a file, a key, a value, a name (exit code 2)
│   ├── ConfigError     in a configuration file; names file and line
│   └── UnknownName     a name that nobody registered; offers the nearest one
├── RulesError          a combination of rules that does not exist, or cards that do not suffice
├── IllegalAction       an action that the rules forbid; names the rule
├── BotError            a bot that cannot be loaded, or that breaks its contract
└── RunError            a run that cannot go on: folder in use, other rules or bots than recorded
"""

from __future__ import annotations

from collections.abc import Iterable


class ArenaError(Exception):
    """Everything that this package raises on purpose."""

    exit_code = 2


class UsageError(ArenaError):
    """Wrong usage or input."""


class ConfigError(UsageError):
    """Something in a configuration file is wrong; the message names file and line."""


class UnknownName(UsageError):
    """A name that nobody registered."""

    def __init__(self, kind: str, name: str, known: Iterable[str], where: str = "") -> None:
        """Word the message: `kind` is what was looked for ("bot"), `where` how to list all."""
        self.kind, self.name, self.known, self.where = kind, name, tuple(known), where
        super().__init__(
            f'no {kind} "{name}".{did_you_mean(name, self.known)}{where and f" ({where})"}'
        )

    def __reduce__(self) -> tuple[type[UnknownName], tuple[object, ...]]:
        return type(self), (self.kind, self.name, self.known, self.where)


class RulesError(UsageError):
    """A combination of rules that does not exist, or too few cards for the hands."""


class IllegalAction(ArenaError):
    """An action that the rules forbid; the message names the rule."""


class BotError(UsageError):
    """A bot that cannot be loaded, or that breaks its contract."""


class RunError(UsageError):
    """A run that cannot go on: its folder is in use, or recorded under other rules or bots."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ` Did you mean "x"?` for the nearest of the known names, or nothing."""
    from difflib import get_close_matches  # takes longer to import than all of this module

    near = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f' Did you mean "{near[0]}"?' if near else ""
