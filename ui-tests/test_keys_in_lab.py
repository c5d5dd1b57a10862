"""Keys that are pressed in a viewer are the viewer's, also after Escape: JupyterLab's `d d` would delete the cell."""

from lab import JupyterLab
from playwright.sync_api import Page, expect

from viewer import ViewerOnPage

CELL = "%load_ext jax_viz"
TRACED = "%%jaxviz\nimport jax, jax.numpy as jnp\n\ny = jax.jit(lambda x: jnp.sin(x) * 2.0)(jnp.ones(3))"


def test_focus_stays_in_the_viewer_after_escape(lab: JupyterLab, page: Page) -> None:
    lab.write("keys.ipynb", CELL, TRACED)
    notebook = lab.open(page, "keys.ipynb")
    notebook.run_all()
    viewer = ViewerOnPage(page, notebook.reports)
    viewer.wait_until_drawn()
    inside = "() => document.activeElement?.closest('.jaxviz-Report') !== null"
    viewer.click_line(4)
    expect(viewer.line(4)).to_have_attribute("aria-selected", "true")
    for place in (viewer.line(4), viewer.graph, viewer.search):
        place.focus()
        for key in ("Escape", "Escape", "d", "d", "x", "z", "Escape"):
            page.keyboard.press(key)
            assert page.evaluate(inside), key
        viewer.search.fill("")
        expect(notebook.cells).to_have_count(2)
        expect(notebook.reports).to_have_count(1)
