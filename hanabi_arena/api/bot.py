"""The classes that a bot's author derives from, and what a class tells of itself."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, get_args, get_origin
from weakref import WeakKeyDictionary

from hanabi_arena.errors import BotError, did_you_mean
from hanabi_arena.rules.variant import ODDITIES, PLAYERS, Rules, Settings

if TYPE_CHECKING:
    from hanabi_arena.api.actions import Action
    from hanabi_arena.api.beliefs import Belief
    from hanabi_arena.api.view import Turn, View


class BotBase:
    """What Python bots and compiled bots have in common: what they tell of themselves.

    A parameter is an annotated class attribute with a default (not a ClassVar); a string below it
    explains it. The first line of the class's docstring is the bot's line in lists.
    """

    name: ClassVar[str] = ""
    """The name in league files; by default the class's name in-lower-case-with-hyphens."""
    reference: ClassVar[str] = ""
    """Where the strategy was published."""
    players: ClassVar[Collection[int]] = PLAYERS
    """The player counts it can play."""
    refuses: ClassVar[Mapping[str, str]] = {}
    """Switches of variants that it cannot play, with the reason: {"rainbow": "..."}.

    Also `odd-suit-clues` and `odd-rank-clues`: variants of hanab.live in which a clue of a suit, or
    of a rank, does not touch just the cards of that suit or rank."""
    deterministic: ClassVar[bool] = True
    """Whether it does without its random stream."""
    suit_blind: ClassVar[bool] = False
    """Whether it treats all suits alike: if suits change places everywhere, so does its action."""
    conventions: ClassVar[tuple[str, ...]] = ()
    """The conventions that it declares to the table before the deal."""
    observes: ClassVar[str] = "actions"
    """What `observe` is called after: all "actions", or "clues" only, which is faster."""
    sees_own_hand: ClassVar[bool] = False
    """An oracle: it is shown its own hand, is marked everywhere, and never ranked with others."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    @classmethod
    def why_not(cls, rules: Rules, players: int) -> str:
        """Return why it cannot play a variant at a player count, or nothing if it can."""
        if players not in cls.players:
            counts = ", ".join(map(str, sorted(cls.players)))
            return f"plays with {counts} players only"
        changed = {*rules.settings.changes(), *rules.oddities}
        for switch, reason in cls.refuses.items():
            if switch in changed:
                return f"does not play {switch}: {reason}"
        return ""

    @classmethod
    def declare(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what it declares before the deal; every seat can read it."""
        return cls.conventions

    @classmethod
    def check_params(cls, params: Mapping[str, Any]) -> None:
        """Raise BotError if parameters, all of them given, make no sense; asked before a run."""

    @classmethod
    def source_files(cls, params: Mapping[str, Any]) -> tuple[Path, ...]:
        """Return files beside its own source that decide, with these parameters, what it does."""
        return ()

    @classmethod
    def line(cls) -> str:
        """Return the first line of its docstring."""
        return (inspect.getdoc(cls) or "").split("\n", 1)[0] if cls.__doc__ else ""


class Bot(BotBase):
    """A bot in plain Python: one method. An instance is made anew for each game of each seat."""

    def act(self, view: View) -> Action:
        """Return the action to take; the view shows the table as this seat sees it."""
        raise NotImplementedError(f"{type(self).__name__} has no act method")

    def start(self, view: View) -> None:
        """Get ready; called after the deal, before the first action."""

    def observe(self, view: View, turn: Turn) -> None:
        """Take note of an action, anybody's; the view shows the table after it."""

    def beliefs(self, view: View) -> Sequence[Belief] | None:
        """Return what it takes its own cards for, oldest first; None if it does not say."""
        return None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a bot: name, type, default, and the line that explains it."""

    name: str
    annotation: Any
    default: Any
    doc: str

    @property
    def kind(self) -> str:
        """The type in words: `int`, or the values it may take."""
        if self.choices:
            return " | ".join(map(str, self.choices))
        if get_origin(self.annotation) is not None:
            return str(self.annotation)
        return getattr(self.annotation, "__name__", None) or str(self.annotation)

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values that a Literal allows; empty for other types."""
        from typing import Literal

        return get_args(self.annotation) if get_origin(self.annotation) is Literal else ()

    def check(self, bot: str, value: Any) -> Any:
        """Return the value as the parameter's type, or raise BotError."""
        from pydantic import ConfigDict, TypeAdapter, ValidationError

        config = ConfigDict(strict=True, arbitrary_types_allowed=True)
        try:
            return TypeAdapter(self.annotation, config=config).validate_python(value)
        except ValidationError as error:
            if self.annotation is float and type(value) is int:
                return float(value)
            reason = error.errors()[0]["msg"]
            raise BotError(
                f"{bot}: parameter {self.name}: {value!r} is not allowed ({reason}); "
                f"{self.kind}, default {self.default!r}"
            ) from None


def parameters(bot: type[BotBase]) -> dict[str, Parameter]:
    """Return a bot's parameters by name, base classes' first."""
    if bot not in _PARAMETERS:
        _PARAMETERS[bot] = _find_parameters(bot)
    return _PARAMETERS[bot]


_PARAMETERS: WeakKeyDictionary[type[BotBase], dict[str, Parameter]] = WeakKeyDictionary()


def _find_parameters(bot: type[BotBase]) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    for owner in reversed(bot.__mro__):
        if not issubclass(owner, BotBase) or owner.__module__.startswith("hanabi_arena.api."):
            continue
        docs = _attribute_docs(owner)
        for name, annotation in _own_hints(owner).items():
            if name not in owner.__dict__:
                raise BotError(f"{owner.__name__}.{name}: a parameter needs a default")
            found[name] = Parameter(name, annotation, owner.__dict__[name], docs.get(name, ""))
    return found


def _own_hints(owner: type) -> dict[str, Any]:
    """Return the annotations of a class that can be parameters; the others need not make sense."""
    hints = {}
    for name, hint in inspect.get_annotations(owner).items():
        if name.startswith("_") or name in _FACTS:
            continue
        if isinstance(hint, str) and not re.match(r"(\w+\.)?ClassVar\b", hint):
            try:
                hints[name] = eval(hint, vars(sys.modules[owner.__module__]), dict(vars(owner)))
            except Exception as error:
                raise BotError(
                    f"{owner.__name__}.{name}: {hint} is no type: {type(error).__name__}: {error}"
                ) from None
        elif not isinstance(hint, str):
            hints[name] = hint
    return {
        name: hint
        for name, hint in hints.items()
        if hint is not ClassVar and get_origin(hint) is not ClassVar
    }


_FACTS = frozenset((*BotBase.__annotations__, "memory", "param_fields"))
"""What a class tells of itself, with or without an annotation."""

OBSERVES = ("actions", "clues")
"""What a bot may have its `observe` called after."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def check_facts(bot: type[BotBase]) -> None:
    """Raise BotError unless what a bot's class tells of itself makes sense."""
    name: Any = bot.name
    if not (isinstance(name, str) and _NAME.fullmatch(name)):
        raise BotError(
            f"{bot.__name__}: name {name!r} is not made of letters, digits, '.', '_' and '-', "
            "at most 64"
        )
    counts: Any = bot.players
    if not (isinstance(counts, Collection) and counts and all(one in PLAYERS for one in counts)):
        raise BotError(
            f"{bot.__name__}: players {counts!r} are not some of {PLAYERS[0]} to {PLAYERS[-1]}"
        )
    switches = [*(name.replace("_", "-") for name in Settings.__dataclass_fields__), *ODDITIES]
    refused: Any = bot.refuses
    for switch in refused if isinstance(refused, Mapping) else [str(refused)]:
        if switch not in switches:
            raise BotError(
                f'{bot.__name__}: refuses has no switch "{switch}".'
                f"{did_you_mean(switch, switches)} Allowed: {', '.join(switches)}"
            )
    if bot.observes not in OBSERVES:
        raise BotError(
            f"{bot.__name__}: observes {bot.observes!r} is not allowed; one of "
            f"{', '.join(OBSERVES)}"
        )
    parameters(bot)


def declarations(bot: type[BotBase], params: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what a bot declares with these parameters, all of them given. Raises BotError."""
    try:
        declared: Any = bot.declare(params)
    except Exception as error:
        raise BotError(f"{bot.name}: declare raised {type(error).__name__}: {error}") from error
    if isinstance(declared, str) or not all(isinstance(one, str) for one in declared):
        raise BotError(f"{bot.name}: declare returned {declared!r}, which is no tuple of texts")
    return tuple(declared)


def _attribute_docs(owner: type) -> dict[str, str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(owner)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    docs = {}
    for item, below in pairwise(body):
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            match below:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    docs[item.target.id] = " ".join(text.split())
    return docs


def checked_params(bot: type[BotBase], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every parameter with its value, given or default. Raises BotError."""
    known = parameters(bot)
    for name in given:
        if name not in known:
            allowed = ", ".join(known) or "it has none"
            raise BotError(
                f'{bot.name}: no parameter "{name}".{did_you_mean(name, known)} Allowed: {allowed}'
            )
    return {
        name: parameter.check(bot.name, given[name]) if name in given else parameter.default
        for name, parameter in known.items()
    }
