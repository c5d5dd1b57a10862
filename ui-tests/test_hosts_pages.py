"""Pages without a kernel, in a real browser without a network: exports, nbconvert's own HTML, a Sphinx site."""

import functools
import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect
from sample import example

import jax_viz
from hosts import CELL, MIME_TYPE, OTHER, SETUP, equations, executed, report_data, save, watch
from jax_viz.hosts.cli import main
from viewer import ViewerOnPage

SCRIPTED = """\
from IPython.display import HTML, display
display(HTML("<b>theirs</b><script>window.theirs = 1</script>"))"""


@pytest.fixture(scope="module")
def notebook() -> nbformat.NotebookNode:
    """Return a notebook with two reports and an output of somebody else's that has a script."""
    made = executed(SETUP, CELL, OTHER, SCRIPTED)
    made.cells.insert(0, nbformat.v4.new_markdown_cell("# Two programs"))
    return made


@pytest.fixture(scope="module")
def carrying() -> nbformat.NotebookNode:
    """Return a notebook whose first report brings the viewer."""
    return executed(SETUP, "jax_viz.set_renderer('page')", CELL, OTHER)


def open_offline(page: Page, path: Path) -> tuple[list[str], list[str]]:
    """Open a file with the network cut; returns what asks for more than the file, and errors, as they come."""
    page.context.set_offline(True)
    seen = watch(page, lambda url: url.startswith((path.as_uri(), "blob:", "data:")))
    page.goto(path.as_uri())
    return seen


def expect_live(page: Page, counts: list[int]) -> list[ViewerOnPage]:
    """Return the viewers of the page, one for each report, each alive."""
    frames = page.locator("[data-jax-viz-viewer]")
    expect(frames).to_have_count(len(counts))
    viewers = [ViewerOnPage(page, frames.nth(number)) for number in range(len(counts))]
    for viewer, count in zip(viewers, counts, strict=True):
        viewer.graph.scroll_into_view_if_needed()
        expect(viewer.graph).to_be_visible()
        expect(viewer.root.locator(".head .count")).to_have_text(f"{count} equations")
        line = viewer.root.locator(".line.has-equations").first
        line.locator(".line-number").click()
        expect(line).to_have_attribute("aria-selected", "true")
        expect(viewer.details).to_contain_text("equations")
    return viewers


def test_exported_notebook_is_live(page: Page, notebook: nbformat.NotebookNode, tmp_path: Path, capsys) -> None:
    path = save(notebook, tmp_path / "two.ipynb")
    assert main(["export", str(path)]) == 0
    said = capsys.readouterr()
    assert said.out.strip() == str((tmp_path / "two.html").resolve())
    assert "cell 5 (In [4]): an output of another program needs scripts" in said.err
    outside, problems = open_offline(page, tmp_path / "two.html")
    expect_live(page, equations(notebook))
    assert outside == []
    # The one thing that the page's policy stopped: the script of the other output.
    assert page.evaluate("() => window.theirs") is None
    assert all("Content Security Policy" in problem for problem in problems)
    assert len(problems) == 1
    expect(page.get_by_text("theirs", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Two programs")).to_be_visible()


def test_exported_notebook_may_run_other_scripts(page: Page, notebook: nbformat.NotebookNode, tmp_path: Path) -> None:
    path = save(notebook, tmp_path / "two.ipynb")
    assert main(["export", str(path), "--other-scripts", "-o", str(tmp_path / "other.html")]) == 0
    outside, problems = open_offline(page, tmp_path / "other.html")
    expect_live(page, equations(notebook))
    assert page.evaluate("() => window.theirs") == 1
    assert (outside, problems) == ([], [])


def test_nbconvert_shows_picture_and_tables(page: Page, notebook: nbformat.NotebookNode, tmp_path: Path) -> None:
    """Its own HTML of a notebook without a carrier: nobody brings a viewer."""
    open_offline(page, nbconvert(notebook, tmp_path))
    images = page.locator("[data-jax-viz] img")
    expect(images).to_have_count(2)
    for image in images.all():
        image.scroll_into_view_if_needed()
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    shown = page.get_by_role("table").filter(has_text="Equations by primitive")
    assert [
        sum(int(row.locator("td").last.inner_text()) for row in table.locator("tbody tr").all())
        for table in shown.all()
    ] == equations(notebook)
    expect(page.locator("[data-jax-viz-viewer]")).to_have_count(0)


@pytest.mark.parametrize("order", [(2, 3), (3, 2), (3, 2, 3)])
def test_nbconvert_is_live_where_an_output_brings_the_viewer(
    page: Page, carrying: nbformat.NotebookNode, tmp_path: Path, order: tuple[int, ...]
) -> None:
    """In any order, and where one report is there twice."""
    moved = nbformat.from_dict({**carrying, "cells": [carrying.cells[number] for number in order]})
    outside, problems = open_offline(page, nbconvert(moved, tmp_path))
    expect_live(page, equations(moved))
    # nbconvert's page asks its own addresses for require.js and MathJax; nothing of ours asks for anything.
    assert [url for url in outside if "cloudflare.com" not in url] == []
    assert [problem for problem in problems if "ERR_INTERNET_DISCONNECTED" not in problem] == []


def test_without_the_output_that_brings_the_viewer_the_pictures_stay(
    page: Page, carrying: nbformat.NotebookNode, tmp_path: Path
) -> None:
    cleared = nbformat.from_dict(json.loads(json.dumps(carrying)))
    cleared.cells[2].outputs = []
    open_offline(page, nbconvert(cleared, tmp_path))
    image = page.locator("[data-jax-viz] img")
    expect(image).to_have_count(1)
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    expect(page.locator("[data-jax-viz-viewer]")).to_have_count(0)


def nbconvert(notebook: nbformat.NotebookNode, folder: Path) -> Path:
    """Return the page that nbconvert itself makes of a notebook."""
    from nbconvert import HTMLExporter

    text, _ = HTMLExporter().from_notebook_node(notebook)
    path = folder / "converted.html"
    path.write_text(text, encoding="utf-8")
    return path


INDEX = """\
Programs
========

.. toctree::

   programs

.. jax-viz:: reports/scan.json
   :height: 400
   :caption: A scan & <b>its body</b>

Between the two.

.. jax-viz:: reports/sine.json
"""


@pytest.fixture(scope="module")
def scan() -> jax_viz.Report:
    """Return a report of the sample program."""
    function, arguments = example()
    return jax_viz.trace(function, compile=False)(*arguments)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, scan: jax_viz.Report, notebook: nbformat.NotebookNode) -> Path:
    """Return the folder of a Sphinx site: a page with two saved reports, a notebook with two more."""
    source = tmp_path_factory.mktemp("site")
    (source / "reports").mkdir()
    (source / "conf.py").write_text(
        "extensions = ['myst_nb', 'jax_viz.hosts.sphinx']\nnb_execution_mode = 'off'\nproject = 'site'\n"
        "exclude_patterns = ['built', 'jupyter_execute']\n"
    )
    (source / "index.rst").write_text(INDEX)
    scan.save(source / "reports" / "scan.json")
    jax_viz.trace(lambda x: x * 2 + 1, compile=False)(1.0).save(source / "reports" / "sine.json")
    save(notebook, source / "programs.ipynb")
    command = [sys.executable, "-m", "sphinx", "-W", "-j", "2", "-b", "html", str(source), str(source / "built")]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return source / "built"


@pytest.fixture(scope="module", params=["file", "http"])
def address(site: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Return where the site is: as files, and from a server."""
    if request.param == "file":
        yield site.as_uri()
        return
    handler = functools.partial(Quiet, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def do_GET(self) -> None:
        """Answer, and have no icon when the browser asks for one by itself."""
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
            return
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Write no line for a request."""


def test_site_has_two_live_reports_on_a_page(page: Page, address: str, scan: jax_viz.Report) -> None:
    outside, problems = watch(page, lambda url: url.startswith((address, "blob:", "data:")))
    page.goto(f"{address}/index.html")
    first, _ = expect_live(page, [len(scan.programs[0].stages[0].equations), 2])
    assert abs(first.root.bounding_box()["height"] - 400) < 20
    expect(page.locator("figcaption")).to_have_text("A scan & <b>its body</b>")
    assert (outside, problems) == ([], [])


def test_site_makes_the_reports_of_notebooks_live(page: Page, address: str, notebook: nbformat.NotebookNode) -> None:
    outside, problems = watch(page, lambda url: url.startswith((address, "blob:", "data:")))
    page.goto(f"{address}/programs.html")
    expect_live(page, equations(notebook))
    assert (outside, problems) == ([], [])


def test_site_without_scripts_shows_pictures_and_tables(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    expect(page.locator("[data-jax-viz] img")).to_have_count(2)
    for image in page.locator("[data-jax-viz] img").all():
        assert image.bounding_box()["width"] > 100
    expect(page.get_by_role("table").filter(has_text="Equations by line")).to_have_count(2)
    context.close()


def test_pages_without_reports_load_no_viewer(page: Page, site: Path) -> None:
    page.goto((site / "search.html").as_uri())
    assert page.evaluate("() => 'jaxVizPacked' in window") is False


MODULE_HOST = """\
<!doctype html><meta charset="utf-8"><body><div id="host"></div>
<script type="module">
const code = await (await fetch("viewer.js")).text();
const widget = (await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })))).default;
const host = document.querySelector("#host").attachShadow({ mode: "open" });
const el = document.createElement("div");
host.append(el);
const state = { gzip: __REPORT__ };
widget.render({ model: { get: name => state[name], set() {}, on() {}, off() {}, save_changes() {} }, el });
</script>
"""


def test_host_with_a_shadow_root_and_text_for_bytes(
    page: Page, notebook: nbformat.NotebookNode, tmp_path: Path
) -> None:
    """As MyST shows an anywidget module: the model is plain JSON, nobody answers, and `el` is in a shadow root."""
    data = report_data(notebook)[0]
    static = Path(jax_viz.__file__).parent / "static"
    (tmp_path / "viewer.js").write_bytes((static / "viewer.js").read_bytes())
    (tmp_path / "index.html").write_text(MODULE_HOST.replace("__REPORT__", json.dumps(data[MIME_TYPE]["gzip"])))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/index.html")
        expect_live(page, equations(notebook)[:1])
    finally:
        server.shutdown()
