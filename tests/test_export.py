"""`jax-viz export`: what the page holds, and what is said where there is none. `ui-tests/` opens it in a browser."""

import re
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from test_output import Elements

from jax_viz.hosts import export
from jax_viz.hosts.cli import main
from jax_viz.hosts.markup import MIME_TYPE
from jax_viz.hosts.output import WIDGET_TYPE, mimebundle

VIEWER = "application/vnd.jaxviz.viewer+gzip"
HOSTILE = "</script><script>alert(1)</script>"


def write(path, *bundles, state=None):
    cells = [
        new_code_cell("pass", execution_count=number, outputs=[new_output("display_data", bundle)])
        for number, bundle in enumerate(bundles, 11)
    ]
    notebook = new_notebook(cells=cells)
    if state:
        notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": state}}
    nbformat.write(notebook, path)
    return path


@pytest.fixture(scope="module")
def bundle(mlp_report):
    return mimebundle(mlp_report)


def test_page_holds_the_viewer_once_and_every_report(bundle, tmp_path):
    path = write(tmp_path / "a b.ipynb", bundle, {"text/plain": "between"}, bundle)
    assert main(["export", str(path)]) == 0
    found = Elements((tmp_path / "a b.html").read_text(encoding="utf-8"))
    kinds = [attributes.get("type") for tag, attributes in found.elements if tag == "script"]
    assert kinds == [MIME_TYPE, MIME_TYPE, VIEWER, None]
    assert sum(tag == "img" for tag, _ in found.elements) == 2


def test_page_asks_for_nothing(bundle, tmp_path):
    """Widgets of others included, whose manager would come from elsewhere."""
    foreign = {WIDGET_TYPE: {"model_id": "x", "version_major": 2, "version_minor": 0}, "text/plain": "a slider"}
    text, notes = export.export(write(tmp_path / "n.ipynb", bundle, foreign, state={"x": {}}))
    assert notes == []
    for tag, attributes in Elements(text).elements:
        address = attributes.get("src") or (attributes.get("href") if tag == "link" else None) or "data:"
        assert address.startswith(("data:", "#")), (tag, attributes)
    assert "a slider" in text
    policy = re.search(r'Content-Security-Policy"? content="([^"]+)"|content="([^"]+)" http-equiv', text)
    policy = policy[1] or policy[2]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy.partition("script-src")[2].partition(";")[0]
    assert policy.endswith("; require-trusted-types-for 'script'; trusted-types jax-viz-page jax-viz-worker")


def test_damaged_report_costs_its_own_output_only(bundle, tmp_path, capsys):
    damaged = {**bundle, MIME_TYPE: {**bundle[MIME_TYPE], "gzip": bundle[MIME_TYPE]["gzip"][:100]}}
    strange = {MIME_TYPE: ["not", "ours"], "text/plain": "the text of the strange one"}
    path = write(tmp_path / "n.ipynb", damaged, bundle, strange)
    assert main(["export", str(path), "-o", str(tmp_path / "out.html")]) == 0
    said = capsys.readouterr().err
    assert "cell 1 (In [11]): its report is damaged" in said
    assert "cell 3 (In [13]): its report is damaged" in said
    assert "cell 2" not in said
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "the text of the strange one" in text
    assert sum(tag == "img" for tag, _ in Elements(text).elements) == 2


def test_figures_are_made_anew(bundle, tmp_path):
    """The HTML of an output may be anybody's; of ours only the report counts."""
    forged = {**bundle, "text/html": HOSTILE, "text/plain": HOSTILE}
    text, notes = export.export(write(tmp_path / "n.ipynb", forged))
    assert notes == []
    assert "alert(1)" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.ipynb"], "There is no file missing.ipynb"),
        (["text.ipynb"], "text.ipynb is not a notebook"),
        (["list.ipynb"], "list.ipynb is not a notebook"),
        (["empty.ipynb"], "holds no jax_viz report in its outputs. Run a cell with %%jaxviz"),
        (["broken.ipynb"], "holds no jax_viz report in its outputs that can be read"),
        (["empty.ipynb", "-o", "page.pdf"], "'page.pdf' does not end in .html"),
        (["empty.ipynb", "-o", "nowhere/page.html"], "There is no folder nowhere"),
    ],
)
def test_says_what_is_wrong(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.ipynb").write_text("hello")
    (tmp_path / "list.ipynb").write_text("[1, 2]")
    write(tmp_path / "empty.ipynb", {"text/plain": "4"})
    write(tmp_path / "broken.ipynb", {MIME_TYPE: {"gzip": "H4sI"}})
    assert main(["export", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("*.html"))


def test_needs_nbconvert(bundle, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "nbconvert", None)
    assert main(["export", str(write(tmp_path / "n.ipynb", bundle))]) == 2
    assert "pip install nbconvert" in capsys.readouterr().err
