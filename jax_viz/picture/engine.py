"""The viewer's layout engine in QuickJS."""

import json
import os
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import quickjs

WORKER = Path(__file__).parent.parent / "static" / "worker.js"

# QuickJS checks its own depth; its thread's C stack is 8 MB.
_STACK_BYTES = 6 << 20
_MEMORY_BYTES = 2 << 30
_ENTRY = "\nfunction jaxVizCall(name, first, second) { return globalThis.jaxViz[name](first, second); }"

Theme = Literal["light", "dark"]


class PictureError(RuntimeError):
    """No picture could be made; the message says why and what to do."""


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
    placed: dict[str, Any] = json.loads(_engine.call("scene", report_json, json.dumps(wishes)))
    return placed


def draw(report_json: str, wishes: Mapping[str, Any], theme: Theme) -> str:
    """Return the SVG text of one stage."""
    return _engine.call("svg", report_json, json.dumps(wishes), theme)


class _Engine:
    """One JavaScript context, made when first needed. It keeps no report from one call to the next."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._lock = threading.Lock()
        self._function: quickjs.Function | None = None

    def call(self, name: str, report_json: str, *arguments: str) -> str:
        with self._lock:
            function = self._loaded()
            try:
                function("open", report_json, run_gc=False)
                answer: str = function(name, *arguments, run_gc=False)
                return answer
            except quickjs.JSException as error:
                raise PictureError(f"The picture could not be made: {_message(error)}") from None
            finally:
                function("close")

    def _loaded(self) -> quickjs.Function:
        if self._function is None:
            try:
                code = WORKER.read_text(encoding="utf-8")
            except FileNotFoundError:
                raise PictureError(
                    "The viewer's layout (jax_viz/static/worker.js) is not there. The build makes it and every wheel "
                    "has it; in a checkout run `npm ci && npm run build:viewer` once."
                ) from None
            # A context may be used in the thread only that made it, whichever thread asks: it has its own.
            self._function = quickjs.Function("jaxVizCall", code + _ENTRY, own_executor=True)
            self._function.set_max_stack_size(_STACK_BYTES)
            self._function.set_memory_limit(_MEMORY_BYTES)
        return self._function


def _message(error: Exception) -> str:
    """Return the first line of a JavaScript error, without the name of its class."""
    return str(error).partition("\n")[0].partition("Error: ")[2] or str(error)


_engine = _Engine()
if hasattr(os, "register_at_fork"):
    # A forked child has the object but not its thread, and would wait for it for ever.
    os.register_at_fork(after_in_child=_engine._forget)  # noqa: SLF001
