"""From tracebacks to the document's files, frames and call stacks."""

import functools
import inspect
from collections.abc import Hashable
from types import CodeType
from typing import Any, Literal, NamedTuple

from jax_viz import internals
from jax_viz.analysis.strings import Strings
from jax_viz.capture.files import FileKind, SourceFile, file_kind, function_span, source_file
from jax_viz.document import NO_ROW, Excerpt, File, Sources

WHOLE_FILE_LINES = 400
"""A user's file up to this length is in the report whole, of a longer one the blocks that the program comes from."""


class Place(NamedTuple):
    """Where an equation comes from, as rows: its call stack and the frame it is shown at (-1: none)."""

    stack: int
    source: int


NOWHERE = Place(NO_ROW, NO_ROW)


class SourceTable:
    """Collects frames and stacks; `section()` gives the document's tables.

    Frames of JAX, Python and Jupyter are left out. The frame an equation is shown at is the
    innermost one of the user's own code, else the innermost of a library.
    """

    def __init__(self, strings: Strings) -> None:
        self._strings = strings
        self._sources = Sources()
        self._source_files: list[SourceFile] = []
        self._file_names: list[str] = []
        self._file_row: dict[str, int] = {}
        # By identity: hashing a code object reads all of it. The codes are kept so that ids stay their own.
        self._frame_row: dict[tuple[int, int], int] = {}
        self._codes: list[CodeType] = []
        self._stack_row: dict[tuple[int, int], int] = {}
        self._places: dict[tuple[Hashable, Place], Place] = {}
        self._touched: list[set[int]] = []

    def place(self, equation: Any, enclosing: Place = NOWHERE) -> Place:
        """Return the place of an equation whose enclosing equation is at `enclosing`."""
        key = (internals.traceback_key(equation), enclosing)
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = self._new_place(equation, enclosing)
        return place

    def _new_place(self, equation: Any, enclosing: Place) -> Place:
        codes, offsets = internals.raw_frames(equation)
        stack, source = enclosing
        for index in range(len(codes) - 1, -1, -1):
            row = self._frame(codes[index], offsets[index])
            if row == NO_ROW:
                continue
            stack = self._stack(stack, row)
            if source == NO_ROW or self._is_users(row) or not self._is_users(source):
                source = row
        return Place(stack, source)

    def definition(self, function: Any) -> Place:
        """Return the place of the line that defines a Python function, nowhere for one of JAX's own."""
        while isinstance(function, functools.partial):
            function = function.func
        function = inspect.unwrap(function)
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        if not isinstance(code, CodeType) or file_kind(code.co_filename) is FileKind.INTERNAL:
            return NOWHERE
        lines = self._source_files[self._file(code.co_filename)].lines
        line = code.co_firstlineno
        while line < len(lines) and lines[line - 1].lstrip().startswith("@"):
            line += 1
        text = lines[line - 1] if 1 <= line <= len(lines) else ""
        bytes_before = len(text) - len(text.lstrip())
        where = internals.Position(line, bytes_before, line, len(text.rstrip().encode()))
        frame = self._add_frame(code, where)
        return Place(self._stack(NO_ROW, frame), frame)

    def section(self) -> Sources:
        """Return the tables, with the text of the user's files."""
        for row, file in enumerate(self._source_files):
            self._sources.files[row].excerpts = _excerpts(file, self._file_names[row], self._touched[row])
        return self._sources

    def _is_users(self, frame: int) -> bool:
        return self._source_files[self._sources.frames.file[frame]].kind is not FileKind.LIBRARY

    def _frame(self, code: CodeType, offset: int) -> int:
        key = (id(code), offset)
        row = self._frame_row.get(key)
        if row is None:
            self._codes.append(code)
            row = self._frame_row[key] = self._new_frame(code, offset)
        return row

    def _new_frame(self, code: CodeType, offset: int) -> int:
        if file_kind(code.co_filename) is FileKind.INTERNAL:
            return NO_ROW
        return self._add_frame(code, internals.position(code, offset))

    def _add_frame(self, code: CodeType, where: internals.Position) -> int:
        file = self._file(code.co_filename)
        lines = self._source_files[file].lines
        frames = self._sources.frames
        frames.file.append(file)
        frames.line.append(where.line)
        frames.column.append(_characters(lines, where.line, where.column))
        frames.end_line.append(where.end_line)
        frames.end_column.append(_characters(lines, where.end_line, where.end_column))
        frames.function.append(self._strings(_function_name(code)))
        self._touched[file].add(where.line)
        return len(frames.file) - 1

    def _file(self, file_name: str) -> int:
        row = self._file_row.get(file_name)
        if row is None:
            row = self._file_row[file_name] = len(self._file_names)
            file = source_file(file_name)
            self._file_names.append(file_name)
            self._source_files.append(file)
            self._touched.append(set())
            self._sources.files.append(File(file.name, _DOCUMENT_KIND[file.kind], file.execution_count, file.cell_id))
        return row

    def _stack(self, parent: int, frame: int) -> int:
        key = (parent, frame)
        row = self._stack_row.get(key)
        if row is None:
            stacks = self._sources.stacks
            row = self._stack_row[key] = len(stacks.frame)
            stacks.parent.append(parent)
            stacks.frame.append(frame)
        return row


_DOCUMENT_KIND: dict[FileKind, Literal["cell", "user", "library"]] = {
    FileKind.CELL: "cell",
    FileKind.USER: "user",
    FileKind.LIBRARY: "library",
}


def _function_name(code: CodeType) -> str:
    """Return `Block.__call__` for `make.<locals>.Block.__call__`."""
    return code.co_qualname.rsplit("<locals>.", 1)[-1]


def _characters(lines: tuple[str, ...], line: int, column: int) -> int:
    """Turn Python's UTF-8 byte column into one of characters, as editors count."""
    if column <= 0 or not 1 <= line <= len(lines) or lines[line - 1].isascii():
        return max(column, 0)
    return len(lines[line - 1].encode()[:column].decode(errors="ignore"))


def _excerpts(file: SourceFile, file_name: str, touched: set[int]) -> list[Excerpt]:
    if not file.lines:
        return []
    if file.kind is FileKind.CELL or len(file.lines) <= WHOLE_FILE_LINES:
        return [Excerpt(1, list(file.lines))]
    excerpts: list[Excerpt] = []
    shown = 0
    for line in sorted(touched):
        if line <= shown:
            continue
        span = function_span(file_name, line)
        if span is not None:
            first, shown = max(span[0], shown + 1), span[1]
            excerpts.append(Excerpt(first, list(file.lines[first - 1 : shown])))
    return excerpts
