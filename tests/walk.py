"""Walks jaxprs for tests. It shares nothing with jax_viz, so that the two can be held against each other."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any


def inner_jaxprs(equation: Any) -> Iterator[tuple[str, int, Any, tuple[Any, ...]]]:
    """Yield (parameter, index, jaxpr, constants) of each jaxpr among the parameters of `equation`, tuples included."""
    for name, value in equation.params.items():
        entries = value if isinstance(value, tuple | list) else (value,)
        for index, entry in enumerate(entries):
            if hasattr(entry, "eqns"):
                # jax 0.12 gives an open Jaxpr the attribute `jaxpr` too, so the closed one is told by its constants.
                closed = hasattr(entry, "consts")
                yield name, index, entry.jaxpr if closed else entry, tuple(entry.consts) if closed else ()


def equations(jaxpr: Any, prefix: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield (path, equation) for every equation of `jaxpr` and of the jaxprs in it, once a call site."""
    for number, equation in enumerate(jaxpr.eqns):
        path = (*prefix, number)
        yield path, equation
        for name, index, inner, _ in inner_jaxprs(equation):
            yield from equations(inner, (*path, (name, index)))


def definitions(jaxpr: Any) -> dict[int, Any]:
    """Return the jaxpr objects in `jaxpr`, itself included, by id: each once, however often it is called."""
    found = {id(jaxpr): jaxpr}
    for _, equation in equations(jaxpr):
        for _, _, inner, _ in inner_jaxprs(equation):
            found[id(inner)] = inner
    return found


def constants(closed: Any) -> list[Any]:
    """Return the arrays that `closed` and the closed jaxprs in it captured, each once."""
    found = {id(constant): constant for constant in closed.consts}
    for _, equation in equations(closed.jaxpr):
        for _, _, _, captured in inner_jaxprs(equation):
            found.update({id(constant): constant for constant in captured})
    return list(found.values())


def facts(closed: Any) -> dict[str, Any]:
    """Return the figures that the cases record of a program."""
    walked = list(equations(closed.jaxpr))
    primitives = Counter(equation.primitive.name for _, equation in walked)
    captured = constants(closed)
    return {
        "top": len(closed.jaxpr.eqns),
        "all": len(walked),
        "unique": sum(len(jaxpr.eqns) for jaxpr in definitions(closed.jaxpr).values()),
        "depth": max(len(path) for path, _ in walked) // 2,
        "primitives": dict(sorted(primitives.items())),
        "inputs": len(closed.jaxpr.invars),
        "outputs": len(closed.jaxpr.outvars),
        "constants": len(captured),
        "constant_bytes": sum(int(constant.nbytes) for constant in captured),
    }


def fusions(hlo: str) -> int:
    """Return the number of fusions in the entry computation of an optimized HLO text."""
    entry = re.search(r"\nENTRY [^{]*\{(.*?)\n\}", hlo, re.DOTALL)
    return 0 if entry is None else len(re.findall(r" fusion\(", entry[1]))
