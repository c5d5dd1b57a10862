"""Tracing ahead of time, for callables that offer it and those that do not."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax


class Traced(NamedTuple):
    """What a trace gave. `lower` makes a `jax.stages.Lowered`."""

    jaxpr: Any
    argument_names: tuple[str, ...]
    result_names: tuple[str, ...]
    lower: Callable[[], jax.stages.Lowered]


def is_jitted(f: Any) -> bool:
    """Whether `f` is what `jax.jit` makes, by its public ahead-of-time methods."""
    return callable(getattr(f, "trace", None)) and callable(getattr(f, "lower", None))


def trace_callable(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Traced:
    """Trace a jitted function, or one that can only be lowered (`jax.pmap`'s), on the arguments.

    Raises
    ------
    Exception
        Whatever the function itself raises while it is traced.
    """
    if is_jitted(f):
        traced = f.trace(*args, **kwargs)
        return Traced(traced.jaxpr, *_names(traced.jaxpr), traced.lower)
    jaxpr = jax.make_jaxpr(f)(*args, **kwargs)
    return Traced(jaxpr, *_names(jaxpr), lambda: f.lower(*args, **kwargs))


def _names(jaxpr: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read `debug_info`, public to read but not promised: pytree paths such as `params[0]['w']` and `result[1]`."""
    info = getattr(getattr(jaxpr, "jaxpr", jaxpr), "debug_info", None)
    arguments = tuple(name or "" for name in getattr(info, "arg_names", None) or ())
    results = tuple(name or "" for name in getattr(info, "result_paths", None) or ())
    return arguments, results


def static_arguments(f: Any) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """Return the static argument numbers and names of a jitted function, `None` where JAX does not tell.

    Reads `_jit_info` (0.10.2, 0.12.0.1).
    """
    info = getattr(f, "_jit_info", None)
    if info is None:
        return None
    return tuple(getattr(info, "static_argnums", ())), tuple(getattr(info, "static_argnames", ()))
