"""What JAX spent on a call while its cell ran.

By the time the call is traced for its report, JAX has the program in its caches. How long the user's own first call
took is known from the events that JAX sent then.
"""

import threading
from collections.abc import Callable
from contextlib import suppress

import jax.monitoring

from jax_viz.capture.stopwatch import STEP_EVENTS, Step
from jax_viz.document import Report

_STEPS: dict[str, Step] = {event: step for step, event in STEP_EVENTS.items()}


class StepListener:
    """Passes on every step that JAX takes in this thread, between `start` and `stop`.

    Parameters
    ----------
    on_step
        Called with the step, the name of the function that JAX worked on, and the seconds.
    """

    def __init__(self, on_step: Callable[[Step, str, float], None]) -> None:
        self._on_step = on_step
        self._thread = threading.get_ident()

    def start(self) -> None:
        """Begin to listen."""
        jax.monitoring.register_event_duration_secs_listener(self._on_event)

    def stop(self) -> None:
        """Stop listening."""
        with suppress(Exception):  # the user's code may have cleared all listeners
            jax.monitoring.unregister_event_duration_listener(self._on_event)

    def _on_event(self, event: str, seconds: float, *, fun_name: str | int = "", **_: str | int) -> None:
        step = _STEPS.get(event)
        if step is not None and threading.get_ident() == self._thread:
            self._on_step(step, _inner_name(str(fun_name)), seconds)


def fill_times(document: Report, seconds: dict[Step, float]) -> None:
    """Put the cell's own times where the report has only what a cache gave."""
    for program in document.programs[:1]:
        for step, value in seconds.items():
            if step in program.timings.cached:
                setattr(program.timings, step, value)
                program.timings.cached.remove(step)


def _inner_name(name: str) -> str:
    """Return `f` for JAX's `jit(f)`."""
    return name.partition("(")[2].removesuffix(")") if name.endswith(")") else name
