"""The user's part of an exception: their frames, the line that failed, and what JAX says about it in short."""

import re
import traceback
import types
from typing import Any

from jax_viz.capture.files import FileKind, file_kind, is_own_file, source_file
from jax_viz.hosts.text import shortened


def users_frames(trace: types.TracebackType | None) -> types.TracebackType | None:
    """Return a traceback of the user's and libraries' frames alone; `None` where there are none."""
    kept: list[types.TracebackType] = []
    for row in _rows(trace):
        if file_kind(row.tb_frame.f_code.co_filename) is FileKind.INTERNAL:
            continue
        if kept and kept[-1].tb_frame.f_code.co_name == "<module>" and _place(kept[-1]) == _place(row):
            kept.pop()  # a magic's line, and the expression on it
        kept.append(row)
    made: types.TracebackType | None = None
    for row in reversed(kept):
        made = types.TracebackType(made, row.tb_frame, row.tb_lasti, row.tb_lineno)
    return made


def render_users_frames(error: BaseException, shell: Any) -> None:
    """Make IPython show an exception with the user's frames alone; the exception itself keeps them all.

    An exception that was raised in jax_viz is a fault of ours: it stays as it is, to be reported.
    """
    rows = _rows(error.__traceback__)
    if rows and is_own_file(rows[-1].tb_frame.f_code.co_filename):
        return

    def render() -> list[str]:
        own = users_frames(error.__traceback__)
        rendered: list[str] = shell.InteractiveTB.structured_traceback(type(error), error, own, tb_offset=0)
        return rendered

    error._render_traceback_ = render  # type: ignore[attr-defined] # IPython's own hook


def users_traceback(error: BaseException) -> str:
    """Return Python's text of an exception with the user's frames alone."""
    own = users_frames(error.__traceback__)
    # A syntax error says itself where it is; without any frame of the user's it is a fault of ours.
    shown = own if own is not None or isinstance(error, SyntaxError) else error.__traceback__
    return "".join(traceback.format_exception(type(error), error, shown))


def users_line(error: BaseException) -> str:
    """Return `Cell [3], line 2: if x > 0:`, the user's innermost line; empty where there is none."""
    places = [
        (row.tb_frame.f_code.co_filename, row.tb_lineno)
        for row in _rows(users_frames(error.__traceback__))
        if file_kind(row.tb_frame.f_code.co_filename) in (FileKind.CELL, FileKind.USER)
    ]
    if not places:
        return ""
    name, line = places[-1]
    file = source_file(name)
    text = file.lines[line - 1].strip() if 0 < line <= len(file.lines) else ""
    return f"{file.name}, line {line}" + (f": `{shortened(text)}`" if text else "")


def in_short(error: BaseException) -> str:
    """Return an exception's first line, the user's line and, of an error of JAX, its cause and its page."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    rest = " ".join(lines[1:])
    depends = re.search(r"This concrete value was not available in Python because it depends on [^.]*\.", rest)
    link = re.search(r"See https?://\S+", rest)
    where = users_line(error)
    # The link stands last and without a full stop, which readers would take for a part of it.
    parts = [
        _sentence(lines[0]),
        f"It failed at {where}." if where else "",
        depends[0] if depends is not None else "",
        link[0] if link is not None else "",
    ]
    return " ".join(filter(None, parts))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def _place(row: types.TracebackType) -> tuple[str, int]:
    return row.tb_frame.f_code.co_filename, row.tb_lineno


def _rows(trace: types.TracebackType | None) -> list[types.TracebackType]:
    rows = []
    while trace is not None:
        rows.append(trace)
        trace = trace.tb_next
    return rows
