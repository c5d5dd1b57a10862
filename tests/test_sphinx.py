"""The Sphinx extension: builds of small sites. `ui-tests/` opens one in a browser."""

import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from test_output import Elements

from jax_viz.hosts.markup import MIME_TYPE
from jax_viz.hosts.output import WIDGET_TYPE, mimebundle

SCRIPT = "jax_viz_viewer.js"


def build(folder, *options, builder="html"):
    """Run Sphinx in a process of its own, as people do; return what it said and its status."""
    command = [sys.executable, "-m", "sphinx", *options, "-b", builder, str(folder), str(folder / builder)]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.fixture
def site(tmp_path, mlp_report):
    (tmp_path / "conf.py").write_text(
        "extensions = ['jax_viz.hosts.sphinx']\nproject = 'site'\nexclude_patterns = ['html', 'text']\n"
    )
    (tmp_path / "sub").mkdir()
    mlp_report.save(tmp_path / "sub" / "step.json")
    (tmp_path / "index.rst").write_text("Site\n====\n\n.. toctree::\n\n   sub/page\n")
    (tmp_path / "sub" / "page.rst").write_text(
        "Page\n====\n\n.. jax-viz:: step.json\n   :height: 300\n   :caption: a <b> &\n"
    )
    return tmp_path


def test_report_stands_in_its_page(site, mlp_report):
    status, said = build(site, "-W", "-j", "2")
    assert status == 0, said
    page = Elements((site / "html" / "sub" / "page.html").read_text(encoding="utf-8"))
    (figure,) = [attributes for tag, attributes in page.elements if "data-jax-viz" in attributes]
    assert (figure["data-jax-viz"], figure["data-height"]) == (mlp_report.id, "300")
    assert MIME_TYPE in page.scripts
    sources = [attributes.get("src", "") or "" for tag, attributes in page.elements if tag == "script"]
    assert sum(SCRIPT in source for source in sources) == 1
    assert SCRIPT not in (site / "html" / "index.html").read_text(encoding="utf-8")
    assert (site / "html" / "_static" / SCRIPT).read_text(encoding="utf-8").startswith('var jaxVizPacked="H4sI')
    assert "a &lt;b&gt; &amp;" in (site / "html" / "sub" / "page.html").read_text(encoding="utf-8")


def test_builders_without_html_get_the_text(site, mlp_report):
    status, said = build(site, "-W", builder="text")
    assert status == 0, said
    text = (site / "text" / "sub" / "page.txt").read_text(encoding="utf-8")
    assert f"{len(mlp_report.programs[0].stages[0].equations)} equations" in text
    assert "a <b> &" in text


def test_page_is_made_again_when_its_report_changes(site):
    build(site, "-W")
    _, said = build(site, "-W")
    assert "0 added, 0 changed, 0 removed" in said
    report = site / "sub" / "step.json"
    report.write_text(report.read_text().replace('"update"', '"renamed_step"'))
    status, said = build(site, "-W")
    assert status == 0, said
    assert "renamed_step" in (site / "html" / "sub" / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("none.json", "There is no report sub/none.json"),
        ("bad.json", "sub/bad.json is not a jax_viz report"),
    ],
)
def test_missing_and_damaged_reports_are_warnings_with_their_place(site, argument, message):
    (site / "sub" / "bad.json").write_text("nonsense")
    (site / "sub" / "page.rst").write_text(f"Page\n====\n\nText before.\n\n.. jax-viz:: {argument}\n\nText after.\n")
    status, said = build(site)
    assert status == 0, said
    assert f"{site / 'sub' / 'page.rst'}:6: WARNING: {message}" in said
    assert "Text after." in (site / "html" / "sub" / "page.html").read_text(encoding="utf-8")


def test_missing_report_that_comes_is_taken(site):
    (site / "sub" / "page.rst").write_text("Page\n====\n\n.. jax-viz:: later.json\n")
    build(site)
    (site / "sub" / "later.json").write_bytes((site / "sub" / "step.json").read_bytes())
    status, said = build(site, "-W")
    assert status == 0, said
    assert "data-jax-viz=" in (site / "html" / "sub" / "page.html").read_text(encoding="utf-8")


def test_reports_of_notebooks_are_live(site, mlp_report):
    """Without a warning about our member, and ahead of a widget that nobody can restore."""
    (site / "conf.py").write_text(
        (site / "conf.py").read_text().replace("[", "['myst_nb', ", 1) + "nb_execution_mode = 'off'\n"
    )
    members = {**mimebundle(mlp_report), WIDGET_TYPE: {"model_id": "x", "version_major": 2, "version_minor": 0}}
    cell = new_code_cell("1", outputs=[new_output("display_data", members)])
    language = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    notebook = new_notebook(cells=[new_markdown_cell("# Notebook"), cell], metadata=language)
    nbformat.write(notebook, site / "sub" / "page.ipynb")
    (site / "sub" / "page.rst").unlink()
    status, said = build(site, "-W", "--keep-going", "-j", "2")
    assert status == 0, said
    text = (site / "html" / "sub" / "page.html").read_text(encoding="utf-8")
    assert f'data-jax-viz="{mlp_report.id}"' in text
    assert SCRIPT in text
    cell.outputs[0].data[MIME_TYPE] = {"gzip": "damaged"}
    nbformat.write(notebook, site / "sub" / "page.ipynb")
    _, said = build(site)
    assert "WARNING: a report is shown as a still picture" in said
