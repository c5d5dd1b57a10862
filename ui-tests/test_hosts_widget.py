"""The widget where our extension is not: a real JupyterLab with anywidget's own, and ours disabled."""

from lab import PlainJupyterLab
from playwright.sync_api import Page, expect

from hosts import CELL, OTHER, SETUP, equations, executed, only_this_machine, save
from viewer import ViewerOnPage

WIDGET = "jax_viz.set_renderer('widget')"
NO_KERNEL = "No kernel answers"


def test_widget_is_live_once_a_page_loads_the_viewer(plain_lab: PlainJupyterLab, page: Page) -> None:
    only_this_machine(page.context)
    plain_lab.write("widget.ipynb", SETUP, WIDGET, CELL, OTHER)
    notebook = plain_lab.open(page, "widget.ipynb")
    notebook.run_all()
    for cell, code in ((2, "jnp.sin"), (3, "jnp.cos")):
        output = notebook.cells.nth(cell).locator(".jp-OutputArea-output").last
        viewer = ViewerOnPage(page, output)
        expect(viewer.graph).to_be_visible()
        expect(viewer.root.locator(".source-lines")).to_contain_text(code)
        expect(output.get_by_text(NO_KERNEL)).to_have_count(0)
    assert page.evaluate("() => Object.keys(globalThis.jaxVizCode).length") == 1
    line = viewer.root.locator(".line.has-equations").first
    line.locator(".line-number").click()
    expect(line).to_have_attribute("aria-selected", "true")


def test_late_compile_time_reaches_the_widget(plain_lab: PlainJupyterLab, page: Page) -> None:
    slow = (
        "import time\nfrom jax_viz.capture.compilation import Compilation\nplain = Compilation._compile\n"
        "def late(self, on_done):\n    while not hold == []:\n        time.sleep(0.05)\n    plain(self, on_done)\n"
        "Compilation._compile, hold = late, [1]"
    )
    plain_lab.write("late.ipynb", SETUP, WIDGET, slow, CELL, "hold.clear()")
    notebook = plain_lab.open(page, "late.ipynb")
    notebook.run(4)
    viewer = ViewerOnPage(page, notebook.cells.nth(3).locator(".jp-OutputArea-output").last)
    expect(viewer.root.locator(".head .count")).to_be_visible()
    expect(viewer.root.locator(".head .times")).not_to_contain_text("compile")
    notebook.run_all_below(4)
    expect(viewer.root.locator(".head .times")).to_contain_text("compile")


def test_reopened_with_state_and_another_kernel_shows_the_picture_and_says_what_to_do(
    plain_lab: PlainJupyterLab, page: Page
) -> None:
    """The kernel that made the widget is gone; JupyterLab starts a new one, which knows nothing of it."""
    notebook = executed(SETUP, WIDGET, CELL, widgets=True)
    assert equations(notebook) == [4]
    plain_lab.trust(notebook)
    save(notebook, plain_lab.notebooks / "state.ipynb")
    opened = plain_lab.open(page, "state.ipynb")
    output = opened.cells.nth(2).locator(".jp-OutputArea-output").last
    picture = output.locator("img")
    # JupyterLab restores widgets when the new kernel is there.
    expect(picture).to_be_visible(timeout=60_000)
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    assert "4 equations" in picture.get_attribute("alt")
    expect(output.get_by_text(NO_KERNEL)).to_be_visible()
    expect(output).not_to_contain_text("model not found")


def test_reopened_without_trust_shows_picture_and_tables(plain_lab: PlainJupyterLab, page: Page) -> None:
    notebook = executed(SETUP, WIDGET, CELL)
    save(notebook, plain_lab.notebooks / "untrusted.ipynb")
    opened = plain_lab.open(page, "untrusted.ipynb", kernel=False)
    output = opened.cells.nth(2).locator(".jp-OutputArea-output").last
    expect(output.locator("img")).to_be_visible()
    assert output.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    expect(output.get_by_role("table").first).to_be_visible()
    expect(output).not_to_contain_text("model not found")


def test_reopened_where_our_extension_is_shows_the_report_without_state(lab, page: Page) -> None:
    """The report outranks a widget that nobody can restore."""
    notebook = executed(SETUP, WIDGET, CELL)
    save(notebook, lab.notebooks / "ranked.ipynb")
    opened = lab.open(page, "ranked.ipynb", kernel=False)
    viewer = ViewerOnPage(page, opened.reports)
    viewer.wait_until_drawn()
    assert viewer.drawn() == equations(notebook)[0]
    expect(opened.cells.nth(2)).not_to_contain_text("model not found")
