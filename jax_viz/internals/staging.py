"""Tracing ahead of time, for callables that offer it and those that do not."""

from collections.abc import Callable
from types import MethodType
from typing import Any, NamedTuple

import jax

from jax_viz.internals.jaxprs import open_jaxpr


class Traced(NamedTuple):
    """What a trace gave. `lower` makes a `jax.stages.Lowered`; the names are pytree paths."""

    jaxpr: Any
    argument_names: tuple[str, ...]
    result_names: tuple[str, ...]
    lower: Callable[[], jax.stages.Lowered]


_JITTED = type(jax.jit(lambda: None))


def is_jitted(f: Any) -> bool:
    """Whether `f` is what `jax.jit` makes. Goes by type: `functools.wraps` copies a jitted function's attributes."""
    return isinstance(f, _JITTED)


def is_staged_by_library(f: Any) -> bool:
    """Whether `f` is a library's own wrapper around `jax.jit`, such as `nnx.jit`'s and `eqx.filter_jit`'s."""
    return not is_jitted(f) and callable(getattr(f, "lower", None))


def unbind(f: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return a bound method of a jitted function as that function with its `self` among the arguments.

    The method's own `.trace` is the function's and would lose `self`.
    """
    if isinstance(f, MethodType) and is_jitted(f.__func__):
        return f.__func__, (f.__self__, *args)
    return f, args


def trace_callable(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Traced:
    """Trace a callable that stages itself: `jax.jit`'s or a library's.

    Raises
    ------
    Exception
        Whatever the function itself raises while it is traced.
    """
    if callable(getattr(f, "trace", None)):
        traced = f.trace(*args, **kwargs)
        # flax.nnx wraps jax's object in one of its own.
        return _of(traced if hasattr(traced, "jaxpr") else traced.traced)
    return _of(jax.jit(f).trace(*args, **kwargs))


def trace_arrays(
    f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], is_array: Callable[[Any], bool], names: tuple[str, ...]
) -> Traced:
    """Trace `f` as a function of the array leaves of its arguments; all other leaves are closed over.

    `names` are those of the arguments, positional ones first.
    """
    paths, tree = jax.tree_util.tree_flatten_with_path((args, kwargs))
    chosen = [number for number, (_, leaf) in enumerate(paths) if is_array(leaf)]

    def on_arrays(*arrays: Any) -> Any:
        leaves = [leaf for _, leaf in paths]
        for number, array in zip(chosen, arrays, strict=True):
            leaves[number] = array
        new_args, new_kwargs = jax.tree_util.tree_unflatten(tree, leaves)
        return f(*new_args, **new_kwargs)

    traced = _of(jax.jit(on_arrays).trace(*(paths[number][1] for number in chosen)))
    return traced._replace(argument_names=tuple(_leaf_name(paths[number][0], names) for number in chosen))


def _leaf_name(path: tuple[Any, ...], names: tuple[str, ...]) -> str:
    """Turn the path in `(args, kwargs)` into `model.weight`."""
    kind, which, *rest = path
    position = which.idx if kind.idx == 0 else None
    name = names[position] if position is not None and position < len(names) else str(getattr(which, "key", which))
    return name + str(jax.tree_util.keystr(tuple(rest)))


def _of(traced: Any) -> Traced:
    """Read `debug_info`: pytree paths such as `params[0]['w']` and `result[1]` (0.10.2, 0.12.0.1)."""
    info = getattr(open_jaxpr(traced.jaxpr), "debug_info", None)
    arguments = tuple(name or "" for name in getattr(info, "arg_names", None) or ())
    results = tuple(name or "" for name in getattr(info, "result_paths", None) or ())
    return Traced(traced.jaxpr, arguments, results, traced.lower)


def static_arguments(f: Any) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """Return the static argument numbers and names of a jitted function, `None` where JAX does not tell.

    Reads `_jit_info` (0.10.2, 0.12.0.1).
    """
    info = getattr(f, "_jit_info", None)
    if info is None:
        return None
    return tuple(getattr(info, "static_argnums", ())), tuple(getattr(info, "static_argnames", ()))


def trace_context() -> Any:
    """Return everything that JAX's trace cache goes by besides the call, `None` where JAX does not tell.

    Calls `jax._src.config.trace_context` (0.10.2, 0.12.0.1).
    """
    try:
        from jax._src import config  # noqa: PLC0415 - a missing name costs only this check

        return config.trace_context(), bool(config.disable_jit.value)
    except (ImportError, AttributeError, TypeError):
        return None
