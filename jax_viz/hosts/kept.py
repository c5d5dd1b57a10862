"""The last reports of this kernel, for the panel: so many, and so many bytes of them.

Kept is what a user would look for in a list beside the notebook: every report that a magic made, that `jax_viz.trace`
returned, or that was shown (a loaded one too), since the user asked for each of these. What jax_viz traces for itself
is not. Documents are kept, and calls only as long as somebody else holds them: a call holds the user's arrays.
"""

import threading
import weakref
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from jax_viz.document import Report, encode, envelope
from jax_viz.hosts.settings import SettingGoneError, Settings
from jax_viz.hosts.summary import headline
from jax_viz.session import LiveReport

MOST_REPORTS = 50
MOST_BYTES = 64 * 2**20
"""Of the documents as JSON, which is near what they take in memory. The newest is kept whatever its size."""

Event = Literal["report", "timings"]


class _Kept(NamedTuple):
    document: Report
    size: int
    live: weakref.ref[LiveReport]
    settings: Settings


class KeptReports:
    """A bounded list, newest last. Every method may be called from any thread."""

    def __init__(self, most_reports: int = MOST_REPORTS, most_bytes: int = MOST_BYTES) -> None:
        self._most_reports = most_reports
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._reports: dict[str, _Kept] = {}
        self._listeners: list[Callable[[Event, str], None]] = []

    def add(self, live: LiveReport) -> None:
        """Keep a report as the newest one; one that is kept already moves there."""
        document = live.document
        try:
            size = len(encode(document))
        except Exception:  # noqa: BLE001 - what cannot be written cannot be shown either; the user's cell goes on
            return
        kept = _Kept(document, size, weakref.ref(live), Settings.now())
        with self._lock:
            known = self._reports.pop(live.id, None)
            self._reports[live.id] = kept if known is None else known
            self._shorten()
        self._tell("report", live.id)
        if known is None and not live.done:
            live.when_done(lambda: self._tell("timings", document.id))

    def entries(self) -> list[dict[str, Any]]:
        """Return what a list says of each report, newest first."""
        with self._lock:
            reports = list(self._reports.values())
        return [_entry(kept) for kept in reversed(reports)]

    def entry(self, report: str) -> dict[str, Any] | None:
        """Return what a list says of one report; `None` where it is not kept."""
        kept = self._reports.get(report)
        return None if kept is None else _entry(kept)

    def envelope(self, report: str) -> dict[str, str] | None:
        """Return a report as an output carries it; `None` where it is not kept."""
        kept = self._reports.get(report)
        return None if kept is None else envelope(kept.document, headline(kept.document))

    def compile(self, report: str) -> str | None:
        """Compile a report's programs, and return when that is done: call this from a thread of its own.

        Returns
        -------
        str or None
            Why it could not be done, for people.
        """
        kept = self._reports.get(report)
        live = None if kept is None else kept.live()
        if kept is None or live is None:
            return NOT_LIVE
        if not live.compilable:
            return None
        try:
            # Lowering reads JAX's thread-local settings: those that held when the report was made.
            with kept.settings.again():
                live.compile()
        except SettingGoneError:
            return (
                "The program was traced under a setting of JAX (a mesh, disable_jit, …) that is gone now. "
                "Trace it again with compile=True inside the `with` block."
            )
        live.wait()
        self._tell("timings", report)
        return None

    def listen(self, listener: Callable[[Event, str], None]) -> Callable[[], None]:
        """Call `listener` with what happened to which report, from whichever thread; return what ends that."""
        with self._lock:
            self._listeners.append(listener)

        def stop() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop

    def _shorten(self) -> None:
        size = sum(kept.size for kept in self._reports.values())
        for report in list(self._reports)[:-1]:
            if len(self._reports) <= self._most_reports and size <= self._most_bytes:
                return
            size -= self._reports.pop(report).size

    def _tell(self, event: Event, report: str) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener(event, report)


NOT_LIVE = (
    "The kernel has let go of this program: it keeps the newest one of a magic, and what a variable holds. "
    "Run the cell again without --no-compile, or keep the result of jax_viz.trace(...) in a variable."
)


def _entry(kept: _Kept) -> dict[str, Any]:
    document, live = kept.document, kept.live()
    program = document.programs[0] if document.programs else None
    stages = program.stages if program is not None else []
    cell = document.cell
    return {
        "id": document.id,
        "name": program.name if program is not None else "",
        "equations": len(stages[-1].equations.primitive) if stages else 0,
        "created": document.created,
        "cell": None if cell is None else {"execution_count": cell.execution_count, "id": cell.id},
        "complete": live is None or live.done,
        "compilable": live is not None and live.compilable,
    }


kept_reports = KeptReports()
"""Those of this kernel."""
