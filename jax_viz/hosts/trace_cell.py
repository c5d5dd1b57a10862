"""From a call that a cell made, or an expression, to a live report."""

import contextlib
import functools
import inspect
import re
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import jax

from jax_viz import session
from jax_viz.capture.arguments import is_traceable
from jax_viz.document import Cell, Report
from jax_viz.hosts.calls import RecordedCall, name_of
from jax_viz.hosts.cell_times import fill_times
from jax_viz.hosts.frames import in_short
from jax_viz.hosts.options import Options
from jax_viz.hosts.put_back import PutBack
from jax_viz.hosts.quiet import quiet
from jax_viz.hosts.settings import SettingGoneError
from jax_viz.hosts.worth import Worth

MOST_ATTEMPTS = 4
"""Calls that are tried before a cell counts as having none to show."""


class Outcome(NamedTuple):
    """The report of a cell's call, if any, and what the user should know about it."""

    live: session.LiveReport | None
    notes: list[str]
    others: tuple[RecordedCall, ...] = ()
    """Calls of the cell that were left out for the one shown, in the order in which they were made."""


def trace_first(
    calls: Iterable[RecordedCall], options: Options, cell: Cell, texts: Mapping[int, str] = MappingProxyType({})
) -> Outcome:
    """Trace the first call that can be traced.

    The cell has run already: what a function prints while it is traced once more is swallowed, what it changes is put
    back, and an exception there is not the user's. `texts` has the source of each call by its number.
    """
    notes: list[str] = []
    calls = list(calls)
    for row, call in enumerate(calls[:MOST_ATTEMPTS]):
        text = _shown(call, texts)
        changed: list[str] = []
        try:
            args, kwargs = call.arguments()
            with call.settings.again() if call.settings is not None else contextlib.nullcontext():
                live = trace(call.function, args, kwargs, options, cell, changed)
        except SettingGoneError:
            gone = (
                f"jax_viz: {text} ran under a setting of JAX (a mesh, disable_jit, …) that is gone after the cell, and "
                "would be another program now. Use jax_viz.trace inside the `with` block."
            )
            return Outcome(None, [*notes, gone])
        except Exception as error:  # noqa: BLE001 - then the next call is tried
            if not notes:
                notes.append(f"jax_viz: {text} could not be traced: {in_short(error)}")
            notes.extend(_changed_note(text, changed))
            continue
        fill_times(live.document, call.seconds)
        # Also when the panel has it compiled later.
        live.finish_with(functools.partial(fill_times, live.document, call.seconds))
        if notes:
            notes[0] += f"\nThe report shows {text} instead."
        left_out = [other for other in calls[row + 1 :] if other.worth is not Worth.LIBRARY]
        others = tuple(sorted(left_out, key=lambda other: other.order))
        return Outcome(live, [*notes, *_changed_note(text, changed)], others)
    return Outcome(None, notes)


def trace(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    options: Options,
    cell: Cell,
    changed: list[str],
) -> session.LiveReport:
    """Trace a function as it was called.

    A plain function's arguments that are no arrays (texts, functions) are static. Where the function needs the value
    of a Python number (a loop's length, a branch), its integers and truth values are static too; where it needs that
    of a tuple or a dict of them (a shape), everything but arrays is closed over. `changed` gets the names of what the
    function changed, which is put back.

    Raises
    ------
    Exception
        Whatever tracing raises.
    """
    called = function

    def attempt(
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        static: Callable[[Any], bool] = lambda _value: False,
    ) -> session.LiveReport:
        names = tuple(name for name, value in kwargs.items() if static(value))
        numbers = tuple(number for number, value in enumerate(args) if static(value))
        state = PutBack(called, function, *args, *kwargs.values())
        try:
            with quiet(), state:
                return session.trace_call(
                    function,
                    args,
                    kwargs,
                    static_argnums=numbers,
                    static_argnames=names,
                    compile=options.compile,
                    cell=cell,
                )
        finally:
            changed.extend(name for name in state.changed if name not in changed)

    if inspect.getattr_static(function, "lower", None) is not None:
        return attempt(function, args, kwargs)
    try:
        return attempt(function, args, kwargs, _is_no_array)
    except _MAY_NEED_VALUES as error:
        first = error
    if any(isinstance(value, int) for value in (*args, *kwargs.values())):
        with contextlib.suppress(*_MAY_NEED_VALUES):
            return attempt(function, args, kwargs, lambda value: isinstance(value, int) or _is_no_array(value))
    plain = isinstance(function, types.FunctionType | types.MethodType)
    if plain and all(map(_holds_array, (*args, *kwargs.values()))):
        raise first  # of a module that JAX cannot hash or refer to weakly, the call itself is closed over
    try:
        return attempt(*_closed_over(function, args, kwargs))
    except _MAY_NEED_VALUES:
        raise first from None


def changed_note(name: str, changed: list[str]) -> str:
    """Say in one line what a second run changed."""
    return (
        f"jax_viz: tracing {name} ran its Python code once more and changed {', '.join(changed[:5])}"
        f"{', …' if len(changed) > 5 else ''}; that was put back. A function under jax.jit is not run again."
    )


def _changed_note(text: str, changed: list[str]) -> list[str]:
    return [changed_note(text, changed)] if changed else []


_MAY_NEED_VALUES = (jax.errors.JAXTypeError, TypeError, ValueError, KeyError)


def _closed_over(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
    """Return the function of the arguments that hold arrays, and those; all others keep their values."""
    rows = [row for row, value in enumerate(args) if _holds_array(value)]
    names = [name for name, value in kwargs.items() if _holds_array(value)]

    def closed(*arrays: Any, **named: Any) -> Any:
        given = list(args)
        for row, array in zip(rows, arrays, strict=True):
            given[row] = array
        return function(*given, **{**kwargs, **named})

    closed.__name__ = closed.__qualname__ = name_of(function)
    with contextlib.suppress(TypeError, ValueError, IndexError):
        positional = [
            parameter.name
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
        closed.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(positional[row], inspect.Parameter.POSITIONAL_ONLY) for row in rows]
            + [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
        )
    return closed, tuple(args[row] for row in rows), {name: kwargs[name] for name in names}


def _shown(call: RecordedCall, texts: Mapping[int, str]) -> str:
    text = texts.get(call.number, f"{name_of(call.function)}(…)").partition("\n")[0]
    return f"`{text if len(text) <= 60 else text[:57] + '...'}`"


def also_called(others: Sequence[RecordedCall], texts: Mapping[int, str], lines: Mapping[int, int], cell: str) -> str:
    """Say in one line which other calls could be shown, and how; empty where there are none.

    Parameters
    ----------
    others
        The calls.
    texts, lines
        The source text and the line of each call by its number.
    cell
        The cell as typed: a line is named only where it holds the call's name there too, which it does not below a
        magic that runs the rest of the cell by itself.
    """
    if not others:
        return ""
    typed = cell.splitlines()

    def place(call: RecordedCall) -> str:
        name, line = name_of(call.function), lines.get(call.number, 0)
        head = re.match(r"[\w.]*", texts.get(call.number, ""))
        there = head is not None and head[0] != "" and 0 < line <= len(typed) and head[0] in typed[line - 1]
        return f"{name} (line {line})" if there else name

    named = [place(call) for call in others[-MOST_NAMED:]]
    before = len(others) - len(named)
    more = f" and {before} more" if before else ""
    return f"jax_viz: also called: {', '.join(named)}{more}. To see it: %jaxviz {_short_text(others[-1], texts)}"


MOST_NAMED = 4
"""Other calls that are named."""


def _short_text(call: RecordedCall, texts: Mapping[int, str]) -> str:
    text = texts.get(call.number, "")
    return text if 0 < len(text) <= 60 and "\n" not in text else f"{name_of(call.function)}(…)"


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


def _holds_array(value: Any) -> bool:
    return any(
        is_traceable(leaf) and not isinstance(leaf, bool | int | float | complex)
        for leaf in jax.tree_util.tree_leaves(value)
    )
