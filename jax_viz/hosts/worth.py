"""Which functions are worth a report."""

import functools
import inspect
import sys
import types
from enum import IntEnum
from typing import Any

import jax

from jax_viz import internals
from jax_viz.capture.files import FileKind, file_kind


class Worth(IntEnum):
    """How likely a call is the one that the user wants to see."""

    LIBRARY = 1
    """A function of JAX or of a library that uses it, on arrays."""
    FUNCTION = 2
    """A Python function of the user's, on arrays."""
    TRANSFORMED = 3
    """What `jit`, `grad`, `vmap` and the like return."""


def worth_of(function: Any) -> Worth | None:
    """Return how much a call of `function` is worth, `None` for what cannot be traced or shows nothing."""
    while isinstance(function, functools.partial):
        function = function.func
    if isinstance(function, type | types.BuiltinFunctionType | types.MethodWrapperType | jax.stages.Compiled):
        return None
    module = _module_of(function)
    if not isinstance(module, str) or not callable(function):
        return None
    if _is_jax_module(module):
        return None if _shows_nothing(function, module) else Worth.LIBRARY
    if inspect.getattr_static(function, "lower", None) is not None:
        return Worth.TRANSFORMED
    code = _code(function)
    if code is None:
        return None
    if internals.is_jax_file(code.co_filename):
        # A wrapper that JAX made around a function of someone else carries that one's module.
        return Worth.TRANSFORMED
    kind = file_kind(code.co_filename)
    if kind in (FileKind.CELL, FileKind.USER):
        return Worth.FUNCTION
    if kind is FileKind.LIBRARY and _uses_jax(function):
        return Worth.LIBRARY
    return None


def function_of_interest(function: Any) -> Any:
    """Return the function that a call is really about: `f` for `f.lower(x)` and `jax.make_jaxpr(f)(x)`."""
    # JAX names them `jit_lower` and `make_jaxpr(f)`.
    if not isinstance(function, types.FunctionType | types.MethodType | types.BuiltinFunctionType):
        return function  # looking at the user's own object might run its `__getattr__`
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", None)
    if name in ("jit_lower", "jit_trace", "jit_eval_shape") and owner is not None and internals.is_jitted(owner):
        return owner
    if (
        isinstance(name, str)
        and name.startswith("make_jaxpr(")
        and callable(wrapped := getattr(function, "__wrapped__", None))
    ):
        return wrapped
    return function


def _module_of(function: Any) -> Any:
    if isinstance(function, types.FunctionType | types.MethodType) or _is_jax_module(type(function).__module__):
        return getattr(function, "__module__", None)
    own = inspect.getattr_static(function, "__module__", None)
    return own if isinstance(own, str) else type(function).__module__


_QUIET = {"block_until_ready", "device_get", "device_put", "typeof", "live_arrays", "clear_caches", "print"}
_QUIET_MODULES = {"tree", "tree_util", "debug", "debugging", "profiler"}


def _is_jax_module(module: str) -> bool:
    return module.split(".", maxsplit=1)[0] in ("jax", "jaxlib")


def _shows_nothing(function: Any, module: str) -> bool:
    """Whether a program of it would be empty, or it is a method that an array has."""
    return (
        getattr(function, "__name__", None) in _QUIET
        or module.rpartition(".")[2] in _QUIET_MODULES
        or isinstance(getattr(function, "__self__", None), jax.Array)
    )


def _code(function: Any) -> types.CodeType | None:
    """Return the Python code that a call of `function` runs first."""
    if isinstance(function, types.MethodType):
        function = function.__func__
    if not isinstance(function, types.FunctionType):
        function = inspect.getattr_static(type(function), "__call__", None)
    code = getattr(function, "__code__", None)
    return code if isinstance(code, types.CodeType) else None


def _uses_jax(function: Any) -> bool:
    """Whether the module of a library's function has imported JAX: plotting libraries have not."""
    module = sys.modules.get(_module_of(function))
    return any(
        isinstance(value, types.ModuleType) and _is_jax_module(value.__name__)
        for value in (vars(module) if module is not None else {}).values()
    )
