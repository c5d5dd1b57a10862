"""Private names of JAX: both ends of the range have them, and a missing one costs one feature."""

import jax
import jax.numpy as jnp
import pytest

import jax_viz
from jax_viz import internals
from jax_viz.internals import selfcheck, source_info


def test_this_jax_offers_everything():
    assert internals.missing() == {}


@pytest.fixture
def without_tracebacks(monkeypatch):
    def gone(_equation):
        raise AttributeError("frames_of")

    selfcheck.missing.cache_clear()
    monkeypatch.setattr(source_info, "frames_of", gone)
    yield
    selfcheck.missing.cache_clear()


def test_a_missing_name_costs_its_feature_with_a_message(without_tracebacks):
    report = jax_viz.trace(lambda x: jnp.sin(x) + 1, compile=False)(1.0)
    assert [e.primitive for e in report.programs[0].stages[0].equations] == ["sin", "add"]
    assert report.programs[0].stages[0].equations[0].source is None
    (fault,) = report.faults
    assert fault.section == "source lines"
    assert f"JAX {jax.__version__}" in fault.message
