"""Checks of what the user passes to `trace`, with messages that say what to do."""

import enum
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
    static = _Static.of(f, signature, static_argnums, static_argnames)
    given = given_arguments(signature, args, kwargs)
    if static is None:
        return CallArguments(signature, {})
    for argument in given:
        if not static.covers(argument, len(args)):
            _check_traceable(name, argument.label, argument.parameter, argument.value)
    return CallArguments(
        signature,
        {argument.label: static_text(argument.value) for argument in given if static.covers(argument, len(args))},
    )


def function_name(f: Any) -> str:
    """Return the name that messages and reports use for a callable."""
    inner = f
    while not hasattr(inner, "__name__") and hasattr(inner, "func"):
        inner = inner.func
    name = getattr(inner, "__name__", None)
    return name if isinstance(name, str) else type(f).__name__


def with_article(noun: str) -> str:
    """Return `an object`, `a dict`."""
    return f"an {noun}" if noun[:1].lower() in tuple("aeiou") else f"a {noun}"


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


class Argument(NamedTuple):
    """One argument as given: `position` is -1 for a keyword, `label` what people call it, `args[1]` included."""

    label: str
    parameter: str
    position: int
    value: Any


class _Static(NamedTuple):
    """Which arguments are static, the way `jax.jit` counts them: negative numbers from the end of those given."""

    numbers: tuple[int, ...]
    names: frozenset[str]

    @classmethod
    def of(
        cls,
        f: Any,
        signature: inspect.Signature | None,
        static_argnums: int | Sequence[int],
        static_argnames: str | Iterable[str],
    ) -> "_Static | None":
        """Return them, `None` where a staged function does not tell its own."""
        numbers = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
        names = {static_argnames} if isinstance(static_argnames, str) else set(static_argnames)
        if internals.is_staged_by_library(f):
            return None
        if internals.is_jitted(f):
            own = internals.static_arguments(f)
            if own is None:
                return None
            numbers, names = (*numbers, *own[0]), {*names, *own[1]}
        # As jax.jit does, a number stands for its parameter's name too: the argument may come as a keyword.
        positional = (
            []
            if signature is None
            else [name for name, parameter in signature.parameters.items() if parameter.kind in _POSITIONAL]
        )
        names.update(positional[number] for number in numbers if 0 <= number < len(positional))
        return cls(numbers, frozenset(names))

    def covers(self, argument: Argument, count: int) -> bool:
        """Whether an argument is static, `count` being the number of positional arguments."""
        at = argument.position
        return argument.parameter in self.names or (at >= 0 and (at in self.numbers or at - count in self.numbers))


_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def given_arguments(
    signature: inspect.Signature | None, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> list[Argument]:
    """Return a call's arguments with the names that people call them by."""
    parameters = [] if signature is None else list(signature.parameters.values())
    positional = [parameter.name for parameter in parameters if parameter.kind in _POSITIONAL]
    rest = next((p.name for p in parameters if p.kind is inspect.Parameter.VAR_POSITIONAL), "args")
    given = []
    for position, value in enumerate(args):
        named = position < len(positional)
        label = positional[position] if named else f"{rest}[{position - len(positional)}]"
        given.append(Argument(label, label if named else "", position, value))
    return given + [Argument(name, name, -1, value) for name, value in kwargs.items()]


def static_text(value: Any) -> str:
    """Return a static argument as text: a plain value as Python writes it, anything else by its type.

    An object's own `repr` may hold array values or addresses, and may fail; a report holds neither.
    """
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return _cut(repr(value))
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, tuple | list):
        inner = ", ".join(static_text(item) for item in value[:_MOST_ITEMS]) + (
            ", …" if len(value) > _MOST_ITEMS else ""
        )
        return _cut(f"[{inner}]" if isinstance(value, list) else f"({inner}{',' if len(value) == 1 else ''})")
    if inspect.isroutine(value) or isinstance(value, type):
        return _cut(value.__qualname__.rsplit("<locals>.", 1)[-1])
    return type(value).__name__


_MOST_ITEMS = 8


def _check_traceable(name: str, argument: str, parameter: str, value: Any) -> None:
    for path, leaf in jax.tree_util.tree_leaves_with_path(value):
        # A callable inside a pytree, a model's activation, is closed over.
        if is_traceable(leaf) or (path and callable(leaf)):
            continue
        where = argument + jax.tree_util.keystr(path)
        shown = static_text(leaf)
        kind = type(leaf).__name__
        value_text = "" if shown == kind else f" ({shown})"
        what = f"{where} of {name} is {with_article(kind)}{value_text}, which is not an array"
        if path:
            hint = (
                f"Take it out of {argument} and pass it as an argument of its own that is static, "
                "or close over it in the function"
            )
        else:
            which = f"static_argnames=({parameter!r},)" if parameter else "static_argnums=..."
            hint = (
                "If it chooses what the program does, mark it static: "
                f"jax_viz.trace({name if name.isidentifier() else 'f'}, {which})(...); it must then be hashable"
            )
        message = f"{what}, so JAX cannot trace it. {hint}."
        raise ArgumentError(message)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
