"""Names for captured constants: what the user's function closes over or reads, found by identity.

Follows closure cells, globals that the code names, functions among them, containers and plain
objects, a few steps deep. An array that is not found has no name; nothing is guessed.
"""

import functools
import inspect
from collections import deque
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import jax
import numpy as np

MOST_STEPS = 4
MOST_OBJECTS = 5_000


class CapturedNames:
    """Finds the name under which a function reaches an array: `table`, `params['w']`, `self.weight`."""

    def __init__(self, function: Any) -> None:
        # The arrays are kept, so that an id stays its own.
        self._names: dict[int, tuple[Any, str]] = {}
        self._seen: dict[int, Any] = {}
        self._waiting: deque[tuple[Any, str, int]] = deque([(function, "", 0)])
        while self._waiting and len(self._seen) < MOST_OBJECTS:
            self._visit(*self._waiting.popleft())
        self._seen.clear()

    def __call__(self, array: Any) -> str:
        """Return the name, empty where there is none."""
        known = self._names.get(id(array))
        return known[1] if known is not None else ""

    def _visit(self, value: Any, name: str, steps: int) -> None:
        if isinstance(value, jax.Array | np.ndarray):
            self._names.setdefault(id(value), (value, name))
            return
        if steps > MOST_STEPS or id(value) in self._seen or isinstance(value, ModuleType | type | str | bytes | int):
            return
        self._seen[id(value)] = value
        for inner, label in _parts(value, name):
            self._waiting.append((inner, label, steps + 1))


def _parts(value: Any, name: str) -> list[tuple[Any, str]]:
    """Return what can be reached from a value in one step, with the names that the user writes."""
    if isinstance(value, MethodType):
        return [(value.__func__, name), (value.__self__, name or "self")]
    if isinstance(value, FunctionType):
        return _of_function(value)
    if isinstance(value, dict):
        return [(item, f"{name}[{key!r}]") for key, item in list(value.items())]
    if isinstance(value, tuple | list):
        return [(item, f"{name}[{number}]") for number, item in enumerate(value)]
    if isinstance(value, functools.partial):
        return [(value.func, name), (value.args, name), *((item, key) for key, item in value.keywords.items())]
    # Statically: the user's own properties and `__getattr__` must not run.
    if inspect.getattr_static(value, "__wrapped__", None) is not None:
        return [(value.__wrapped__, name)]
    attributes = getattr(value, "__dict__", None)
    prefix = f"{name}." if name else ""
    return [(item, prefix + key) for key, item in list(attributes.items())] if isinstance(attributes, dict) else []


def _of_function(function: FunctionType) -> list[tuple[Any, str]]:
    parts: list[tuple[Any, str]] = []
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            parts.append((cell.cell_contents, name))
        except ValueError:  # an empty cell
            continue
    names = _names_in(function.__code__)
    parts += [(function.__globals__[name], name) for name in names if name in function.__globals__]
    if hasattr(function, "__wrapped__"):
        parts.append((function.__wrapped__, ""))
    return parts


def _names_in(code: CodeType) -> list[str]:
    """Return the globals that a function's code names, those of functions defined in it included."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names_in(constant)
    return names
