"""The members of an output: each alone says something, and none can do harm."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from urllib.parse import unquote

import jax
import jax.numpy as jnp
import pytest

import jax_viz
from jax_viz.document import unwrap_envelope
from jax_viz.hosts import output
from jax_viz.hosts.markup import MIME_TYPE
from jax_viz.hosts.units import byte_size, seconds

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&\"'"


class Elements(HTMLParser):
    """Every element of a text with its attributes, and the text of each script by its type."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str | None, str] = {}
        self._script: str | None = None
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._inside = tag == "script"
        self._script = dict(attrs).get("type")

    def handle_endtag(self, tag):
        self._inside = self._inside and tag != "script"

    def handle_data(self, data):
        if self._inside:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data


@pytest.fixture(scope="module")
def bundle(mlp_report):
    return output.mimebundle(mlp_report)


def test_members(bundle, mlp_report):
    assert list(bundle) == [MIME_TYPE, "text/html", "image/svg+xml", "text/plain"]
    assert set(bundle[MIME_TYPE]) == {"version", "id", "summary", "gzip"}
    assert unwrap_envelope(bundle[MIME_TYPE]) == mlp_report.document
    assert mlp_report._repr_mimebundle_() == bundle


def test_text_says_how_big_and_how_long(bundle, mlp_report):
    text = bundle["text/plain"]
    stage = mlp_report.programs[0].stages[0]
    assert f"update(params, images, targets): {len(stage.equations)} equations" in text
    assert re.search(r"primitives +\w+ \d+ · ", text)
    assert re.search(r"timings +trace \S+ .?s · lower \S+ .?s · compile \S+ .?s", text)
    assert repr(mlp_report) == text


def test_tables_count_every_equation(bundle, mlp_report):
    """Sums of the columns: nothing is dropped."""
    stage = mlp_report.programs[0].stages[0]
    html = bundle["text/html"]
    table = html[html.index("Equations by primitive") : html.index("Equations by line")]
    assert sum(int(n) for n in re.findall(r">(\d+)</td>", table)) == len(stage.equations)
    lines = html[html.index("Equations by line") :]
    assert sum(int(n) for n in re.findall(r">(\d+)</td>", lines)) == len(stage.equations)


def test_picture_stands_in_the_html_as_an_image(bundle):
    image = next(attrs for tag, attrs in Elements(bundle["text/html"]).elements if tag == "img")
    prefix = "data:image/svg+xml,"
    assert image["src"].startswith(prefix)
    assert not set(image["src"]) & set('"#<')
    assert unquote(image["src"].removeprefix(prefix)) == bundle["image/svg+xml"]
    assert ET.fromstring(bundle["image/svg+xml"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert image["alt"].endswith("equations")


def test_html_runs_one_small_script(bundle):
    scripts = Elements(bundle["text/html"]).scripts
    assert set(scripts) == {MIME_TYPE, None}
    assert len(scripts[None]) <= 1000
    assert "<" not in scripts[MIME_TYPE]


def test_hostile_names_are_only_text():
    def f(x):
        with jax.named_scope("scope"):
            return jnp.sin(x)

    f.__name__ = f.__qualname__ = HOSTILE
    report = jax_viz.trace(f, compile=False)(1.0)
    report.document.sources.files[0].excerpts[0].lines[:] = [
        HOSTILE for _ in report.document.sources.files[0].excerpts[0].lines
    ]
    bundle = output.mimebundle(report)
    found = Elements(bundle["text/html"])
    assert [tag for tag, _ in found.elements if tag in ("script", "img")] == ["img", "script", "script"]
    assert not [attrs for _, attrs in found.elements if any(name.startswith("on") for name in attrs)]
    assert "alert" not in found.scripts[None]
    assert HOSTILE in bundle["text/plain"]
    ET.fromstring(bundle["image/svg+xml"])


def test_fault_costs_its_member_only(mlp_report, monkeypatch):
    def fails(_document):
        raise RuntimeError("no engine")

    monkeypatch.setattr("jax_viz.picture.picture_svg", fails)
    bundle = output.mimebundle(mlp_report)
    assert list(bundle) == [MIME_TYPE, "text/html", "text/plain"]
    assert "<img" not in bundle["text/html"]
    assert "<table" in bundle["text/html"]
    assert "not made   picture: RuntimeError: no engine" in bundle["text/plain"]


def test_large_report_is_held_once(mlp_report, monkeypatch):
    monkeypatch.setattr(output, "LARGE", 100)
    bundle = output.mimebundle(mlp_report)
    assert MIME_TYPE in bundle
    assert "<script" not in bundle["text/html"]
    assert "<img" in bundle["text/html"]


def test_show_outside_a_notebook_prints(mlp_report, capsys, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "IPython", None)
    mlp_report.show()
    assert capsys.readouterr().out.startswith("update(params, images, targets): ")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0783e-3, "1.08 ms"),
        (0.00099951, "1.00 ms"),
        (642e-6, "642 µs"),
        (12.34, "12.3 s"),
        (0, "0 s"),
        (3e-9, "3.00 ns"),
    ],
)
def test_seconds(value, text):
    assert seconds(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (3_211_264, "3.21 MB"), (999_600, "1.00 MB")]
)
def test_bytes(value, text):
    assert byte_size(value) == text
