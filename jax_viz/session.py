"""Runs capture and analyses and fills the document. The one place where their order is decided.

Hosts work with a `LiveReport`; the public `jax_viz.Report` is a reader's view of one.
"""

import datetime as dt
import platform
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import jax

from jax_viz import internals
from jax_viz.analysis import SourceTable, Strings, program_section
from jax_viz.analysis.program import ProgramTooLargeError, timings_section
from jax_viz.capture import CapturedCall, capture_call
from jax_viz.document import FORMAT_VERSION, Cell, Fault, Producer, Program, Report


class LiveReport:
    """A report while the kernel that makes it lives. `document` is complete but for what still compiles.

    `build_seconds` is the wall clock that making the document took, beyond JAX's own work.
    """

    def __init__(self, document: Report, calls: Sequence[CapturedCall] = ()) -> None:
        self.document = document
        self.calls = list(calls)
        self.build_seconds = 0.0
        self._done = threading.Event()
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []
        self._finishers: list[Callable[[], None]] = []
        self._waiting = 0
        self._done.set()

    @property
    def id(self) -> str:
        """The report's identity, the same in every host that shows it."""
        return self.document.id

    @property
    def done(self) -> bool:
        """Whether every section is there."""
        return self._done.is_set()

    @property
    def compilable(self) -> bool:
        """Whether there are programs here that nobody has begun to compile."""
        return bool(self.calls) and not any(call.compilation.started for call in self.calls)

    def compile(self) -> None:
        """Lower now and compile in the background. Does nothing the second time."""
        if not self.compilable:
            return
        self._done.clear()
        self._waiting = len(self.calls)
        for row, call in enumerate(self.calls):
            call.compilation.start(lambda row=row: self._compiled(row))  # type: ignore[misc]

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until every section is there, at most `seconds`; return whether it is."""
        return self._done.wait(seconds)

    def when_done(self, listener: Callable[[], None]) -> None:
        """Call `listener` once every section is there: now, or later from the compiling thread."""
        with self._lock:
            if not self._done.is_set():
                self._listeners.append(listener)
                return
        listener()

    def finish_with(self, finisher: Callable[[], None]) -> None:
        """Call `finisher` before every time that the report becomes complete, and now where it is."""
        with self._lock:
            self._finishers.append(finisher)
            if not self._done.is_set():
                return
        finisher()

    def _compiled(self, row: int) -> None:
        call = self.calls[row]
        with self._lock:
            self.document.programs[row].timings = timings_section(call)
            if call.compilation.error is not None:
                self.document.faults.append(Fault("compile", call.compilation.error))
            self._waiting -= 1
            if self._waiting:
                return
            for finish in self._finishers:
                finish()
            self._done.set()
            listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener()


def trace_call(
    f: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    *,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Iterable[str] = (),
    donate_argnums: int | Sequence[int] = (),
    compile: bool = True,  # noqa: A002 - the public name
    cell: Cell | None = None,
) -> LiveReport:
    """Trace one call and return its report; compiling goes on in a thread.

    Raises
    ------
    jax_viz.capture.ArgumentError
        When `f` is not callable or the arguments cannot be traced.
    Exception
        Whatever `f` itself raises while it is traced.
    """
    call = capture_call(
        f,
        args,
        kwargs,
        static_argnums=static_argnums,
        static_argnames=static_argnames,
        donate_argnums=donate_argnums,
    )
    started = time.perf_counter()
    document = _document(call, cell)
    live = LiveReport(document, [call] if document.programs else [])
    live.build_seconds = time.perf_counter() - started
    if compile:
        live.compile()
    return live


_last: LiveReport | None = None


def set_last(report: LiveReport) -> None:
    """Remember the newest report of a magic."""
    global _last  # noqa: PLW0603 - one kernel, one newest report
    _last = report


def last() -> LiveReport | None:
    """Return the newest report of a magic in this kernel."""
    return _last


def own_version() -> str:
    """Return the version of jax_viz."""
    try:
        return version("jupyterlab-jax-viz")
    except PackageNotFoundError:
        return "0.0.0"


def _document(call: CapturedCall, cell: Cell | None) -> Report:
    strings = Strings()
    sources = SourceTable(strings)
    faults = [Fault(feature, message) for feature, message in internals.missing().items()]
    programs: list[Program] = []
    try:
        programs.append(program_section(call, strings, sources))
        section = sources.section()
    except ProgramTooLargeError as error:
        faults.append(Fault("program", str(error)))
        section = SourceTable(Strings()).section()
    except Exception as error:  # noqa: BLE001 - an analysis fault must never reach the user's cell
        faults.append(Fault("program", f"jax_viz could not read this program: {type(error).__name__}: {error}"))
        section = SourceTable(Strings()).section()
        programs = []
    return Report(
        version=FORMAT_VERSION,
        id=uuid.uuid4().hex,
        created=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        producer=Producer(own_version(), jax.__version__, platform.python_version()),
        cell=cell,
        strings=strings.rows,
        sources=section,
        programs=programs,
        faults=faults,
    )
