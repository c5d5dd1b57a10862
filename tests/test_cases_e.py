"""Family e, reading a jaxpr: the facts of each case hold through the report's own names."""

import re
from collections import Counter

import jax
import pytest
from cases import (
    e_01_size_of_a_jaxpr,
    e_05_cost_of_an_index,
    e_07_shared_definition,
    e_08_scopes_and_lines,
    e_09_fori_loop,
)

import jax_viz


def traced(function, *arguments):
    """Return the program and its only stage."""
    (program,) = jax_viz.trace(function, compile=False)(*arguments).programs
    (stage,) = program.stages
    return program, stage


def primitives(equations):
    return [equation.primitive for equation in equations]


def test_e_01_size_counts_all_depths(tmp_path):
    facts, names = e_01_size_of_a_jaxpr.CELL.facts, e_01_size_of_a_jaxpr.CELL.run(tmp_path)
    _, stage = traced(names["f"], *names["args"])

    assert sum(len(equation.path) == 1 for equation in stage.equations) == facts["top"]
    assert len(stage.equations) == facts["all"]
    assert stage.unique_equations == facts["unique"]
    assert Counter(primitives(stage.equations)) == facts["primitives"]


def test_e_01_size_without_jit(tmp_path):
    facts, names = e_01_size_of_a_jaxpr.CELL.facts, e_01_size_of_a_jaxpr.CELL.run(tmp_path)
    with jax.disable_jit():
        _, stage = traced(names["f"], *names["args"])

    assert len(stage.equations) == facts["without_jit"]


@pytest.mark.parametrize("form", e_05_cost_of_an_index.CELL.facts["primitives"])
def test_e_05_equations_of_an_index(form, tmp_path):
    facts, names = e_05_cost_of_an_index.CELL.facts, e_05_cost_of_an_index.CELL.run(tmp_path)
    function, arguments = names["forms"][form]
    program, stage = traced(function, *arguments)

    assert primitives(stage.equations) == facts["primitives"][form]
    assert program.constants == []
    helped = [equation.primitive for equation in stage.equations if "negative index wrap-around" in equation.help]
    assert ("select_n" in helped) == (form in facts["wrap_around"])


def test_e_07_a_shared_definition_is_counted_both_ways(tmp_path):
    facts, names = e_07_shared_definition.CELL.facts, e_07_shared_definition.CELL.run(tmp_path)
    _, stage = traced(names["net"], jax.numpy.ones(4))
    calls = [equation for equation in stage.equations if len(equation.path) == 1 and equation.name == "block"]

    assert sum(len(equation.path) == 1 for equation in stage.equations) == facts["top"]
    assert len(stage.equations) == facts["all"]
    assert stage.unique_equations == facts["unique"]
    assert len(names["runs"]) == facts["body_runs"]
    assert len(calls) == facts["call_sites"]
    assert {equation.primitive for equation in calls} == {"jit"}
    regions = stage.columns.regions
    rows = {equation.row for equation in calls}
    bodies = {d for holder, d in zip(regions.equation, regions.definition, strict=True) if holder in rows}
    assert len(bodies) == facts["definitions_of_block"]


def test_e_08_lines_columns_and_scopes(tmp_path):
    facts, names = e_08_scopes_and_lines.CELL.facts, e_08_scopes_and_lines.CELL.run(tmp_path)
    _, stage = traced(names["net"], names["w"], names["x"])
    tanh = [equation for equation in stage.equations if equation.primitive == "tanh"]

    assert [(e.source.line, e.source.column, e.source.end_column) for e in tanh] == facts["tanh"]
    assert [equation.scopes for equation in tanh] == facts["tanh_scopes"]
    assert {equation.source.function for equation in tanh} == {"net"}


def test_e_08_scopes_survive_into_the_backward_pass(tmp_path):
    facts, names = e_08_scopes_and_lines.CELL.facts, e_08_scopes_and_lines.CELL.run(tmp_path)
    _, stage = traced(jax.grad(names["net"]), names["w"], names["x"])

    assert {(e.phase, e.scopes) for e in stage.equations if e.scopes} == facts["gradient"]


def test_e_08_scopes_reach_the_compiled_program(tmp_path):
    facts, names = e_08_scopes_and_lines.CELL.facts, e_08_scopes_and_lines.CELL.run(tmp_path)
    report = jax_viz.trace(jax.jit(jax.grad(names["net"])))(names["w"], names["x"])
    hlo = report.programs[0].hlo

    scopes = re.findall(r'op_name="[^"]*?((?:transpose\()?(?:jvp\()?layer\d\)*)', hlo)
    assert sorted(set(scopes)) == facts["hlo_scopes"]
    assert {text: text in hlo for text in facts["hlo_has"]} == facts["hlo_has"]


@pytest.mark.parametrize(("name", "arguments"), [("static", (1.0,)), ("traced", (1.0, 3))])
def test_e_09_a_loop_is_named_with_its_trips(name, arguments, tmp_path):
    facts, names = e_09_fori_loop.CELL.facts, e_09_fori_loop.CELL.run(tmp_path)
    _, stage = traced(names[name], *arguments)
    (loop,) = [equation for equation in stage.equations if len(equation.path) == 1]

    assert (loop.primitive, loop.trips) == facts[name]
    assert "mul" in primitives(stage.equations)


@pytest.mark.parametrize("name", ["one", "two", "full"])
def test_e_09_while_in_stablehlo(name, tmp_path):
    facts, names = e_09_fori_loop.CELL.facts, e_09_fori_loop.CELL.run(tmp_path)
    program, _ = traced(names[name], 1.0)

    assert ("while" in program.stablehlo) == facts["while_in_stablehlo"][name]
