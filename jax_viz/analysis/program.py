"""One captured call as a program of the document."""

import inspect
from collections.abc import Callable
from typing import Any

from jax_viz import internals
from jax_viz.analysis.avals import describe_aval
from jax_viz.analysis.captured import CapturedNames
from jax_viz.analysis.equations import StageWriter
from jax_viz.analysis.sources import NOWHERE, SourceTable
from jax_viz.analysis.strings import Strings
from jax_viz.capture import CapturedCall
from jax_viz.document import Constant, Leaf, Program, Stage, Timings

MOST_EQUATIONS = 100_000
"""Functions that call functions twice double at each level: without a bound a few lines could fill the memory."""


class ProgramTooLargeError(ValueError):
    """A program has more equations than a report holds; the message says how many."""


def program_section(call: CapturedCall, strings: Strings, sources: SourceTable) -> Program:
    """Return the program of a call, its one stage included; compile times come later (`timings_section`)."""
    total = internals.count_equations(call.jaxpr)
    if total > MOST_EQUATIONS:
        raise ProgramTooLargeError(
            f"{call.name} has {total:,} equations, counted at every call site; a report holds up to "
            f"{MOST_EQUATIONS:,}. Trace a part of it, or put repeated blocks into a jax.lax.scan."
        )
    inner = internals.open_jaxpr(call.jaxpr)
    writer = StageWriter(strings, sources)
    # Without tracebacks every equation would be placed at the definition, which says nothing.
    definition = sources.definition(call.function) if "source lines" not in internals.missing() else NOWHERE
    stage = writer.write(call.jaxpr, call.traced.argument_names, definition)
    constants = _constants(writer, stage, strings, CapturedNames(call.function))
    return Program(
        name=call.name,
        signature=call.name + _parameters(call.signature),
        arguments=_leaves(inner.invars, call.traced.argument_names),
        static_arguments=call.static_values,
        results=_leaves(inner.outvars, tuple(name.removeprefix("result") for name in call.traced.result_names)),
        constants=constants,
        stages=[stage],
        timings=timings_section(call),
    )


def timings_section(call: CapturedCall) -> Timings:
    """Return what is known of the call's timings by now."""
    compilation = call.compilation
    cached = (["trace"] if call.trace_cached else []) + compilation.cached
    return Timings(
        trace=call.trace_seconds,
        lower=compilation.lower_seconds,
        compile=compilation.compile_seconds,
        cached=cached,  # type: ignore[arg-type]
    )


def _parameters(signature: inspect.Signature | None) -> str:
    return "(…)" if signature is None else f"({', '.join(signature.parameters)})"


def _leaves(atoms: list[Any], names: tuple[str, ...]) -> list[Leaf]:
    leaves = []
    for position, atom in enumerate(atoms):
        aval = describe_aval(atom.aval)
        name = names[position] if position < len(names) else ""
        leaves.append(Leaf(name, aval.text, list(aval.shape), aval.dtype, aval.weak_type, aval.bytes))
    return leaves


def _constants(writer: StageWriter, stage: Stage, strings: Strings, names: Callable[[Any], str]) -> list[Constant]:
    """Describe captured arrays at all depths, each array once, and write their names into the value table."""
    region_of = {
        value: region
        for region in range(len(stage.regions.equation))
        for value in stage.regions.inputs[stage.regions.input_offsets[region] : stage.regions.input_offsets[region + 1]]
    }
    described: dict[int, Constant] = {}
    for row, array in writer.constant_values:
        name = names(array)
        stage.values.name[row] = strings(name)
        if id(array) not in described:
            aval = stage.values.aval[row]
            described[id(array)] = Constant(
                name=name,
                text=strings.rows[stage.avals.text[aval]],
                shape=stage.avals.shape[aval],
                dtype=strings.rows[stage.avals.dtype[aval]],
                bytes=stage.avals.bytes[aval],
                path=region_path(stage, strings.rows, region_of[row]),
            )
    return list(described.values())


def region_path(stage: Stage, strings: list[str], region: int) -> str:
    """Return the text form of the path that leads to a region, empty for the stage's own."""
    steps: list[str] = []
    while stage.regions.equation[region] >= 0:
        steps.append(f"{strings[stage.regions.parameter[region]]}.{stage.regions.index[region]}")
        equation = stage.regions.equation[region]
        steps.append(str(stage.equations.index[equation]))
        region = stage.equations.region[equation]
    return "/".join(reversed(steps))
