"""The text of a cell that carries `%%jaxviz`: finding the line, and turning it into a comment.

IPython then runs the cell by itself: top-level `await`, a trailing `;`, `_`, the last expression's display, tracebacks
and line numbers are what they are without the magic. Pure text, no shell.
"""

import re
from typing import NamedTuple

from IPython.core.error import UsageError

from jax_viz.hosts.options import HelpAskedError, Options, parse_cell_line

_MAGIC = re.compile(r"(\s*)%%jaxviz(?:[ \t]+(.*?))?\s*$", re.DOTALL)


class MagicLine(NamedTuple):
    """The `%%jaxviz` line of a cell. `below_another`: another cell magic stands above it and gets the cell first."""

    options: Options
    below_another: bool


def find_magic(cell: str) -> MagicLine | None:
    """Return the cell's `%%jaxviz` line, `None` where there is none or its options are wrong.

    Comments, blank lines and other cell magics may stand above it.
    """
    below_another = False
    for line in cell.splitlines():
        found = _MAGIC.match(line)
        if found is not None:
            try:
                return MagicLine(parse_cell_line(found[2] or ""), below_another)
            except UsageError:
                return None
        if _is_code(line):
            if not line.lstrip().startswith("%%"):
                return None
            below_another = True
    return None


def is_empty(cell: str) -> bool:
    """Whether nothing but magics' lines and comments stands in a cell."""
    return not any(_is_code(line) and not line.lstrip().startswith("%%") for line in cell.splitlines())


def comment_out(lines: list[str]) -> list[str]:
    """Return the cell with its `%%jaxviz` line as a comment; every other line keeps its number.

    An input transformer: IPython may call it at any time, so it has no effects. Where the options are wrong the
    magic is left in place, first, so that IPython calls it and shows what is wrong before anything has run.
    """
    position = next((i for i, line in enumerate(lines) if _is_code(line)), None)
    found = _MAGIC.match(lines[position]) if position is not None else None
    if position is None or found is None:
        return lines
    try:
        parse_cell_line(found[2] or "")
    except HelpAskedError:
        # IPython calls no cell magic on an empty cell, and the cell is not to be run.
        return ["%jaxviz --help\n"]
    except UsageError:
        return [lines[position].lstrip(), *lines[position + 1 :]]
    indent = found[1]
    # IPython drops blank lines above the code, which would move all numbers: they become comments too.
    above = [line if line.strip() else f"{indent}#\n" for line in lines[:position]]
    head = [*above, f"{indent}# {lines[position].lstrip()}"]
    body = [f"# {line}" if _is_ours(line) else line for line in _head_of(lines[position + 1 :])]
    body += lines[position + 1 + len(body) :]
    below = next((i for i, line in enumerate(body) if _is_code(line)), None)
    if below is not None and body[below].startswith("%%"):
        # A cell magic must be the first line: it changes places with our comment.
        return [body[below], *head, *body[:below], *body[below + 1 :]]
    return [*head, *body]


def _head_of(lines: list[str]) -> list[str]:
    """Return the lines at the front that are blank, comments or %%jaxviz again, which says nothing new."""
    end = next((i for i, line in enumerate(lines) if _is_code(line) and not _is_ours(line)), len(lines))
    return lines[:end]


def _is_ours(line: str) -> bool:
    return _MAGIC.match(line) is not None


def _is_code(line: str) -> bool:
    text = line.strip()
    return bool(text) and not text.startswith("#")
