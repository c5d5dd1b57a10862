"""Seconds of one step of JAX, and whether JAX did the step or took its result from a cache."""

import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Literal, Self

import jax.monitoring

Step = Literal["trace", "lower", "compile"]

STEP_EVENTS: dict[Step, str] = {
    "trace": "/jax/core/compile/jaxpr_trace_duration",
    "lower": "/jax/core/compile/jaxpr_to_mlir_module_duration",
    "compile": "/jax/core/compile/backend_compile_duration",
}
"""What JAX reports through `jax.monitoring` when it does a step; nothing comes for one that a cache serves."""


class Stopwatch:
    """Times a `with` block. `cached` is true when JAX reported no such work by this thread in it."""

    def __init__(self, step: Step) -> None:
        self._event = STEP_EVENTS[step]
        self._worked = False
        self.seconds = 0.0

    @property
    def cached(self) -> bool:
        return not self._worked

    def __enter__(self) -> Self:
        self._thread = threading.get_ident()
        jax.monitoring.register_event_duration_secs_listener(self._on_event)
        self._start = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.seconds = time.perf_counter() - self._start
        with suppress(Exception):  # the function that was traced may have cleared all listeners
            jax.monitoring.unregister_event_duration_listener(self._on_event)

    def _on_event(self, event: str, _seconds: float, **_: str | int) -> None:
        if event == self._event and threading.get_ident() == self._thread:
            self._worked = True
