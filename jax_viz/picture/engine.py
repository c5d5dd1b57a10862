"""The viewer's layout engine, and the viewer itself without a browser, in QuickJS."""

import json
import os
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import quickjs

_STATIC = Path(__file__).parent.parent / "static"

# QuickJS checks its own depth, which its thread's C stack has to exceed; some systems give threads 128 kB.
_STACK_BYTES = 6 << 20
_THREAD_STACK_BYTES = 8 << 20
_MEMORY_BYTES = 2 << 30
_ENTRY = "\nfunction jaxVizCall(name, ...texts) { return globalThis.jaxViz[name](...texts); }"

Theme = Literal["light", "dark"]


class PictureError(RuntimeError):
    """No picture could be made; the message says why and what to do."""


@dataclass(frozen=True)
class FirstPaint:
    """What the viewer shows first, as HTML, the scene in it with what it was asked for by, and a picture without it."""

    markup: str
    request: dict[str, Any]
    scene: dict[str, Any]
    svg: str


def request(
    *,
    program: int = 0,
    stage: int = 0,
    grouping: Literal["calls", "scopes", "phase", "regions"] = "calls",
    plumbing: bool = False,
    opened: Sequence[str] = (),
    closed: Sequence[str] = (),
    budget: int = 60,
) -> dict[str, Any]:
    """Return what a scene is asked for by; the fields are those of `SceneRequest` in `src/layout/scene.ts`."""
    return {
        "program": program,
        "stage": stage,
        "grouping": grouping,
        "plumbing": plumbing,
        "opened": list(opened),
        "closed": list(closed),
        "budget": budget,
    }


def scene(report_json: str, wishes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the placed boxes and edges of one stage, as `Scene` in `src/layout/scene.ts` describes them."""
    placed: dict[str, Any] = json.loads(_layout.call("scene", report_json, json.dumps(wishes)))
    return placed


def draw(report_json: str, wishes: Mapping[str, Any], theme: Theme) -> str:
    """Return the SVG text of one stage."""
    return _layout.call("svg", report_json, json.dumps(wishes), theme)


def first_paint(report_json: str) -> FirstPaint:
    """Return what the viewer shows first of a report (`src/prerender`)."""
    return FirstPaint(**json.loads(_viewer.call("result", report_json)))


class _Script:
    """A built script in a JavaScript context, made when first needed. It keeps no report from call to call."""

    def __init__(self, name: str) -> None:
        self._path = _STATIC / name
        self._forget()
        if hasattr(os, "register_at_fork"):
            # A forked child has the object but not its thread, and would wait for it for ever.
            os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._lock = threading.Lock()
        # A context may be used in the thread only that made it, whichever thread asks.
        self._thread: ThreadPoolExecutor | None = None
        self._context: quickjs.Context | None = None

    def call(self, name: str, report_json: str, *arguments: str) -> str:
        with self._lock:
            self._thread = self._thread or _own_thread()
            return self._thread.submit(self._run, name, report_json, arguments).result()

    def _run(self, name: str, report_json: str, arguments: Sequence[str]) -> str:
        context = self._loaded()
        function = context.get("jaxVizCall")
        try:
            function("open", report_json)
            while context.execute_pending_job():
                pass
            answer: str = function(name, *arguments)
        except quickjs.JSException as error:
            raise PictureError(f"The picture could not be made: {_message(error)}") from None
        else:
            return answer
        finally:
            function("close")

    def _loaded(self) -> quickjs.Context:
        if self._context is None:
            try:
                code = self._path.read_text(encoding="utf-8")
            except FileNotFoundError:
                raise PictureError(
                    f"A part of the viewer (jax_viz/static/{self._path.name}) is not there. The build makes it and "
                    "every wheel has it; in a checkout run `npm ci && npm run build:viewer` once."
                ) from None
            context = quickjs.Context()
            context.set_max_stack_size(_STACK_BYTES)
            context.set_memory_limit(_MEMORY_BYTES)
            context.eval(code + _ENTRY)
            self._context = context
        return self._context


def _own_thread() -> ThreadPoolExecutor:
    before = threading.stack_size(_THREAD_STACK_BYTES)
    try:
        thread = ThreadPoolExecutor(1, "jax_viz QuickJS")
        thread.submit(int).result()  # starts it now, with this stack
    finally:
        threading.stack_size(before)
    return thread


def _message(error: Exception) -> str:
    """Return the first line of a JavaScript error, without the name of its class."""
    return str(error).partition("\n")[0].partition("Error: ")[2] or str(error)


_layout = _Script("worker.js")
_viewer = _Script("prerender.js")
