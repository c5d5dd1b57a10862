"""An analysis fault stays inside the report."""

import jax.numpy as jnp

import jax_viz
from jax_viz import session


def test_a_fault_of_an_analysis_never_reaches_the_user(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("analysis")

    monkeypatch.setattr(session, "program_section", broken)
    report = jax_viz.trace(lambda x: jnp.sin(x))(1.0)
    assert report.programs == []
    (fault,) = report.faults
    assert "ZeroDivisionError: analysis" in fault.message


def test_when_done_is_called_once_now_or_later():
    calls = []
    live = session.trace_call(lambda x: x + 1, (1.0,), {})
    live.when_done(lambda: calls.append("later"))
    assert live.wait(60)
    live.when_done(lambda: calls.append("now"))
    assert sorted(calls) == ["later", "now"]
