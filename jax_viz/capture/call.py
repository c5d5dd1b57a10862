"""Trace one call, through JAX's own jit, without running it on data."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import jax

from jax_viz import internals
from jax_viz.capture.arguments import (
    ArgumentError,
    CallArguments,
    check_arguments,
    function_name,
    is_traceable,
    with_article,
)
from jax_viz.capture.compilation import Compilation
from jax_viz.capture.stopwatch import Stopwatch


@dataclass(frozen=True)
class CapturedCall:
    """One traced call: JAX's jaxpr and what is needed to read it."""

    function: Callable[..., Any]
    name: str
    signature: inspect.Signature | None
    static_values: dict[str, str]
    traced: internals.Traced
    trace_seconds: float
    trace_cached: bool
    compilation: Compilation

    @property
    def jaxpr(self) -> Any:
        """The closed jaxpr of the whole call."""
        return self.traced.jaxpr


def capture_call(
    f: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    *,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Iterable[str] = (),
    donate_argnums: int | Sequence[int] = (),
) -> CapturedCall:
    """Trace `f` on the arguments; see `jax_viz.trace` for them.

    A function that is jitted already is traced as it is, so that JAX's own trace cache serves it.

    Raises
    ------
    ArgumentError
        When `f` is not callable or the arguments cannot be traced.
    Exception
        Whatever `f` itself raises while it is traced.
    """
    check_callable(f)
    f, args = internals.unbind(f, args)
    checked = check_arguments(f, args, kwargs, static_argnums, static_argnames)
    options = {"static_argnums": static_argnums, "static_argnames": static_argnames, "donate_argnums": donate_argnums}
    with Stopwatch("trace") as watch:
        traced = _trace(f, args, kwargs, options, checked)
    return CapturedCall(
        function=f,
        name=function_name(f),
        signature=checked.signature,
        static_values=checked.static_values,
        traced=traced,
        trace_seconds=watch.seconds,
        trace_cached=watch.cached,
        compilation=Compilation(traced.lower),
    )


def check_no_arguments(f: Callable[..., Any], count: int) -> None:
    """Raise `ArgumentError` when `trace` got a function's arguments along with it."""
    if count:
        name = function_name(f) if function_name(f).isidentifier() else "f"
        given = "(x)" if count == 1 else "(x, y)" if count == 2 else "(x, y, ...)"
        message = (
            "jax_viz.trace takes the function alone and got its arguments too. Call what comes back with them: "
            f"jax_viz.trace({name}){given}, "
            f"not jax_viz.trace({name}, {given[1:]}."
        )
        raise ArgumentError(message)


def _trace(
    f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], options: dict[str, Any], checked: CallArguments
) -> internals.Traced:
    given = {name: value for name, value in options.items() if value != ()}
    if not given and (internals.is_jitted(f) or hasattr(f, "trace")):
        return internals.trace_callable(f, args, kwargs)
    if not given and not all(is_traceable(leaf) for leaf in jax.tree.leaves((args, kwargs))):
        names = () if checked.signature is None else tuple(checked.signature.parameters)
        return internals.trace_arrays(f, args, kwargs, is_traceable, names)
    return internals.trace_callable(_jitted(f, options), args, kwargs)


def _jitted(f: Any, options: dict[str, Any]) -> Any:
    if internals.is_jitted(f):
        # What it was jitted with stays; the options come on top.
        numbers, names = internals.static_arguments(f) or ((), ())
        options = {
            **options,
            "static_argnums": (*numbers, *_as_tuple(options["static_argnums"])),
            "static_argnames": (*names, *_as_tuple(options["static_argnames"])),
        }
        f = f.__wrapped__
    try:
        hash(f)
    except TypeError:
        # jax.jit wants a key for its caches; a model with arrays in it has none.
        return jax.jit(_with_a_hash(f), **options)
    return jax.jit(f, **options)


def _with_a_hash(f: Any) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        return f(*args, **kwargs)

    return call


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return (value,) if isinstance(value, int | str) else tuple(value)


def check_callable(f: Any) -> None:
    """Raise `ArgumentError` when `f` cannot be called, with the likely mistake."""
    if callable(f):
        return
    message = (
        f"jax_viz.trace needs a function and got {with_article(type(f).__name__)}. Pass the function itself and call "
        "what comes back with the arguments: jax_viz.trace(f)(x), not jax_viz.trace(f(x))."
    )
    raise ArgumentError(message)
