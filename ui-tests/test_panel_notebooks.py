"""Several notebooks, a console, closing; cells that are run again, moved, deleted; outputs that mark cells."""

from lab import JupyterLab, OpenNotebook
from panel import PanelOnPage, kernel_of, marked_code, marked_lines, place_cursor
from playwright.sync_api import Page, expect

from viewer import ViewerOnPage

SETUP = "import jax, jax.numpy as jnp\n%load_ext jax_viz"


def cell(name: str, code: str = "jnp.sin(x)") -> str:
    return f"%%jaxviz\n@jax.jit\ndef {name}(x):\n    return {code}\n\nout = {name}(jnp.ones(3))"


def open_too(page: Page, name: str, kernel: str | None = None) -> OpenNotebook:
    """Open another notebook beside those that are open, on a kernel of its own or on `kernel`."""
    preference: dict[str, object] = {"shouldStart": True, "canStart": True, "autoStartDefault": True}
    page.evaluate(
        """([path, kernelPreference, kernel]) => window.jupyterapp.commands.execute('docmanager:open', {
            path, kernelPreference: kernel ? {...kernelPreference, id: kernel} : kernelPreference
        }).then(() => null)""",
        [name, preference, kernel],
    )
    page.wait_for_function("name => window.jupyterapp.shell.currentWidget?.context?.path === name", arg=name)
    page.wait_for_function("() => window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel")
    notebook = OpenNotebook(page)
    notebook.cells.first.wait_for()
    return notebook


def turn_to(page: Page, name: str) -> None:
    page.evaluate(
        """name => {
            const widget = [...window.jupyterapp.shell.widgets('main')].find(one => one.context?.path === name);
            window.jupyterapp.shell.activateById(widget.id);
        }""",
        name,
    )


def close(page: Page, name: str) -> None:
    page.evaluate(
        "name => [...window.jupyterapp.shell.widgets('main')].find(one => one.context?.path === name).dispose()", name
    )


def test_two_notebooks_with_a_kernel_each(lab: JupyterLab, page: Page) -> None:
    lab.write("one.ipynb", SETUP, cell("first"), cell("newer"))
    lab.write("two.ipynb", SETUP, cell("second"))
    one = lab.open(page, "one.ipynb")
    panel = PanelOnPage(page).open(420)
    one.run_all()
    panel.wait_for_report("newer")
    panel.choose("first")
    panel.wait_for_report("first")
    two = open_too(page, "two.ipynb")
    panel.wait_for("not-loaded")
    two.run_all()
    panel.wait_for_report("second")
    assert not any("first" in text for text in panel.listed())
    # Each notebook has its own choice.
    turn_to(page, "one.ipynb")
    panel.wait_for_report("first")
    panel.wait_for("connected")
    turn_to(page, "two.ipynb")
    panel.wait_for_report("second")
    close(page, "two.ipynb")
    panel.wait_for_report("first")
    close(page, "one.ipynb")
    panel.wait_for("no-notebook")


def test_two_notebooks_on_one_kernel_and_a_console(lab: JupyterLab, page: Page) -> None:
    lab.write("speaks.ipynb", SETUP, cell("first"))
    lab.write("shares.ipynb", cell("second", "jnp.cos(x)"))
    speaks = lab.open(page, "speaks.ipynb")
    panel = PanelOnPage(page).open(520)
    speaks.run_all()
    panel.wait_for_report("first")
    shares = open_too(page, "shares.ipynb", kernel_of(page))
    # Only the first connection of a kernel may have comms: the panel speaks over that one.
    assert (
        page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.handleComms") is False
    )
    panel.wait_for("connected")
    panel.wait_for_report("first")
    shares.run_all()
    panel.wait_for_report("second")
    place_cursor(page, 0, 3, 14)
    assert marked_code(shares, 0) == ["jnp.cos(x)"]
    # A console on the same kernel: what it traces is listed too.
    page.evaluate(
        """async kernel => {
            const { commands } = window.jupyterapp;
            const console = await commands.execute('console:create', {
                kernelPreference: { id: kernel }, activate: false, insertMode: 'split-bottom'
            });
            await console.sessionContext.ready;
            await console.console.inject('import jax_viz; shown = jax_viz.trace(jnp.tanh)(1.0)');
        }""",
        kernel_of(page),
    )
    panel.wait_for_report("tanh")
    # The notebook that spoke for both is closed: what is shown stays, and the panel says what to do.
    close(page, "speaks.ipynb")
    panel.wait_for_report("tanh")
    panel.wait_for("elsewhere")
    expect(panel.words).to_contain_text("reload the page")


def test_cells_run_again_moved_and_deleted(lab: JupyterLab, page: Page) -> None:
    lab.write("moved.ipynb", SETUP, "def helper(x):\n    return jnp.exp(x)", cell("first", "helper(x) + 1.0"))
    notebook = lab.open(page, "moved.ipynb")
    panel = PanelOnPage(page).open(520)
    notebook.run_all()
    panel.wait_for_report("first")
    place_cursor(page, 1, 1, 14)
    assert marked_code(notebook, 1) == ["jnp.exp(x)"]
    # Run again: another number, the same cell.
    page.evaluate("() => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1; }")
    notebook.command("notebook:run-cell")
    place_cursor(page, 2, 3, 12)
    place_cursor(page, 1, 1, 14)
    expect(notebook.cells.nth(1).locator(".jaxviz-cell-columns").first).to_be_visible()
    # Moved below the other: the same cell.
    notebook.command("notebook:move-cell-down")
    place_cursor(page, 1, 3, 12)
    place_cursor(page, 2, 1, 14)
    expect(notebook.cells.nth(2).locator(".jaxviz-cell-columns").first).to_be_visible()
    assert marked_lines(notebook, 2) == ["    return jnp.exp(x)"]
    # Deleted: nothing is marked, and the rest is linked.
    notebook.command("notebook:enter-command-mode")
    notebook.command("notebook:delete-cell")
    place_cursor(page, 1, 3, 24)
    expect(notebook.cells.nth(1).locator(".jaxviz-cell-line")).not_to_have_count(0)


def test_viewer_in_an_output_marks_cells(lab: JupyterLab, page: Page) -> None:
    lab.write("output.ipynb", SETUP, cell("first", "jnp.sin(x) * jnp.cos(x)"))
    notebook = lab.open(page, "output.ipynb")
    notebook.run_all()
    viewer = ViewerOnPage(page, notebook.reports)
    viewer.wait_until_drawn()
    viewer.click_column(4, 11)
    expect(notebook.cells.nth(1).locator(".cm-line.jaxviz-cell-line")).to_have_count(1)
    assert marked_code(notebook, 1) == ["jnp.sin(x)"]
    place_cursor(page, 1, 3, 26)
    expect(viewer.details).to_contain_text("cos")
    assert marked_code(notebook, 1) == ["jnp.cos(x)"]


def test_choice_in_the_panel_scrolls_the_cell_into_sight(lab: JupyterLab, page: Page) -> None:
    lab.write(
        "scroll.ipynb",
        SETUP,
        "def helper(x):\n    return jnp.exp(x)",
        *["\n".join(["# far"] * 30)] * 4,
        cell("first", "helper(x) + 1.0"),
    )
    notebook = lab.open(page, "scroll.ipynb")
    panel = PanelOnPage(page).open(520)
    notebook.run_all()
    panel.wait_for_report("first")
    place_cursor(page, 6, 0, 0)
    expect(notebook.cells.nth(1)).not_to_be_in_viewport()
    panel.viewer.boxes("exp").first.click()
    expect(notebook.cells.nth(1)).to_be_in_viewport()
    expect(notebook.cells.nth(1).locator(".jaxviz-cell-columns").first).to_be_visible()
