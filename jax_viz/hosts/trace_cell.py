"""From a call that a cell made, or an expression, to a live report."""

import contextlib
import functools
import io
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import jax

from jax_viz import session
from jax_viz.capture.arguments import is_traceable
from jax_viz.document import Cell, Report
from jax_viz.hosts.calls import RecordedCall
from jax_viz.hosts.cell_times import fill_times
from jax_viz.hosts.options import Options

MOST_ATTEMPTS = 4
"""Calls that are tried before a cell counts as having none to show."""


def trace_first(calls: Iterable[RecordedCall], options: Options, cell: Cell) -> session.LiveReport | None:
    """Return the report of the first call that can be traced, `None` where none can.

    The cell has run already: what a function prints while it is traced once more is swallowed, and an exception there
    is not the user's.
    """
    for call, _ in zip(calls, range(MOST_ATTEMPTS), strict=False):
        try:
            args, kwargs = call.arguments()
            live = trace(call.function, args, kwargs, options, cell)
        except Exception:  # noqa: BLE001, S112 - then the next call is tried
            continue
        fill_times(live.document, call.seconds)
        live.when_done(functools.partial(fill_times, live.document, call.seconds))
        return live
    return None


def trace(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], options: Options, cell: Cell
) -> session.LiveReport:
    """Trace a function as it was called.

    A plain function's arguments that are no arrays (texts, functions) are static. Where the function needs the value
    of a Python number (a loop's length, a branch), its integers and truth values are static too.

    Raises
    ------
    Exception
        Whatever tracing raises.
    """

    def attempt(static: Callable[[Any], bool]) -> session.LiveReport:
        names = tuple(name for name, value in kwargs.items() if static(value))
        numbers = tuple(number for number, value in enumerate(args) if static(value))
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return session.trace_call(
                function,
                args,
                kwargs,
                static_argnums=numbers,
                static_argnames=names,
                compile=options.compile,
                cell=cell,
            )

    if hasattr(function, "lower"):
        return attempt(lambda _value: False)
    try:
        return attempt(_is_no_array)
    except (jax.errors.JAXTypeError, TypeError):
        if not any(isinstance(value, int) for value in (*args, *kwargs.values())):
            raise
        return attempt(lambda value: isinstance(value, int) or _is_no_array(value))


def rename(document: Report, name: str) -> None:
    """Give the report's first program another name."""
    if document.programs:
        program = document.programs[0]
        program.signature = name + program.signature.removeprefix(program.name)
        program.name = name


def show_cell_as_typed(document: Report, cell: Cell, raw_cell: str) -> None:
    """Put the user's own text into the cell's excerpts, where IPython keeps `get_ipython().run_line_magic(…)`.

    Only where the lines correspond one to one; a continued shell line is joined by IPython and moves the rest.
    """
    typed = raw_cell.splitlines()
    for file in document.sources.files:
        if file.kind != "cell" or file.execution_count != cell.execution_count:
            continue
        for excerpt in file.excerpts:
            own = typed[excerpt.first_line - 1 : excerpt.first_line - 1 + len(excerpt.lines)]
            if len(own) == len(excerpt.lines) and _same_program(own, excerpt.lines):
                excerpt.lines = own


def _same_program(typed: list[str], kept: list[str]) -> bool:
    """Whether two texts differ at most in lines that IPython rewrites."""
    return all(
        own == ours or own.lstrip().startswith(("%", "!", "#")) or "get_ipython()" in ours
        for own, ours in zip(typed, kept, strict=True)
    )


def _is_no_array(value: Any) -> bool:
    leaves = jax.tree_util.tree_leaves(value)
    return bool(leaves) and not any(is_traceable(leaf) for leaf in leaves)
