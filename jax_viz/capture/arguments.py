"""Checks of what the user passes to `trace`, with messages that say what to do."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

from jax_viz import internals


class ArgumentError(TypeError):
    """The function cannot be traced with these arguments; the message says what to change."""


class CallArguments(NamedTuple):
    """A checked call. `signature` is `None` where Python cannot tell it."""

    signature: inspect.Signature | None
    static_names: tuple[str, ...]
    static_values: dict[str, str]


def check_arguments(
    f: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Iterable[str] = (),
) -> CallArguments:
    """Return the call's signature and static arguments.

    Raises
    ------
    ArgumentError
        When the arguments do not fit the signature, or one of them is neither array nor static.
    """
    name = function_name(f)
    signature = _signature(f)
    if signature is not None:
        try:
            signature.bind(*args, **kwargs)
        except TypeError as error:
            message = (
                f"{name} cannot be called with these arguments: {error}. It is {name}{signature}; "
                f"jax_viz.trace({name})(...) takes the arguments that {name} itself takes."
            )
            raise ArgumentError(message) from None
    static = _static_names(f, signature, static_argnums, static_argnames)
    if static is None:
        return CallArguments(signature, (), {})
    named = _named_arguments(signature, args, kwargs)
    for argument, value in named.items():
        if argument not in static:
            _check_traceable(name, argument, value)
    return CallArguments(
        signature, tuple(static), {argument: _short(named[argument]) for argument in static if argument in named}
    )


def function_name(f: Any) -> str:
    """Return the name that messages and reports use for a callable."""
    inner = f
    while not hasattr(inner, "__name__") and hasattr(inner, "func"):
        inner = inner.func
    name = getattr(inner, "__name__", None)
    return name if isinstance(name, str) else type(f).__name__


def is_traceable(leaf: Any) -> bool:
    """Whether JAX takes this leaf as an array."""
    if isinstance(leaf, bool | int | float | complex | np.ndarray | np.generic | jax.Array | jax.ShapeDtypeStruct):
        return not (isinstance(leaf, np.ndarray | np.generic) and leaf.dtype.kind in "OSUMm")
    return hasattr(leaf, "__jax_array__") or (hasattr(leaf, "shape") and hasattr(leaf, "dtype"))


def _signature(f: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(f)
    except (TypeError, ValueError):
        return None


def _static_names(
    f: Any,
    signature: inspect.Signature | None,
    static_argnums: int | Sequence[int],
    static_argnames: str | Iterable[str],
) -> tuple[str, ...] | None:
    """Return the names of static arguments, `None` where a staged function does not tell its own."""
    numbers = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    names = (static_argnames,) if isinstance(static_argnames, str) else tuple(static_argnames)
    if internals.is_staged_by_library(f):
        return None
    if internals.is_jitted(f):
        own = internals.static_arguments(f)
        if own is None:
            return None
        numbers, names = (*numbers, *own[0]), (*names, *own[1])
    if signature is not None:
        parameters = list(signature.parameters)
        names = (*names, *(parameters[number] for number in numbers if -len(parameters) <= number < len(parameters)))
    return tuple(dict.fromkeys(names))


def _named_arguments(
    signature: inspect.Signature | None, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any]:
    if signature is None:
        return {f"args[{number}]": value for number, value in enumerate(args)} | kwargs
    return dict(signature.bind(*args, **kwargs).arguments)


def _check_traceable(name: str, argument: str, value: Any) -> None:
    for path, leaf in jax.tree_util.tree_leaves_with_path(value):
        # A callable inside a pytree, a model's activation, is closed over.
        if is_traceable(leaf) or (path and callable(leaf)):
            continue
        where = argument + jax.tree_util.keystr(path)
        what = f"{where} of {name} is a {type(leaf).__name__} ({_short(leaf)}), which is not an array"
        if path:
            hint = (
                f"Take it out of {argument} and pass it as an argument of its own that is static, "
                "or close over it in the function"
            )
        else:
            hint = (
                "If it chooses what the program does, mark it static: "
                f"jax_viz.trace({name}, static_argnames=({argument!r},))(...); it must then be hashable"
            )
        message = f"{what}, so JAX cannot trace it. {hint}."
        raise ArgumentError(message)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
