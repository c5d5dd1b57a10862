"""Jaxprs across versions.

0.10 has `ClosedJaxpr(jaxpr, consts)` around an open `Jaxpr`; 0.12 has one `Jaxpr` that holds
its constants. Public names of `jax.extend.core` serve for both; nothing here looks inside `jax._src`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import jax.extend.core as jec

_JAXPR_TYPES = (jec.Jaxpr, jec.ClosedJaxpr)


class NestedJaxpr(NamedTuple):
    """One jaxpr in an equation's parameters; `number` counts those of one parameter."""

    parameter: str
    number: int
    jaxpr: Any


def open_jaxpr(jaxpr: Any) -> Any:
    """Return the object with `eqns`, `invars`, `outvars` and `constvars`."""
    return jaxpr.jaxpr if isinstance(jaxpr, _JAXPR_TYPES) and hasattr(jaxpr, "jaxpr") else jaxpr


def equations_of(jaxpr: Any) -> list[Any]:
    """Return the jaxpr's own equations, in order."""
    return list(open_jaxpr(jaxpr).eqns)


def constants_of(jaxpr: Any) -> tuple[list[Any], list[Any]]:
    """Return the variables of the captured constants and their values.

    An open jaxpr of 0.10 has variables but no values: then the second list is empty.
    """
    return list(open_jaxpr(jaxpr).constvars), list(getattr(jaxpr, "consts", ()))


def is_literal(atom: Any) -> bool:
    """Whether an equation's input is a literal and not a variable."""
    return isinstance(atom, jec.Literal)


def nested_jaxprs(params: dict[str, Any]) -> Iterator[NestedJaxpr]:
    """Yield every jaxpr that is a parameter or stands in a tuple or list there, in order.

    Jaxprs that hide in callables (the `bwd` of `custom_vjp_call`) are not equations of the
    program and are not found; index maps of Pallas block specs neither.
    """
    for name, value in params.items():
        for number, jaxpr in enumerate(_in_value(value)):
            yield NestedJaxpr(name, number, jaxpr)


def called_function(equation: Any) -> tuple[str, str] | None:
    """Return name and file of the function whose jaxpr a call-like equation holds, `None` where JAX does not tell.

    Reads `debug_info` of the nested jaxpr (0.10.2, 0.12.0.1).
    """
    for nested in nested_jaxprs(equation.params):
        info = getattr(open_jaxpr(nested.jaxpr), "debug_info", None)
        name, file_name = getattr(info, "func_name", None), getattr(info, "func_filename", None)
        return (name, file_name or "") if isinstance(name, str) else None
    return None


def count_equations(jaxpr: Any) -> int:
    """Return the number of equations at all depths, once per call site; each jaxpr is walked once."""
    known: dict[int, int] = {}

    def count(inner: Any) -> int:
        inner = open_jaxpr(inner)
        if id(inner) not in known:
            known[id(inner)] = sum(
                1 + sum(count(nested.jaxpr) for nested in nested_jaxprs(equation.params)) for equation in inner.eqns
            )
        return known[id(inner)]

    return count(jaxpr)


def _in_value(value: Any) -> Iterator[Any]:
    if isinstance(value, _JAXPR_TYPES):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _in_value(item)
