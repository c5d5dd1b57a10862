"""Whose code a file name stands for, and its text."""

import ast
import functools
import linecache
import re
import site
import sys
import sysconfig
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from jax_viz import internals
from jax_viz.capture import cells


class FileKind(StrEnum):
    """Whose code it is. `INTERNAL` frames (JAX, Python, IPython, jax_viz) are never shown."""

    CELL = "cell"
    USER = "user"
    LIBRARY = "library"
    INTERNAL = "internal"


@dataclass(frozen=True)
class SourceFile:
    """A file or notebook cell as a person knows it."""

    name: str
    kind: FileKind
    execution_count: int | None
    lines: tuple[str, ...]
    cell_id: str | None = None


_IPYTHON_INPUT = re.compile(r"<ipython-input-(\d+)-")
_INTERNAL_PACKAGES = ("IPython", "ipykernel", "traitlets", "_pytest", "pluggy", "nbclient", "jaxtyping", "runpy")


@functools.cache
def file_kind(file_name: str) -> FileKind:
    """Return whose code `file_name`, a code object's, is."""
    if _is_cell(file_name):
        return FileKind.CELL
    if file_name == _DEMO_FILE:
        return FileKind.USER
    if internals.is_jax_file(file_name) or file_name.startswith((_OWN_FOLDER, "<frozen ")):
        return FileKind.INTERNAL
    for folder in _library_folders():
        if file_name.startswith(folder):
            package = file_name[len(folder) :].split("/", 1)[0].removesuffix(".py")
            return FileKind.INTERNAL if package in _INTERNAL_PACKAGES else FileKind.LIBRARY
    if file_name.startswith(_STANDARD_LIBRARY):
        return FileKind.INTERNAL
    return FileKind.USER


def is_own_file(file_name: str) -> bool:
    """Whether a file is jax_viz's own code."""
    return file_name.startswith(_OWN_FOLDER) and file_name != _DEMO_FILE


def source_file(file_name: str) -> SourceFile:
    """Return name, kind and text of a file; a library's text is left out."""
    kind = file_kind(file_name)
    if kind is FileKind.LIBRARY:
        return SourceFile(_below(file_name, _library_folders()), kind, None, ())
    lines = tuple(line.rstrip("\n") for line in linecache.getlines(file_name))
    if kind is FileKind.CELL:
        count = _execution_count(file_name)
        name = f"Cell [{count}]" if count is not None else "Cell"
        return SourceFile(name, kind, count, lines, cells.cell_id(count))
    return SourceFile(_user_name(file_name), kind, None, lines)


def function_span(file_name: str, line: int) -> tuple[int, int] | None:
    """Return the first and last line of the top-level statement around `line`; `None` where there is none."""
    return next(
        (span for span in _statements(tuple(linecache.getlines(file_name))) if span[0] <= line <= span[1]), None
    )


@functools.lru_cache(maxsize=16)
def _statements(lines: tuple[str, ...]) -> list[tuple[int, int]]:
    try:
        body = ast.parse("".join(lines)).body
    except (SyntaxError, ValueError):  # not Python, or of another version
        return []
    return [
        (min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))]), node.end_lineno or node.lineno)
        for node in body
    ]


def _is_cell(file_name: str) -> bool:
    return (
        _IPYTHON_INPUT.match(file_name) is not None
        or re.search(r"[/\\]ipykernel_\d+[/\\]", file_name) is not None
        or file_name in _cell_numbers()
    )


def _execution_count(file_name: str) -> int | None:
    found = _IPYTHON_INPUT.match(file_name)
    if found is not None:
        return int(found[1])
    return _cell_numbers().get(file_name)


def _cell_numbers() -> dict[str, int]:
    """Return the cells of the running IPython: code file name to execution count."""
    ipython = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if ipython is not None else None
    numbers = getattr(getattr(shell, "compile", None), "_filename_map", None)
    return numbers if isinstance(numbers, dict) else {}


def _user_name(file_name: str) -> str:
    """Return a name without an absolute path outside of the working directory."""
    path = Path(file_name)
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.name


def _below(file_name: str, folders: tuple[str, ...]) -> str:
    for folder in folders:
        if file_name.startswith(folder):
            return file_name[len(folder) :]
    return Path(file_name).name


@functools.cache
def _library_folders() -> tuple[str, ...]:
    folders = {*site.getsitepackages(), site.getusersitepackages(), *sysconfig.get_paths().values()}
    packages = [folder for folder in folders if folder.endswith(("site-packages", "dist-packages"))]
    return tuple(sorted((folder + "/" for folder in packages), key=len, reverse=True))


_OWN_FOLDER = str(Path(__file__).parent.parent) + "/"
_DEMO_FILE = _OWN_FOLDER + "hosts/demo.py"
_STANDARD_LIBRARY = sysconfig.get_paths()["stdlib"] + "/"
