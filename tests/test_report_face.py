"""What a reader of a report meets first: its text, equality, versions and messages."""

import re
import threading
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

import jax_viz
from jax_viz.capture import ArgumentError
from jax_viz.hosts import output
from jax_viz.session import own_version


def double(x):
    return jnp.sin(x) * 2


def test_version():
    assert jax_viz.__version__ == own_version()


@pytest.mark.parametrize("arguments", [(1.0,), (1.0, 2.0), (1.0, 2.0, 3.0)])
def test_arguments_beside_the_function_say_where_they_go(arguments):
    with pytest.raises(ArgumentError, match=re.escape("jax_viz.trace(double)(x")):
        jax_viz.trace(double, *arguments)


def test_text_says_that_compiling_goes_on(monkeypatch):
    go = threading.Event()
    lower = jax.stages.Lowered.compile
    monkeypatch.setattr(jax.stages.Lowered, "compile", lambda *a, **k: (go.wait(30), lower(*a, **k))[1])
    report = jax_viz.trace(double)(jnp.ones(5))
    try:
        for text in (repr(report), output.mimebundle(report)["text/plain"]):
            assert "compiling…" in text
            assert "report.wait()" in text
    finally:
        go.set()
    assert report.wait(30)
    assert "compiling…" not in repr(report)
    assert "compiling…" not in repr(jax_viz.trace(double, compile=False)(1.0))


def test_a_loaded_report_equals_the_saved_one(tmp_path):
    report = jax_viz.trace(double)(jnp.ones(5))
    loaded = jax_viz.load(report.save(tmp_path / "r.json"))
    other = jax_viz.trace(double)(jnp.ones(5))
    for pick in (
        lambda r: r,
        lambda r: r.programs[0],
        lambda r: r.programs[0].stages[0],
        lambda r: r.programs[0].stages[0].equations[1],
    ):
        assert pick(loaded) == pick(report) == pick(report)
        assert len({pick(loaded), pick(report)}) == 1
        assert pick(other) != pick(report)
    assert report != 1
    equations = report.programs[0].stages[0].equations
    assert equations[0] != equations[1]


def test_stage_shows_itself():
    assert repr(jax_viz.trace(double, compile=False)(1.0).programs[0].stages[0]) == "<Stage: 2 equations>"
    one = jax_viz.trace(lambda x: x + 1, compile=False)(1.0)
    assert repr(one.programs[0].stages[0]) == "<Stage: 1 equation>"


def test_articles():
    with pytest.raises(ArgumentError, match="is an object, which is not an array"):
        jax_viz.trace(double)(object())
    with pytest.raises(ArgumentError, match="got a list"):
        jax_viz.trace([])


def test_the_demo_is_shown_without_comments_to_tools():
    from jax_viz.hosts import demo

    text = Path(demo.__file__).read_text()
    assert not re.search(r"#\s*(mypy|ruff|noqa|type:)", text)
