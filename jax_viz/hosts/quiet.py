"""Silence for what a function says while it is traced once more, in this thread only."""

import contextlib
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any


class _OwnThreadMuted:
    """A stream that drops what the thread that made it writes, and passes everything else on."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._thread = threading.get_ident()
        self.muted = True

    def write(self, text: str) -> int:
        if self.muted and threading.get_ident() == self._thread:
            return len(text)
        return int(self._stream.write(text) or 0)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Drop what this thread prints and warns about; Python's filters of warnings stay as they are."""
    thread = threading.get_ident()
    show = warnings.showwarning
    stream = _OwnThreadMuted(sys.stdout)

    def show_of_others(*args: Any, **kwargs: Any) -> None:
        if threading.get_ident() != thread:
            show(*args, **kwargs)

    warnings.showwarning = show_of_others
    try:
        with contextlib.redirect_stdout(stream):
            yield
    finally:
        stream.muted = False  # who kept it, a logging handler, goes on writing through it
        if warnings.showwarning is show_of_others:
            warnings.showwarning = show
