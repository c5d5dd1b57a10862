"""Other notebooks that show outputs: Notebook 7 with our extension, JupyterLab without it, marimo."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

from lab import JupyterLab, PlainJupyterLab, wait_for
from playwright.sync_api import Page, expect
from test_demo import page_at

from hosts import CELL, OTHER, SETUP, equations, executed, only_this_machine, save
from viewer import ViewerOnPage

REPOSITORY = Path(__file__).parent.parent


def test_notebook_7_shows_the_report(lab: JupyterLab, page: Page) -> None:
    """The same server has both. A saved notebook, not trusted."""
    only_this_machine(page.context)
    notebook = executed(SETUP, CELL)
    save(notebook, lab.notebooks / "seven.ipynb")
    page.goto(f"{lab.url}notebooks/seven.ipynb")
    viewer = ViewerOnPage(page, page.locator(".jaxviz-Report"))
    viewer.wait_until_drawn()
    assert viewer.drawn() == viewer.equations_in_header() == equations(notebook)[0]
    line = viewer.root.locator(".line.has-equations").first
    line.locator(".line-number").click()
    expect(line).to_have_attribute("aria-selected", "true")


def test_first_output_brings_the_viewer_to_all(plain_lab: PlainJupyterLab, page: Page) -> None:
    only_this_machine(page.context)
    plain_lab.write("carried.ipynb", SETUP, "jax_viz.set_renderer('page')", CELL, OTHER)
    notebook = plain_lab.open(page, "carried.ipynb")
    notebook.run_all()
    for cell, code in ((2, "jnp.sin"), (3, "jnp.cos")):
        viewer = ViewerOnPage(page, notebook.cells.nth(cell).locator(".jp-OutputArea-output").last)
        expect(viewer.graph).to_be_visible()
        expect(viewer.root.locator(".source-lines")).to_contain_text(code)
    assert page.evaluate("() => window.jaxVizStarted") is True


MARIMO = """\
import marimo
app = marimo.App()

@app.cell
def _():
    import jax, jax.numpy as jnp, jax_viz
    def program(x):
        return jnp.sin(x) @ x.T + 2.0
    jax_viz.trace(program)(jnp.ones((4, 3)))
    return

if __name__ == "__main__":
    app.run()
"""


def test_marimo_shows_the_widget(page: Page, tmp_path: Path) -> None:
    only_this_machine(page.context)
    (tmp_path / "app.py").write_text(MARIMO)
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "JAX_PLATFORMS": "cpu", "HOME": str(tmp_path)}
    port = "27187"
    server = subprocess.Popen(
        [*(sys.executable, "-m", "marimo", "--yes", "run", "app.py", "--headless", "--no-token", "--port", port)],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        wait_for(partial(page_at, f"http://127.0.0.1:{port}/"), 120, lambda: "marimo did not start")
        page.goto(f"http://127.0.0.1:{port}/")
        viewer = ViewerOnPage(page)
        expect(viewer.graph).to_be_visible(timeout=60_000)
        expect(viewer.root.locator(".head .count")).to_have_text("4 equations")
        line = viewer.root.locator(".line.has-equations").first
        line.locator(".line-number").click()
        expect(line).to_have_attribute("aria-selected", "true")
    finally:
        server.terminate()
        server.wait(20)
