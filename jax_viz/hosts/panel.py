"""The kernel's end of the JupyterLab panel: one comm target that answers questions about the last reports.

The panel opens a comm on `jax_viz`; `%load_ext jax_viz` announces us with a comm of its own on `jax_viz.announce`, so
that a panel that was refused before comes back. JupyterLab runs our handlers on a subshell while the kernel is busy,
or late on the main shell. So they only read snapshots and queue jobs, under locks.

From the panel: `{id, type, protocol}`. To the panel: `{id, …}` or `{id, error}` as the answer, and without being
asked `{type: "hello" | "report" | "section", …}`. `src/hosts/lab/messages.ts` is the twin.
"""

import contextvars
import threading
from collections.abc import Callable
from typing import Any

from jax_viz.hosts.jobs import JobQueue
from jax_viz.hosts.kept import Event, KeptReports, kept_reports
from jax_viz.hosts.missing_extension import MissingExtension
from jax_viz.hosts.protocol import PROTOCOL
from jax_viz.session import own_version

TARGET = "jax_viz"
ANNOUNCE = "jax_viz.announce"

MOST_PANELS = 32
"""Conversations that are kept: a page that is reloaded does not say that it is gone."""


class RequestError(Exception):
    """A request cannot be answered; the message says what to do."""


class _Panel:
    """One open comm, and the context in which it was opened.

    ipykernel routes what a panel says to the shell that spoke to it last. What we send from a running cell would turn
    its next question to the main shell, where it waits until the cell ends; sent in the context of the panel's own
    message, everything stays on the panel's subshell.
    """

    def __init__(self, comm: Any) -> None:
        self.comm = comm
        self.skew: str | None = None
        self._context = contextvars.copy_context()

    def send(self, data: dict[str, Any]) -> None:
        self._context.copy().run(self.comm.send, data)


class PanelService:
    """What `%load_ext jax_viz` adds to a kernel beside the magics, and takes out again."""

    def __init__(self, shell: Any, reports: KeptReports = kept_reports) -> None:
        self._shell = shell
        self._reports = reports
        self._panels: dict[str, _Panel] = {}
        self._lock = threading.Lock()
        self._jobs = JobQueue("jax_viz panel")
        self._missing = MissingExtension(shell)
        self._stop: Callable[[], None] = lambda: None
        self._kept_in_cell = False
        self._skew: str | None = None

    def install(self) -> None:
        """Register the comm target and announce it."""
        from comm import create_comm, get_comm_manager  # noqa: PLC0415 - there in every kernel, and only there

        get_comm_manager().register_target(TARGET, self._opened)
        self._stop = self._reports.listen(self._tell)
        self._shell.events.register("pre_run_cell", self._before)
        self._shell.events.register("post_run_cell", self._after)
        create_comm(ANNOUNCE, data={"protocol": PROTOCOL, "version": own_version()}).close()

    def remove(self) -> None:
        """Close what is open and take everything out."""
        from comm import get_comm_manager  # noqa: PLC0415

        get_comm_manager().unregister_target(TARGET, self._opened)
        self._stop()
        self._shell.events.unregister("pre_run_cell", self._before)
        self._shell.events.unregister("post_run_cell", self._after)
        with self._lock:
            panels, self._panels = list(self._panels.values()), {}
        for panel in panels:
            panel.comm.close()

    # -- what panels say ----------------------------------------------------------------------------------------------

    def _opened(self, comm: Any, message: Any) -> None:
        panel = _Panel(comm)
        comm.on_msg(lambda received: self._received(panel, received))
        comm.on_close(lambda _: self._closed(comm.comm_id))
        panel.skew = self._check_protocol(_data(message))
        with self._lock:
            self._panels[comm.comm_id] = panel
            forgotten = [self._panels.pop(name) for name in list(self._panels)[:-MOST_PANELS]]
            self._skew = panel.skew or self._skew
        for old in forgotten:
            old.comm.close()
        self._missing.heard()
        panel.send({"type": "hello", "protocol": PROTOCOL, "version": own_version()})

    def _closed(self, comm_id: str) -> None:
        with self._lock:
            self._panels.pop(comm_id, None)

    def _received(self, panel: _Panel, message: Any) -> None:
        request = _data(message)
        number = request.get("id") if isinstance(request, dict) else None
        try:
            answer = self._answer(panel, request)
        except RequestError as error:
            answer = {"error": str(error)}
        except Exception as error:  # noqa: BLE001 - a fault of ours is an answer too; the kernel goes on
            answer = {"error": f"jax_viz could not answer: {type(error).__name__}: {error}"}
        panel.send({"id": number, **answer})

    def _answer(self, panel: _Panel, request: Any) -> dict[str, Any]:
        if not isinstance(request, dict):
            raise RequestError(f"A request is an object with id, type and protocol, not {_shown(request)}.")
        if not isinstance(request.get("id"), str | int):
            raise RequestError(f"A request needs an id, a text or a number, not {_shown(request.get('id'))}.")
        skew = self._check_protocol(request)
        if skew is not None:
            raise RequestError(skew)
        kind = request.get("type")
        answer = _ANSWERS.get(kind) if isinstance(kind, str) else None
        if answer is None:
            known = ", ".join(_ANSWERS)
            raise RequestError(f"This jax_viz does not know the request {_shown(kind)}. It knows: {known}.")
        return answer(self, panel, request)

    def _check_protocol(self, request: Any) -> str | None:
        """Return what to do where panel and kernel do not speak the same protocol."""
        theirs = request.get("protocol") if isinstance(request, dict) else None
        if theirs == PROTOCOL and not isinstance(theirs, bool):
            return None
        if not isinstance(theirs, int) or isinstance(theirs, bool):
            return f"A request names its protocol, a whole number, not {_shown(theirs)}. This kernel speaks {PROTOCOL}."
        if theirs > PROTOCOL:
            return (
                f"The panel (protocol {theirs}) is newer than jax_viz in this kernel (protocol {PROTOCOL}). Run "
                "`%pip install -U jupyterlab-jax-viz` in the notebook and restart the kernel."
            )
        return (
            f"The panel (protocol {theirs}) is older than jax_viz in this kernel (protocol {PROTOCOL}). Run "
            "`pip install -U jupyterlab-jax-viz` where JupyterLab is installed and reload the page."
        )

    def _list(self, _panel: _Panel, _request: dict[str, Any]) -> dict[str, Any]:
        return {"reports": self._reports.entries()}

    def _get(self, _panel: _Panel, request: dict[str, Any]) -> dict[str, Any]:
        name = self._report_of(request)
        return {"report": self._reports.envelope(name), "entry": self._reports.entry(name)}

    def _compile(self, panel: _Panel, request: dict[str, Any]) -> dict[str, Any]:
        name = self._report_of(request)
        entry = self._reports.entry(name)
        if entry is None or not entry["complete"]:
            return {"queued": False}

        def compile_now() -> None:
            failure = self._reports.compile(name)
            if failure is not None:
                panel.send({"type": "section", "id": name, "section": "timings", "error": failure})

        return {"queued": self._jobs.add(name, compile_now)}

    def _cancel(self, _panel: _Panel, request: dict[str, Any]) -> dict[str, Any]:
        if self._jobs.cancel(self._report_of(request)):
            return {"cancelled": True}
        return {"cancelled": False, "reason": "XLA cannot be stopped while it compiles."}

    def _report_of(self, request: dict[str, Any]) -> str:
        name = request.get("report")
        if not isinstance(name, str) or self._reports.entry(name) is None:
            raise RequestError(
                f"This kernel has no report {_shown(name)}; it keeps the last ones only. Run the cell again."
            )
        return name

    # -- what panels are told -----------------------------------------------------------------------------------------

    def _tell(self, event: Event, report: str) -> None:
        self._kept_in_cell = self._kept_in_cell or event == "report"
        entry = self._reports.entry(report)
        if entry is None:
            return
        if event == "report":
            message = {"type": "report", "report": entry}
        else:
            message = {"type": "section", "id": report, "section": event, "report": entry}
        with self._lock:
            panels = list(self._panels.values())
        for panel in panels:
            # A front end that went away must not cost the user's cell anything.
            try:
                panel.send(message)
            except Exception:  # noqa: BLE001
                self._closed(panel.comm.comm_id)

    def _before(self, _info: Any) -> None:
        self._missing.begins()

    def _after(self, _result: Any) -> None:
        self._missing.ends()
        if not self._kept_in_cell:
            return
        self._kept_in_cell = False
        hint, self._skew = self._skew or self._missing.hint(), None
        if hint is not None:
            print(f"jax_viz: {hint}")  # noqa: T201 - an answer to the user, below the cell's report


_ANSWERS: dict[str, Callable[[PanelService, _Panel, dict[str, Any]], dict[str, Any]]] = {
    "list": PanelService._list,  # noqa: SLF001 - this module's own
    "get": PanelService._get,  # noqa: SLF001
    "compile": PanelService._compile,  # noqa: SLF001
    "cancel": PanelService._cancel,  # noqa: SLF001
}


def _data(message: Any) -> Any:
    content = message.get("content") if isinstance(message, dict) else None
    return content.get("data") if isinstance(content, dict) else None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


_installed: dict[int, PanelService] = {}


def load(shell: Any) -> None:
    """Add the panel's end to a kernel; does nothing outside of one, or where it is already."""
    if getattr(shell, "kernel", None) is None or id(shell) in _installed:
        return
    _installed[id(shell)] = PanelService(shell)
    _installed[id(shell)].install()


def unload(shell: Any) -> None:
    """Take it out again, without a trace."""
    service = _installed.pop(id(shell), None)
    if service is not None:
        service.remove()
