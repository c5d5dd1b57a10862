"""Nothing dropped in the picture: drawn equations = equations traced, whatever is opened; every result is reached."""

import functools
import json
import subprocess
from pathlib import Path

import programs
import pytest

from jax_viz.document import encode
from jax_viz.picture import request, scene

ROOT = Path(__file__).parent.parent

# Opened to the last box these have thousands.
LARGE = {"diffrax_ode", "j_01_flax_nnx_transformer", "j_04_haiku_resnet50", "j_10_mjx_step"}
EVERYTHING = [pytest.param(name, marks=[pytest.mark.large] if name in LARGE else []) for name in programs.PROGRAMS]


@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_first_sight_stands_for_every_equation(name):
    document, count = _document(name)
    drawn = scene(document, request())

    _check(drawn, count)
    assert any(box["expandable"] and not box["open"] for box in drawn["boxes"]) or len(drawn["boxes"]) >= count


@pytest.mark.parametrize("name", programs.PROGRAMS)
@pytest.mark.parametrize("grouping", ["scopes", "phase", "regions"])
def test_every_grouping_stands_for_every_equation(name, grouping):
    document, count = _document(name)

    for drawn in _scenes(document, request(grouping=grouping), request(grouping=grouping, plumbing=True)):
        _check(drawn, count)


@pytest.mark.parametrize("name", EVERYTHING)
def test_opened_to_the_last_box_every_equation_is_drawn(name):
    document, count = _document(name)
    folded, plain = _scenes(document, request() | {"everything": True}, request(plumbing=True) | {"everything": True})

    _check(folded, count)
    _check(plain, count)
    for drawn in (folded, plain):
        assert [box["id"] for box in drawn["boxes"] if box["expandable"] and not box["open"]] == []
    # Nothing is folded any more: each box stands for one equation at most.
    assert [box["id"] for box in plain["boxes"] if len(box["equations"]) > 1] == []


def _check(drawn, count):
    rows = [row for box in drawn["boxes"] for row in box["equations"]]
    assert drawn["drawn"] == count
    assert sorted(rows) == list(range(count))
    ends = [(edge["from"], edge["to"]) if isinstance(edge, dict) else tuple(edge) for edge in drawn["edges"]]
    reached = {end for _, end in ends}
    # Results that share an open box are reached one by one.
    outputs = [number for number, box in enumerate(drawn["boxes"]) if box["kind"] == "output" and not box["open"]]
    assert outputs
    assert [drawn["boxes"][number]["id"] for number in outputs if number not in reached] == []


@functools.cache
def _document(name):
    """Return the document of a program as text, and the number of its equations."""
    _, report = programs.traced(name)
    return encode(report.document).decode(), len(report.programs[0].stages[0].equations)


def _scenes(document, *requests):
    done = subprocess.run(
        ["node", "tests/draw_scenes.mjs"],
        input=json.dumps({"report": json.loads(document), "requests": requests}),
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
