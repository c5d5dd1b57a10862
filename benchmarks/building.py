"""What a report costs: its share of the trace, lower and compile that JAX does anyway, on a 12-layer transformer step.

Run in a process of its own; prints one JSON object. Every repetition makes the program anew, so that no cache of
JAX's answers.
"""

import gc
import json
import statistics
import time
from collections.abc import Callable

import jax
from cases import gpt

import jax_viz
from jax_viz.session import trace_call

REPEATS = 5


def main() -> None:
    """Measure and print."""
    warm_up()
    traced, reported, built = [], [], []
    for _ in range(REPEATS):
        step, arguments = gpt.make()
        traced.append(timed(lambda step=step, arguments=arguments: jax.jit(step).trace(*arguments)))
        step, arguments = gpt.make()
        live = []
        reported.append(
            timed(
                lambda step=step, arguments=arguments, live=live: live.append(
                    trace_call(step, arguments, {}, compile=False)
                )
            )
        )
        built.append(live[0].build_seconds)

    step, arguments = gpt.make()
    plain = {}
    trace = jax.jit(step).trace
    started = time.perf_counter()
    stage = trace(*arguments)
    plain["trace"] = time.perf_counter() - started
    started = time.perf_counter()
    stage = stage.lower()
    plain["lower"] = time.perf_counter() - started
    started = time.perf_counter()
    stage.compile()
    plain["compile"] = time.perf_counter() - started

    step, arguments = gpt.make()
    started = time.perf_counter()
    report = jax_viz.trace(step)(*arguments)
    report.wait()
    whole = time.perf_counter() - started
    print(
        json.dumps(
            {
                "equations": len(report.programs[0].stages[0].equations),
                "plain": plain,
                "whole": whole,
                "trace_only": statistics.median(traced),
                "trace_and_report": statistics.median(reported),
                "build": statistics.median(built),
                "jax": jax.__version__,
            }
        )
    )


def warm_up() -> None:
    """Trace and compile a small model, so that imports and first uses are not in the figures."""
    step, arguments = gpt.make(layers=1)
    jax_viz.trace(step)(*arguments).wait()
    step, arguments = gpt.make(layers=1)
    jax.jit(step).trace(*arguments).lower().compile()


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that `work` takes, with no garbage of the measurement before in them."""
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
