"""Tracebacks and name stacks of equations.

`eqn.source_info` is an attribute of a semi-public class; what hangs under it is private. Checked
on 0.10.2 and 0.12.0.1.
"""

import functools
from collections.abc import Hashable
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import jax


class Position(NamedTuple):
    """Where in a file; lines from 1, columns in UTF-8 bytes from 0, the end exclusive. 0 and -1: not known."""

    line: int
    column: int
    end_line: int
    end_column: int


_CHANGED = (AttributeError, TypeError, KeyError, ValueError)
"""What reading a private name raises where JAX has changed it; `selfcheck` then reports the feature."""


def raw_frames(equation: Any) -> tuple[list[CodeType], list[int]]:
    """Return the code objects and instruction offsets of an equation's traceback, innermost first.

    In a nested jaxpr the traceback begins at the function that was traced there, not at the
    outermost call: the enclosing equation's frames come before it. Empty where JAX has none to give.
    """
    try:
        return frames_of(equation)
    except _CHANGED:
        return [], []


def traceback_key(equation: Any) -> Hashable:
    """Return what two equations with equal tracebacks have in common: JAX's traceback compares by its frames.

    A large program has few different ones; whoever reads frames reads each once.
    """
    return getattr(getattr(equation, "source_info", None), "traceback", None)


def frames_of(equation: Any) -> tuple[list[CodeType], list[int]]:
    """As `raw_frames`, but raises where JAX has changed."""
    traceback = equation.source_info.traceback
    return traceback.raw_frames() if traceback is not None else ([], [])


def position(code: CodeType, offset: int) -> Position:
    """Return the position of the instruction at `offset` (bytes) in `code`.

    Raises
    ------
    IndexError
        When `offset` is outside of `code`.
    """
    line, end_line, column, end_column = _positions(code)[offset // 2]
    return Position(line or 0, _known(column), end_line or line or 0, _known(end_column))


@functools.lru_cache(maxsize=1024)
def _positions(code: CodeType) -> tuple[tuple[int | None, int | None, int | None, int | None], ...]:
    return tuple(code.co_positions())


def _known(column: int | None) -> int:
    return -1 if column is None else column


def name_stack(equation: Any) -> tuple[tuple[bool, str], ...]:
    """Return the equation's name stack, outermost first: (is a transform, name).

    Transforms are `jvp`, `transpose` and `vmap`; the others are the names of `jax.named_scope`.
    Relative to the enclosing equation, as tracebacks are. Empty where JAX has none to give.
    """
    try:
        return stack_of(equation)
    except _CHANGED:
        return ()


def stack_of(equation: Any) -> tuple[tuple[bool, str], ...]:
    """As `name_stack`, but raises where JAX has changed."""
    return tuple(_entry(item) for item in equation.source_info.name_stack.stack)


def _entry(item: Any) -> tuple[bool, str]:
    return (type(item).__name__ == "Transform", item.name)


@functools.cache
def is_jax_file(file_name: str) -> bool:
    """Whether a file belongs to JAX itself."""
    return file_name.startswith(_JAX_FOLDER)


_JAX_FOLDER = str(Path(jax.__file__).parent) + "/"
