"""The widget's Python half: what its saved state holds, and what it answers."""

import base64
import gzip
import re
import sys
from pathlib import Path

import ipywidgets
import pytest

from jax_viz.document import decode, envelope
from jax_viz.hosts import widget
from jax_viz.hosts.protocol import PROTOCOL
from jax_viz.hosts.summary import headline

STATIC = Path(widget.__file__).parent.parent / "static"
SOURCES = Path(__file__).parent.parent / "src"


@pytest.fixture
def shown(mlp_report):
    widget._widgets.clear()  # other tests show the same report
    document = mlp_report.document
    made = widget.widget_of(document.id, envelope(document, headline(document)), "<svg/>")
    yield made
    made.close()
    widget._widgets.clear()


def test_state_holds_a_small_loader_and_a_picture(shown, mlp_report):
    state = shown.get_state()
    assert len(state["_esm"].encode()) <= 1000
    assert gzip.decompress(base64.b64decode(state["still"])) == b"<svg/>"
    assert f"{len(mlp_report.programs[0].stages[0].equations)} equations" in state["summary"]
    ours = {name: value for name, value in state.items() if isinstance(value, str) and name not in ("_esm", "still")}
    assert max(len(value) for value in ours.values()) < 100
    assert not [name for name, value in state.items() if isinstance(value, bytes | memoryview)]


def test_report_and_viewer_come_as_bytes(shown, mlp_report):
    answer, (report,) = shown.answer({"id": 7, "type": "get", "protocol": 1})
    assert answer == {"id": 7, "protocol": 1}
    assert decode(gzip.decompress(report)) == mlp_report.document
    _, (viewer,) = shown.answer({"id": 8, "type": "viewer", "protocol": 1})
    assert gzip.decompress(viewer) == (STATIC / "viewer.js").read_bytes()


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({"id": 1, "type": "get"}, "different versions"),
        ({"id": 1, "type": "get", "protocol": 99}, "different versions"),
        ({"id": 1, "type": "dance", "protocol": 1}, "does not know the request 'dance'"),
        ({"id": 1, "type": ["get"], "protocol": 1}, "does not know"),
        ("nonsense", "different versions"),
        (None, "different versions"),
    ],
)
def test_wrong_requests_are_answered(shown, message, fault):
    answer, buffers = shown.answer(message)
    assert fault in answer["error"]
    assert answer["protocol"] == 1
    assert buffers == []


def test_front_end_speaks_the_same_protocol():
    number = re.search(r"^export const PROTOCOL = (\d+);$", (SOURCES / "hosts/protocol.ts").read_text(), re.MULTILINE)
    assert number is not None
    assert int(number[1]) == PROTOCOL


def test_newer_version_reaches_the_views(shown, mlp_report, monkeypatch):
    sent = []
    monkeypatch.setattr(type(shown), "send", lambda self, content, buffers=None: sent.append((content, buffers)))
    document = mlp_report.document
    packed = envelope(document, headline(document))
    assert widget.widget_of(document.id, packed, "<svg/>") is shown
    assert sent == []
    longer = {**packed, "gzip": base64.b64encode(b"newer").decode()}
    assert widget.widget_of(document.id, longer, "<svg/>") is shown
    ((content, (data,)),) = sent
    assert content == {"type": "changed"}
    assert shown.answer({"id": 1, "type": "get", "protocol": 1})[1] == [data] == [b"newer"]


def test_widgets_share_a_layout(shown, mlp_report):
    packed = envelope(mlp_report.document, "another")
    other = widget.ReportWidget(packed, "<svg/>")
    try:
        models = ipywidgets.Widget.get_manager_state()["state"].values()
        assert len({model["state"]["layout"] for model in models if model["model_name"] == "AnyModel"}) == 1
    finally:
        other.close()


def test_views_say_nothing_beside_themselves_outside_colab():
    assert "google.colab.output" not in sys.modules
    assert widget.view_metadata() == {}
