"""A kernel that other kernels call is compiled for them alone, and Python's calls still work."""

from __future__ import annotations

from typing import Any

import pytest
from numba.core.errors import CompilerError

from hanabi_arena.engine.kernel import PLAIN
from hanabi_arena.engine.parts import called_in_parts, whole
from hanabi_arena.kernels import kernel, size_of

pytestmark = pytest.mark.skipif(PLAIN, reason="compilation is off")


@kernel
def below(number: int) -> int:
    return 3 * number + size_of(7)


@kernel
def middle(number: int) -> int:
    return below(number) - below(number - 1)


@kernel
def above(number: int) -> int:
    return below(number) + middle(number)


@kernel
def factorial(number: int) -> int:
    return 1 if number <= 1 else number * factorial(number - 1)


@kernel
def one_more(number: int) -> int:
    return factorial(number) + 1


@kernel
def is_even(number: int) -> bool:
    return True if number == 0 else is_odd(number - 1)


@kernel
def is_odd(number: int) -> bool:
    return False if number == 0 else is_even(number - 1)


@kernel
def refuse(number: int) -> int:
    if number < 0:
        raise ValueError("below nothing")
    return number


@kernel
def pass_on(number: int) -> int:
    return refuse(number)


def wholes(function: Any) -> int:
    """Return how often a kernel was compiled to be called from Python."""
    return len(function.overloads)


def test_parts_stay_parts_until_python_calls_them() -> None:
    assert above(5) == 18 + 3
    assert [wholes(one) for one in (above, middle, below)] == [1, 0, 0]
    assert below(5) == 18
    assert wholes(below) == 1
    assert above(6) == 21 + 3


def test_parts_are_taken_in_and_optimised_away() -> None:
    def low(number: int) -> int:
        return 3 * number

    part = called_in_parts(whole(low))

    def high(number: int) -> int:
        return int(part(number) + part(number + 1))

    entry = whole(high)  # kept nowhere, so that its code can be looked at
    assert entry(1) == 9
    (compiled,) = entry.overloads.values()
    names = [one.name for one in compiled.library.get_defined_functions()]
    assert [name for name in names if "high" in name]
    assert not [name for name in names if "low" in name]
    assert wholes(part) == 0


def test_a_kernel_may_call_itself() -> None:
    assert factorial(5) == 120
    assert one_more(4) == 25


def test_a_circle_of_kernels_is_refused_with_its_name() -> None:
    for entry in (is_even, is_odd):
        with pytest.raises(CompilerError, match=r"is_\w+ calls a kernel that in turn calls is_\w+"):
            entry(3)


def test_exceptions_pass_through_parts() -> None:
    assert pass_on(3) == 3
    with pytest.raises(ValueError, match="below nothing"):
        pass_on(-1)
