"""Bots that compile: the same bot as kernels over the table, a private memory and parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numba
import numpy as np
from numba import types

from hanabi_arena.api.bot import BotBase, checked_params, parameters
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
    Parameters are numbers, truth values, or Literals (a kernel sees the place of the choice).
    """

    memory: ClassVar[Fields] = ()
    act: ClassVar[Callable[..., int]]
    start: ClassVar[Callable[..., None] | None] = None
    observe: ClassVar[Callable[..., None] | None] = None

    @classmethod
    def memory_dtype(cls) -> np.dtype[Any]:
        """Return the type of the memory record: the random stream, then the bot's own fields."""
        return np.dtype([("random", np.uint64), *cls.memory], align=True)

    @classmethod
    def params_dtype(cls) -> np.dtype[Any]:
        """Return the type of the parameters' record."""
        fields = [(name, _number_type(cls, name)) for name in parameters(cls)]
        return np.dtype(fields or [("none", np.int64)], align=True)

    @classmethod
    def params_record(cls, given: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """Return an array of one record with the values of all parameters. Raises BotError."""
        record = np.zeros(1, cls.params_dtype())
        known = parameters(cls)
        for name, value in checked_params(cls, given).items():
            choices = known[name].choices
            record[name] = choices.index(value) if choices else value
        return record


def _number_type(bot: type[CompiledBot], name: str) -> type:
    parameter = parameters(bot)[name]
    if parameter.choices:
        return np.int64
    number = {int: np.int64, bool: np.int64, float: np.float64}.get(type(parameter.default))
    if number is None:
        raise BotError(
            f"{bot.name}: parameter {name}: a compiled bot takes numbers, true or false, "
            f"or a Literal, not {parameter.kind}"
        )
    return number


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


def compile_bot(bot: type[CompiledBot]) -> dict[str, int]:
    """Compile a bot's kernels, or load them from the cache; return their addresses by name.

    Raises BotError with the compiler's message if a kernel does not compile.
    """
    addresses = {}
    for name, function in functions_of(bot).items():
        signature = _signature(bot, name)
        try:
            function.compile(signature)
        except numba.core.errors.NumbaError as error:
            raise BotError(f"{bot.name}: {name} does not compile: {error}") from None
        compiled = function.overloads[signature.args]
        addresses[name] = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return addresses


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
    return None if file is None else cache_folder(file) / f"{bot.__qualname__}.compiled"
