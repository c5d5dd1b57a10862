"""Whether a document's rows point at rows that are there.

A file may come from anywhere. What passes here can be walked without a bound check: every row
number names a row, offsets grow, an equation's region is held by an earlier equation, a call
stack's parent comes before it. The twin of `src/report/integrity.ts`.
"""

import itertools

import msgspec

from jax_viz.document.program import Program
from jax_viz.document.report import Report
from jax_viz.document.sources import Sources
from jax_viz.document.stage import PHASES, Stage

MOST_LINES = 1_000_000
"""Of one expression. Views go over its lines one by one."""


def fault_in(report: Report) -> str | None:
    """Return what is wrong, for people, or `None`."""
    try:
        _check_sources(report.sources, len(report.strings))
        for program in report.programs:
            _check_program(program, report)
        _check_integers(report, "")
    except _FaultError as fault:
        return str(fault)
    return "string 0 is not the empty text" if report.strings[:1] != [""] else None


class _FaultError(Exception):
    pass


def _check_sources(sources: Sources, strings: int) -> None:
    frames, stacks = sources.frames, sources.stacks
    _same_length("frames", frames)
    _same_length("stacks", stacks)
    _rows("frames.file", frames.file, len(sources.files))
    _rows("frames.function", frames.function, strings)
    for column in ("line", "column", "end_line", "end_column"):
        _rows(f"frames.{column}", getattr(frames, column), 2**31)
    if any(end - line > MOST_LINES for line, end in zip(frames.line, frames.end_line, strict=True)):
        raise _FaultError("a frame is longer than any file")
    _rows("stacks.frame", stacks.frame, len(frames.file))
    _rows("stacks.parent", stacks.parent, len(stacks.frame), none=True)
    if any(parent >= row for row, parent in enumerate(stacks.parent)):
        raise _FaultError("a call stack comes before its own parent")


def _check_program(program: Program, report: Report) -> None:
    if not program.stages:
        raise _FaultError("a program has no stage")
    for stage in program.stages:
        _check_stage(stage, report)


def _check_stage(stage: Stage, report: Report) -> None:
    strings, frames, stacks = (
        len(report.strings),
        len(report.sources.frames.file),
        len(report.sources.stacks.frame),
    )
    avals, values, regions, equations = stage.avals, stage.values, stage.regions, stage.equations
    value_count, region_count, count = len(values.aval), len(regions.equation), len(equations.region)
    if region_count == 0:
        raise _FaultError("a stage has no region")
    _same_length("avals", avals)
    _same_length("values", values)
    _rows("avals.text", avals.text, strings)
    _rows("avals.dtype", avals.dtype, strings)
    _rows("avals.weak_type", avals.weak_type, 2)
    _rows("avals.bytes", avals.bytes, 2**53)
    _rows("values.aval", values.aval, len(avals.text))
    _rows("values.name", values.name, strings)
    _rows("values.literal", values.literal, strings, none=True)
    _lists("regions", region_count, ("input_offsets", regions.input_offsets, len(regions.inputs)))
    _lists("regions", region_count, ("output_offsets", regions.output_offsets, len(regions.outputs)))
    for name in ("parameter", "label"):
        _sized(f"regions.{name}", getattr(regions, name), region_count, strings)
    for name, column in (("input_role", regions.inputs), ("output_role", regions.outputs)):
        _sized(f"regions.{name}", getattr(regions, name), len(column), strings)
    for name, column in (("operand", regions.inputs), ("result", regions.outputs)):
        _sized(f"regions.{name}", getattr(regions, name), len(column), 2**31, none=True)
    for name in ("index", "definition", "constants"):
        _sized(f"regions.{name}", getattr(regions, name), region_count, 2**31)
    _sized("regions.trips", regions.trips, region_count, 2**53, none=True)
    _rows("regions.inputs", regions.inputs, value_count)
    _rows("regions.outputs", regions.outputs, value_count)
    _rows("regions.equation", regions.equation, count, none=True)
    _sized("equations.index", equations.index, count, 2**31)
    for name in ("primitive", "name", "via", "scopes", "effects"):
        _sized(f"equations.{name}", getattr(equations, name), count, strings)
    if equations.hint:
        _sized("equations.hint", equations.hint, count, strings)
    _sized("equations.phase", equations.phase, count, len(PHASES))
    _sized("equations.batched", equations.batched, count, 2)
    _sized("equations.source", equations.source, count, frames, none=True)
    _sized("equations.stack", equations.stack, count, stacks, none=True)
    _lists("equations", count, ("input_offsets", equations.input_offsets, len(equations.inputs)))
    _lists("equations", count, ("output_offsets", equations.output_offsets, len(equations.outputs)))
    _lists("equations", count, ("param_offsets", equations.param_offsets, len(equations.param_names)))
    _rows("equations.inputs", equations.inputs, value_count)
    _rows("equations.outputs", equations.outputs, value_count)
    _rows("equations.param_names", equations.param_names, strings)
    _sized("equations.param_values", equations.param_values, len(equations.param_names), strings)
    _rows("equations.region", equations.region, region_count)
    if regions.equation[0] != -1 or -1 in regions.equation[1:]:
        raise _FaultError("region 0 alone is held by no equation")
    if any(equations.region[holder] >= row for row, holder in enumerate(regions.equation) if holder >= 0):
        raise _FaultError("a region comes before the equation that holds it")


def _check_integers(value: object, place: str) -> None:
    """Refuse numbers that a browser cannot hold exactly."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            _check_integers(getattr(value, name), f"{place}.{name}" if place else name)
    elif isinstance(value, list) and value and not isinstance(value[0], str):
        if isinstance(value[0], int):
            value = max(value, key=abs)
        else:
            for item in value:
                _check_integers(item, place)
    if isinstance(value, int) and abs(value) >= 2**53:
        raise _FaultError(f"{place} holds a number of more than 53 bits")


def _same_length(name: str, columns: msgspec.Struct) -> None:
    lengths = {len(getattr(columns, column)) for column in columns.__struct_fields__}
    if len(lengths) > 1:
        raise _FaultError(f"the columns of {name} differ in length")


def _sized(name: str, column: list[int], count: int, rows: int, *, none: bool = False) -> None:
    if len(column) != count:
        raise _FaultError(f"{name} has {len(column)} rows of {count}")
    _rows(name, column, rows, none=none)


def _rows(name: str, column: list[int], rows: int, *, none: bool = False) -> None:
    if column and not (-1 if none else 0) <= min(column) <= max(column) < rows:
        raise _FaultError(f"{name} names a row that is not there")


def _lists(table: str, count: int, column: tuple[str, list[int], int]) -> None:
    name, offsets, total = column
    if len(offsets) != count + 1 or offsets[0] != 0 or offsets[-1] != total:
        raise _FaultError(f"{table}.{name} does not fit its rows")
    if any(end < start for start, end in itertools.pairwise(offsets)):
        raise _FaultError(f"{table}.{name} goes back")
