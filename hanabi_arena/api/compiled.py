"""Bots that compile: the same bot as kernels over the table, a private memory and parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numba
import numpy as np
from numba import types

from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.bot import BotBase, Parameter, checked_params, parameters
from hanabi_arena.api.proof import only_reads
from hanabi_arena.engine.kernel import PLAIN, cache_folder
from hanabi_arena.engine.table import EVENT, TABLE
from hanabi_arena.errors import BotError

Fields = Sequence[tuple[Any, ...]]
"""Fields of a record, as numpy.dtype takes them: (name, type) or (name, type, shape)."""


class CompiledBot(BotBase):
    """A bot as kernels: `act(table, memory, params)` returns an action's number.

    `start(table, memory, params)` is called after the deal, `observe(table, memory, event, params)`
    after every action, anybody's, with the table after it; both are optional. Each is a static
    method made with `kernel`. `memory` lists the fields of the seat's private record, zero at the
    start of each game; `memory.random` is always there and holds the seat's random stream.
    Parameters are numbers, truth values, or Literals (a kernel sees the place of the choice). Those
    of any other type, a text or a list, reach kernels through `param_fields` and `encode`.
    """

    memory: ClassVar[Fields] = ()
    param_fields: ClassVar[Fields] = ()
    """Fields of the parameters' record beside the parameters themselves; `encode` fills them."""
    act: ClassVar[Callable[..., int]]
    start: ClassVar[Callable[..., None] | None] = None
    observe: ClassVar[Callable[..., None] | None] = None

    @classmethod
    def memory_dtype(cls) -> np.dtype[Any]:
        """Return the type of the memory record: the random stream, then the bot's own fields."""
        return np.dtype([("random", np.uint64), *cls.memory], align=True)

    @classmethod
    def params_dtype(cls) -> np.dtype[Any]:
        """Return the type of the parameters' record: those that are numbers, then param_fields."""
        numbers = [(name, _number_type(parameter)) for name, parameter in parameters(cls).items()]
        for name, number in numbers:
            if number is None and not cls.param_fields:
                raise BotError(
                    f"{cls.name}: parameter {name}: a compiled bot takes numbers, true or false, "
                    f"or a Literal, not {parameters(cls)[name].kind}; for other types it defines "
                    "param_fields and encode"
                )
        fields = [*((name, number) for name, number in numbers if number), *cls.param_fields]
        try:
            return np.dtype(fields or [("none", np.int64)], align=True)
        except (TypeError, ValueError) as error:
            raise BotError(f"{cls.name}: param_fields {cls.param_fields!r}: {error}") from None

    @classmethod
    def encode(cls, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the value of each of `param_fields`, a number or an array, for these parameters.

        All parameters are given, and are of their types. Raises BotError for a value that makes no
        sense.
        """
        return {}

    @classmethod
    def beliefs(cls, table: Any, memory: Any, params: Any) -> Sequence[Belief] | None:
        """Return what the seat of `table.viewer` takes its own cards for, oldest first.

        It is read from the seat's memory, in plain Python, and must not change it; None if the bot
        does not say.
        """
        return None

    @classmethod
    def params_record(cls, given: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """Return an array of one record with the values of all parameters. Raises BotError."""
        record = np.zeros(1, cls.params_dtype())
        known = parameters(cls)
        values = checked_params(cls, given)
        for name, value in values.items():
            choices = known[name].choices
            if _number_type(known[name]):
                try:
                    record[name] = choices.index(value) if choices else value
                except OverflowError:
                    raise BotError(f"{cls.name}: parameter {name}: {value} is too large") from None
        for name, value in _encoded(cls, values).items():
            try:
                record[name] = value
            except (TypeError, ValueError, OverflowError) as error:
                raise BotError(f"{cls.name}: encode: {name}: {error}") from None
        return record


def _number_type(parameter: Parameter) -> type | None:
    """Return the type of a parameter's own field, or None if it is no number."""
    if parameter.choices:
        return np.int64
    return {int: np.int64, bool: np.int64, float: np.float64}.get(type(parameter.default))


def _encoded(bot: type[CompiledBot], params: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        encoded: Any = bot.encode(params)
    except BotError as error:
        raise BotError(f"{bot.name}: {error}") from None
    except Exception as error:
        raise BotError(f"{bot.name}: encode raised {type(error).__name__}: {error}") from error
    wanted = [field[0] for field in bot.param_fields]
    if not isinstance(encoded, Mapping) or set(encoded) != set(wanted):
        raise BotError(
            f"{bot.name}: encode returned {encoded!r}; "
            f"param_fields lists {', '.join(wanted) or 'nothing'}"
        )
    return encoded


FORMS: dict[str, int] = {"act": 3, "start": 3, "observe": 4}
"""The functions a compiled bot may define, and how many arguments each takes."""


def functions_of(bot: type[CompiledBot]) -> dict[str, Any]:
    """Return the bot's kernels by name. Raises BotError if one is missing or not a kernel."""
    found = {}
    for name in FORMS:
        function = getattr(bot, name, None)
        if function is None:
            if name == "act":
                raise BotError(f"{bot.name}: a compiled bot needs an act kernel")
            continue
        if not PLAIN and not isinstance(function, numba.core.dispatcher.Dispatcher):
            raise BotError(f"{bot.name}: {name} is not a kernel; write @staticmethod, @kernel")
        found[name] = function
    return found


def _signature(bot: type[CompiledBot], name: str) -> Any:
    table, event = numba.from_dtype(TABLE), numba.from_dtype(EVENT)
    memory, params = numba.from_dtype(bot.memory_dtype()), numba.from_dtype(bot.params_dtype())
    if name == "observe":
        return types.none(table, memory, event, params)
    return (types.int64 if name == "act" else types.none)(table, memory, params)


@dataclass(frozen=True, slots=True)
class CompiledKernel:
    """A bot's kernel, compiled."""

    address: int
    only_reads: bool
    """Whether it provably writes neither to the table nor to the event that it is handed."""


_SHARED: dict[str, tuple[int, ...]] = {"act": (0,), "start": (0,), "observe": (0, 2)}
"""The places of a kernel's arguments that are not the bot's own: the table, the event."""


def compile_bot(bot: type[CompiledBot]) -> dict[str, CompiledKernel]:
    """Compile a bot's kernels, or load them from the cache; return them by name.

    Raises BotError with the compiler's message if a kernel does not compile.
    """
    kernels = {}
    for name, function in functions_of(bot).items():
        signature = _signature(bot, name)
        try:
            function.compile(signature)
        except KeyError as error:  # what numba says of a field that a record does not have
            raise BotError(
                f"{bot.name}: {name} does not compile: no record has the field {error}; "
                f"the memory has {', '.join(bot.memory_dtype().names or ())}; "
                "docs/compiled-bots.md lists the table's"
            ) from None
        except Exception as error:
            raise BotError(f"{bot.name}: {name} does not compile: {error}") from None
        compiled = function.overloads[signature.args]
        address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
        kernels[name] = CompiledKernel(address, only_reads(function, signature, _SHARED[name]))
    return kernels


def source_file(bot: type[BotBase]) -> Path | None:
    """Return the file a bot's class is written in, or None if there is none."""
    import inspect

    try:
        path = Path(inspect.getfile(bot))
    except (TypeError, OSError):
        return None
    return path if path.is_file() else None


def is_compiled(bot: type[BotBase]) -> bool:
    """Return whether a bot needs no compiling: it is plain, or a mark in the cache says so."""
    if PLAIN or not issubclass(bot, CompiledBot):
        return True
    mark = _mark(bot)
    return mark is not None and mark.is_file()


def mark_compiled(bot: type[CompiledBot]) -> None:
    """Leave a mark in the cache that the bot's kernels, as they are now, have been compiled."""
    mark = _mark(bot)
    if mark is not None:
        mark.touch()


def _mark(bot: type[CompiledBot]) -> Path | None:
    file = source_file(bot)
    return (
        None
        if file is None
        else cache_folder(file, bot.__module__) / f"{bot.__qualname__}.compiled"
    )
