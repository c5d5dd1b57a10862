"""Where a program came from: files, frames and call stacks."""

from typing import Literal

from msgspec import Struct, field


class Excerpt(Struct):
    """Consecutive lines of a file; `first_line` counts from 1."""

    first_line: int
    lines: list[str]


class File(Struct):
    """One source file or notebook cell.

    A library's file has no excerpts. `name` is what a person sees: `Cell [3]`,
    `train.py`, `flax/nnx/nn/linear.py`; it is never an absolute path outside
    the user's own files. `cell_id` is the notebook's own id of a cell, which stays when the cell
    is moved or run again.
    """

    name: str
    kind: Literal["cell", "user", "library"]
    execution_count: int | None = None
    cell_id: str | None = None
    excerpts: list[Excerpt] = field(default_factory=list)


class Frames(Struct):
    """One row a code position. Lines count from 1, columns (of characters) from 0; the end is exclusive.

    A line of 0 means that Python gave none.
    """

    file: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    column: list[int] = field(default_factory=list)
    end_line: list[int] = field(default_factory=list)
    end_column: list[int] = field(default_factory=list)
    function: list[int] = field(default_factory=list)


class Stacks(Struct):
    """Call stacks as a trie: each row adds one frame below the stack `parent` (-1: outermost)."""

    parent: list[int] = field(default_factory=list)
    frame: list[int] = field(default_factory=list)


class Sources(Struct):
    files: list[File] = field(default_factory=list)
    frames: Frames = field(default_factory=Frames)
    stacks: Stacks = field(default_factory=Stacks)
