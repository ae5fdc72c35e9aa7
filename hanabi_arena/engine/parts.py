"""Compile the kernels that a bot is made of once, and optimise them where they end up.

A bot is two or three entry points over a hundred small kernels. By itself numba compiles each of
these to machine code with a wrapper for calls from Python, and optimises in each everything that it
calls, so that a kernel at the bottom of ten calls is optimised ten times. Here a kernel that is
called by another one stays what the compiler made of its own lines; whoever is called from outside
takes in all parts below it, and is optimised once. In one run this takes 19 seconds for `foresight`
instead of 44, and 39 for `conventions` instead of 109; the code is as fast.

A kernel has two forms then, which never meet: the whole that Python calls, cached on disk, and the
part that other kernels call, made anew in each process that compiles. What the arena itself brings
is whole in both: every bot uses it, and finds it in the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import sigutils
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler
from numba.core.errors import CompilerError

# Its types leave out the options for who calls a function.
_njit: Any = numba.njit


class WholeLibrary(JITCodeLibrary):
    """The code of a kernel that is called from outside, with all that it is made of."""

    def add_linking_library(self, library: Any) -> None:
        """Take in what a kernel calls, and what that is made of in turn."""
        waiting = [library]
        while waiting:
            taken = waiting.pop()
            if taken in self._linking_libraries:
                continue
            super().add_linking_library(taken)
            if isinstance(taken, PartLibrary):
                waiting.extend(taken._linking_libraries)

    def _optimize_final_module(self) -> None:
        """Optimise, once the parts are in."""
        _refuse_circles(self)
        parts = {
            defined.name
            for library in self._linking_libraries
            if isinstance(library, PartLibrary)
            for defined in library.get_defined_functions()
        }
        for function in self._final_module.functions:
            if function.name in parts:
                # Nobody else can call this copy, so that the compiler may conclude from its code.
                function.linkage = "internal"
        super()._optimize_final_module()


class PartLibrary(JITCodeLibrary):
    """The code of a kernel that only other kernels call: neither linked nor made machine code."""

    def finalize(self) -> None:
        """Close the library as it is."""
        self._raise_if_finalized()
        _refuse_circles(self)
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalize_dynamic_globals()
        self._finalized = True


def _refuse_circles(library: JITCodeLibrary) -> None:
    # numba links such calls by their place in this process's memory; what is cached of them crashes
    # in the next one. A kernel that calls itself is no such case.
    if any(one.name.startswith(RuntimeLinker.PREFIX) for one in _globals(library)):
        raise CompilerError(
            f"{library.name} calls a kernel that in turn calls {library.name}; "
            "write the two as one kernel, or as a loop"
        )


def _globals(library: JITCodeLibrary) -> Any:
    return library._final_module.global_variables


class WholeCompiler(Compiler):
    """Compiles a kernel that is called from outside."""

    def _compile_bytecode(self) -> Any:
        self.state.library = _library(WholeLibrary, self.state)
        return super()._compile_bytecode()


class PartCompiler(Compiler):
    """Compiles a kernel for other kernels."""

    def _compile_bytecode(self) -> Any:
        self.state.library = _library(PartLibrary, self.state)
        self.state.flags.no_compile = True
        return super()._compile_bytecode()


def _library(kind: type[JITCodeLibrary], state: Any) -> JITCodeLibrary:
    library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    library.enable_object_caching()
    return library


def whole(function: Callable[..., Any], **options: Any) -> Any:
    """Return a dispatcher for calls from outside.

    `options` are those of `numba.njit`.
    """
    return _njit(pipeline_class=WholeCompiler, no_cfunc_wrapper=True, **options)(function)


def called_in_parts(dispatcher: Any, **options: Any) -> Any:
    """Have a dispatcher's kernel be a part wherever another kernel calls it."""
    part = _njit(
        pipeline_class=PartCompiler, no_cfunc_wrapper=True, no_cpython_wrapper=True, **options
    )(dispatcher.py_func)
    names: dict[tuple[Any, ...], object] = {}

    def add_overload(result: Any) -> None:
        # Calls are looked up by the function that Python would call, which a part does not have.
        kinds = tuple(result.signature.args)
        names[kinds] = name = object()
        part.overloads[kinds] = result
        result.target_context.insert_user_function(name, result.fndesc, [result.library])

    def get_overload(signature: Any) -> object:
        kinds, _ = sigutils.normalize_signature(signature)
        return names[tuple(kinds)]

    # By this numba tells a kernel that calls itself.
    part._compiling_counter = dispatcher._compiling_counter
    part.add_overload = add_overload
    dispatcher.get_call_template = part.get_call_template
    dispatcher.get_overload = get_overload
    return dispatcher
