"""The panel in a real JupyterLab, with real kernels: every state, and what kernels and notebooks do to it."""

import re

from lab import JupyterLab, OpenNotebook
from panel import PanelOnPage, marked_code, marked_lines, place_cursor
from playwright.sync_api import Page, expect

SETUP = "import jax, jax.numpy as jnp\nfrom jax import lax\n%load_ext jax_viz"

HELPERS = """\
def wave(x):
    return jnp.sin(x) * 2.0


def decay(x):
    return jnp.exp(-x)"""

STEP = """\
%%jaxviz
@jax.jit
def step(x):
    y = wave(x) + decay(x)
    return jnp.tanh(y)

out = step(jnp.ones(3))"""

OTHER = """\
%%jaxviz
@jax.jit
def other(x):
    return jnp.cos(x)

out = other(jnp.ones(3))"""


def opened(lab: JupyterLab, page: Page, name: str, *cells: str, width: int = 420) -> tuple[OpenNotebook, PanelOnPage]:
    lab.write(name, *cells)
    notebook = lab.open(page, name)
    return notebook, PanelOnPage(page).open(width)


def test_states_from_no_notebook_to_connected(lab: JupyterLab, page: Page) -> None:
    page.goto(f"{lab.url}lab/workspaces/empty?reset")
    page.wait_for_function("() => window.jupyterapp !== undefined")
    page.evaluate("() => window.jupyterapp.restored")
    panel = PanelOnPage(page).open()
    panel.wait_for("no-notebook")
    expect(panel.words).to_contain_text("No notebook is open. Open one")
    expect(panel.words).to_have_attribute("aria-live", "polite")

    lab.write("states.ipynb", "1 + 1", "import jax, jax.numpy as jnp\nimport jax_viz", HELPERS, STEP)
    notebook = lab.open(page, "states.ipynb")
    panel.open()
    panel.wait_for("not-loaded")
    expect(panel.words).to_contain_text("not loaded")
    # Nothing was run in the user's kernel: its first cell is number 1.
    notebook.run(1)
    expect(notebook.cells.first.locator(".jp-InputPrompt").first).to_have_text("[1]:")
    panel.load.click()
    panel.wait_for("connected")
    expect(panel.root).to_contain_text("No report yet")
    notebook.run_all()
    panel.wait_for_report("step")
    panel.viewer.wait_until_drawn()
    count = panel.viewer.equations_in_header()
    assert panel.viewer.drawn() == count > 0
    title = f"step · {count} equations"
    expect(panel.tab).to_have_attribute("title", f"jax_viz: {title}")
    assert any(text.startswith(f"{title} · cell [") for text in panel.listed()), panel.listed()
    panel.page.screenshot(path="artifacts/panel-connected.png")


def test_links_to_the_cells_both_ways(lab: JupyterLab, page: Page) -> None:
    notebook, panel = opened(lab, page, "links.ipynb", SETUP, HELPERS, STEP, width=520)
    notebook.run_all()
    panel.wait_for_report("step")
    # A function of an earlier cell: its own cell is marked.
    panel.viewer.root.get_by_role("tab", name=re.compile(r"Cell \[2\]")).click()
    panel.viewer.line(2).locator("[data-column]").filter(has_text="jnp").first.click()
    expect(notebook.cells.nth(1).locator(".jaxviz-cell-columns").first).to_be_visible()
    assert marked_lines(notebook, 1) == ["    return jnp.sin(x) * 2.0"]
    assert marked_code(notebook, 1) == ["jnp.sin(x)"]
    assert marked_lines(notebook, 2) == []
    page.screenshot(path="artifacts/panel-links.png")
    # The text cursor chooses in the panel.
    line = "    y = wave(x) + decay(x)"
    place_cursor(page, 2, 4, 14)
    expect(panel.viewer.line(5)).to_have_attribute("aria-selected", "true")
    expect(notebook.cells.nth(2).locator(".jaxviz-cell-columns").first).to_be_visible()
    assert marked_lines(notebook, 2) == ["    return jnp.tanh(y)"]
    assert marked_code(notebook, 2) == ["jnp.tanh(y)"]
    assert marked_lines(notebook, 1) == []
    # Where nothing is, nothing is chosen.
    place_cursor(page, 0, 0, 3)
    place_cursor(page, 2, 5, 0)
    expect(notebook.cells.nth(2).locator(".jaxviz-cell-columns")).to_have_count(0)
    place_cursor(page, 2, 3, line.index("wave"))
    expect(notebook.cells.nth(2).locator(".jaxviz-cell-line")).not_to_have_count(0)
    # An edited cell is not marked, and the panel says so.
    place_cursor(page, 2, 4, 14)
    expect(notebook.cells.nth(2).locator(".jaxviz-cell-columns").first).to_be_visible()
    page.keyboard.type("z")
    expect(notebook.cells.nth(2).locator(".jaxviz-cell-line")).to_have_count(0)
    expect(panel.note).to_contain_text("Edited since: Cell [3]. Run it again")
    page.keyboard.press("Backspace")
    expect(panel.note).to_be_hidden()
    place_cursor(page, 2, 4, 15)
    expect(notebook.cells.nth(2).locator(".jaxviz-cell-columns").first).to_be_visible()
