"""Nothing dropped: for every program of tests/programs.py the report holds what JAX traced, equation for equation."""

import json
from collections import Counter
from pathlib import Path

import programs
import pytest
import walk

import jax_viz

CASES = Path(__file__).parent / "cases"
FACTS = json.loads((CASES / "facts.json").read_text())


class Traced:
    """One program: JAX's own jaxpr beside the report on it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.closed, self.report = programs.traced(name)
        self.program = self.report.programs[0]
        (self.stage,) = self.program.stages
        self.columns = self.stage.columns


@pytest.fixture(scope="module", params=programs.PROGRAMS)
def traced(request):
    return Traced(request.param)


def test_every_equation_is_there_once_at_its_path(traced):
    walked = {_text(path): equation.primitive.name for path, equation in walk.equations(traced.closed.jaxpr)}
    reported = [(equation.path_text, equation.primitive) for equation in traced.stage.equations]

    assert len(reported) == len(walked)
    assert dict(reported) == walked


def test_paths_resolve(traced):
    equations = traced.stage.equations
    for row in {0, len(equations) // 3, len(equations) // 2, len(equations) - 1}:
        equation = equations[row]
        assert equations.at(equation.path).row == row
        assert equations.at(equation.path_text).row == row


def test_inputs_and_outputs_are_those_of_the_jaxpr(traced):
    for (_, expected), equation in zip(walk.equations(traced.closed.jaxpr), traced.stage.equations, strict=True):
        assert [value.shape for value in equation.outputs] == [_shape(v) for v in expected.outvars]
        assert [value.shape for value in equation.inputs] == [_shape(v) for v in expected.invars]
        assert [value.dtype for value in equation.outputs] == [_dtype(v) for v in expected.outvars]


def test_every_output_is_reachable(traced):
    """Each value that is read or returned was made before in the same region, came in, or is a literal."""
    regions, equations = traced.columns.regions, traced.columns.equations
    known = [
        set(regions.inputs[regions.input_offsets[region] : regions.input_offsets[region + 1]])
        for region in range(len(regions.equation))
    ]

    def check(values, region, reader):
        for value in values:
            assert value in known[region] or traced.columns.values.literal[value] >= 0, (reader, value)

    for row, region in enumerate(equations.region):
        check(equations.inputs[equations.input_offsets[row] : equations.input_offsets[row + 1]], region, row)
        known[region].update(equations.outputs[equations.output_offsets[row] : equations.output_offsets[row + 1]])
    for region in range(len(regions.equation)):
        returned = regions.outputs[regions.output_offsets[region] : regions.output_offsets[region + 1]]
        check(returned, region, "result")

    assert regions.output_offsets[1] == len(traced.closed.jaxpr.outvars) == len(traced.program.results)


def test_every_equation_has_a_source_span(traced):
    for equation in traced.stage.equations:
        source = equation.source
        assert source is not None, equation
        assert source.line >= 1, equation
        assert (source.end_line, source.end_column) > (source.line, source.column), equation


def test_equations_point_at_code_of_the_programs_file(traced):
    """Every span in the program's own file is code there; that file has at least half of the top level."""
    file = Path(programs.source_file(traced.name))
    code = file.read_text().splitlines()
    sources = [equation.source for equation in traced.stage.equations if len(equation.path) == 1]
    own = [source for source in sources if source is not None and source.file.endswith(file.name)]

    assert 2 * len(own) >= len(sources)
    for source in own:
        assert code[source.line - 1][source.column].strip()
        assert code[source.end_line - 1][source.end_column - 1].strip()


def test_constants_are_counted_with_their_bytes(traced):
    captured = walk.constants(traced.closed)

    assert len(traced.program.constants) == len(captured)
    assert sum(constant.bytes for constant in traced.program.constants) == sum(int(c.nbytes) for c in captured)


def test_each_definition_is_counted_once(traced):
    unique = sum(len(jaxpr.eqns) for jaxpr in walk.definitions(traced.closed.jaxpr).values())

    assert traced.stage.unique_equations == unique


def test_no_section_failed(traced):
    assert [(fault.section, fault.message) for fault in traced.report.faults] == []


def test_recorded_facts_hold(traced):
    facts = _facts_of(traced.name)
    equations = traced.stage.equations

    assert dict(sorted(Counter(equation.primitive for equation in equations).items())) == facts["primitives"]
    assert sum(len(equation.path) == 1 for equation in equations) == facts["top"]
    assert len(equations) == facts["all"]
    assert traced.stage.unique_equations == facts["unique"]
    assert max(len(equation.path) for equation in equations) // 2 == facts["depth"]
    assert len(traced.program.arguments) == facts["inputs"]
    assert len(traced.program.results) == facts["outputs"]
    assert len(traced.program.constants) == facts["constants"]
    assert sum(constant.bytes for constant in traced.program.constants) == facts["constant_bytes"]


@pytest.mark.large
@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_program_compiles(name):
    """The report's compiled program has the recorded number of fusions; XLA's choice may move a little."""
    function, arguments = programs.make(name)
    report = jax_viz.trace(function)(*arguments)
    report.wait()
    (program,) = report.programs

    assert report.faults == []
    assert program.timings.compile is not None
    fusions = walk.fusions(program.hlo)
    recorded = FACTS.get(programs.jax_series(), {}).get(name, {}).get("fusions")
    if recorded is not None:
        assert fusions == pytest.approx(recorded, rel=0.1, abs=1)


def _facts_of(name):
    series = programs.jax_series()
    if series not in FACTS:
        pytest.skip(f"no facts are recorded for jax {series}: run tests/record_facts.py")
    return FACTS[series][name]


def _text(path):
    return "/".join(str(step) if isinstance(step, int) else f"{step[0]}.{step[1]}" for step in path)


def _shape(atom):
    return tuple(getattr(atom.aval, "shape", ()))


def _dtype(atom):
    return str(getattr(atom.aval, "dtype", ""))
