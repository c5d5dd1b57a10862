"""Reports in a real JupyterLab: live outputs, saved notebooks without a kernel and without trust."""

import json
from pathlib import Path
from typing import Any

import pytest
from lab import JupyterLab, OpenNotebook
from playwright.sync_api import Page, expect

from viewer import ViewerOnPage, contrast

SETUP = "import jax, jax.numpy as jnp\nfrom jax import lax\n%load_ext jax_viz"

CELL = """\
%%jaxviz
def body(carry, row):
    out = jnp.tanh(row @ carry) + jnp.sin(row) * 2.0
    return carry * 0.5, out

@jax.jit
def program(weights, rows):
    return lax.scan(body, weights, rows)

result = program(jnp.eye(4), jnp.ones((6, 4)))"""

LINE = 3
CODE = "jnp.sin(row)"
COLUMN = CELL.splitlines()[LINE - 1].index(CODE)

COUNT = "import jax_viz\nprint('equations', len(jax_viz.last_report().programs[0].stages[0].equations))"


@pytest.fixture(scope="session")
def executed(lab: JupyterLab) -> dict[str, Any]:
    """Return a notebook that was executed elsewhere: this server has no reason to trust it."""
    import nbclient
    import nbformat

    lab.write("source.ipynb", SETUP, CELL, COUNT)
    notebook = nbformat.read(lab.notebooks / "source.ipynb", 4)
    nbclient.NotebookClient(notebook, timeout=120).execute()
    nbformat.validate(notebook)
    text = json.loads(nbformat.writes(notebook))
    assert isinstance(text, dict)
    return text


def equations_printed(notebook: dict[str, Any]) -> int:
    return int("".join(notebook["cells"][2]["outputs"][0]["text"]).split()[1])


def open_saved(lab: JupyterLab, page: Page, name: str, notebook: dict[str, Any]) -> OpenNotebook:
    (lab.notebooks / name).write_text(json.dumps(notebook))
    opened = lab.open(page, name, kernel=False)
    assert page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session") is None
    return opened


def test_output_shows_the_program(lab: JupyterLab, page: Page) -> None:
    lab.write("live.ipynb", SETUP, CELL, COUNT)
    notebook = lab.open(page, "live.ipynb")
    notebook.run_all()
    viewer = ViewerOnPage(page, notebook.reports)
    viewer.wait_until_drawn()
    printed = notebook.cells.nth(2).locator(".jp-OutputArea-output").inner_text()
    assert printed.split() == ["equations", str(viewer.drawn())]
    assert viewer.equations_in_header() == viewer.drawn()
    # The cell's own text is the source, the magic's line included.
    expect(viewer.line(1)).to_contain_text("%%jaxviz")
    viewer.click_column(LINE, COLUMN)
    expect(viewer.details).to_contain_text("sin")
    assert viewer.chosen_code(LINE) == CODE
    # As wide as the cell, 480 pixels high.
    assert abs(notebook.reports.bounding_box()["height"] - 480) < 20


def test_first_look(lab: JupyterLab, page: Page) -> None:
    """The example that `make demo` opens, up to its training step."""
    text = (Path(__file__).parent.parent / "examples" / "first_look.ipynb").read_text(encoding="utf-8")
    cells = json.loads(text)["cells"]
    step = next(number for number, cell in enumerate(cells) if "".join(cell["source"]).startswith("%%jaxviz"))
    (lab.notebooks / "first_look.ipynb").write_text(text, encoding="utf-8")
    notebook = lab.open(page, "first_look.ipynb")
    notebook.run(step + 1)
    viewer = ViewerOnPage(page, notebook.reports)
    viewer.wait_until_drawn()
    assert viewer.drawn() == viewer.equations_in_header() > 100
    expect(viewer.root.locator(".head .times")).to_contain_text("compile")
    assert "cached" not in viewer.root.locator(".head .times").inner_text()
    notebook.reports.scroll_into_view_if_needed()
    # Two cells made it: the network's functions and the step. One line of each, chosen.
    for tab, code in (("Cell [4]", "logits = jnp.dot"), ("Cell [5]", "return [(w - STEP_SIZE")):
        viewer.root.get_by_role("tab", name=tab).click()
        line = viewer.root.locator(".line.has-equations").filter(has_text=code)
        line.locator(".line-number").click()
        expect(line).to_have_attribute("aria-selected", "true")
        expect(viewer.details).to_contain_text("equations")


def test_late_compile_time_keeps_the_selection(lab: JupyterLab, page: Page) -> None:
    """The cell ends, the user chooses something, the compile time arrives from a thread."""
    slow = (
        "import time\nfrom jax_viz.capture.compilation import Compilation\nplain = Compilation._compile\n"
        "def late(self, on_done):\n    while not hold == []:\n        time.sleep(0.05)\n    plain(self, on_done)\n"
        "Compilation._compile, hold = late, [1]"
    )
    lab.write("late.ipynb", SETUP, slow, CELL, "hold.clear()")
    notebook = lab.open(page, "late.ipynb")
    notebook.run(3)
    viewer = ViewerOnPage(page, notebook.reports)
    viewer.wait_until_drawn()
    expect(viewer.root.locator(".head .times")).not_to_contain_text("compile")
    viewer.click_column(LINE, COLUMN)
    assert viewer.chosen_code(LINE) == CODE
    notebook.run_all_below(3)
    expect(viewer.root.locator(".head .times")).to_contain_text("compile")
    expect(viewer.details).to_contain_text("sin")
    assert viewer.chosen_code(LINE) == CODE


def test_output_survives_moving_the_notebook(lab: JupyterLab, page: Page, executed: dict[str, Any]) -> None:
    notebook = open_saved(lab, page, "moved.ipynb", executed)
    viewer = ViewerOnPage(page, notebook.reports)
    viewer.wait_until_drawn()
    viewer.click_column(LINE, COLUMN)
    # Into the side bar and back: detached and attached twice.
    page.evaluate("""() => {
        const { shell } = window.jupyterapp;
        const panel = shell.currentWidget;
        shell.add(panel, 'right');
        shell.add(panel, 'main');
        shell.activateById(panel.id);
    }""")
    expect(viewer.graph).to_be_visible()
    assert viewer.drawn() == equations_printed(executed)
    assert viewer.chosen_code(LINE) == CODE
    viewer.page.keyboard.press("Escape")
    viewer.click_line(LINE)
    expect(viewer.line(LINE)).to_have_attribute("aria-selected", "true")


def test_saved_notebook_without_kernel_and_trust(lab: JupyterLab, page: Page, executed: dict[str, Any]) -> None:
    notebook = open_saved(lab, page, "saved.ipynb", executed)
    assert page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets[1].model.trusted") is False
    viewer = ViewerOnPage(page, notebook.reports)
    viewer.wait_until_drawn()
    assert viewer.drawn() == viewer.equations_in_header() == equations_printed(executed)
    viewer.click_column(LINE, COLUMN)
    expect(viewer.details).to_contain_text("sin")
    assert viewer.chosen_code(LINE) == CODE


def test_html_member_alone_shows_picture_and_table_untrusted(
    lab: JupyterLab, page: Page, executed: dict[str, Any]
) -> None:
    stripped = json.loads(json.dumps(executed))
    data = stripped["cells"][1]["outputs"][0]["data"]
    stripped["cells"][1]["outputs"][0]["data"] = {"text/html": data["text/html"], "text/plain": data["text/plain"]}
    notebook = open_saved(lab, page, "html.ipynb", stripped)
    output = notebook.cells.nth(1).locator(".jp-OutputArea-output")
    expect(output.locator("img")).to_be_visible()
    assert output.locator("img").evaluate("image => image.complete && image.naturalWidth > 0")
    rows = output.get_by_role("table").filter(has_text="Equations by primitive").locator("tbody tr")
    counts = [int(row.locator("td").last.inner_text()) for row in rows.all()]
    assert sum(counts) == equations_printed(executed)
    assert output.locator("script").count() == 0


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_themes(lab: JupyterLab, page: Page, executed: dict[str, Any], theme: str) -> None:
    notebook = open_saved(lab, page, "themes.ipynb", executed)
    viewer = ViewerOnPage(page, notebook.reports)
    viewer.wait_until_drawn()
    try:
        notebook.command("apputils:change-theme", {"theme": theme})
        expect(viewer.root).to_have_attribute("data-theme", "dark" if "Dark" in theme else "light")
        ground = viewer.color(viewer.root, "backgroundColor")
        assert (sum(ground) < 1.5) == ("Dark" in theme)
        for part in (".head .name", ".head .count", ".head .times", ".line code", ".line-number", ".details"):
            assert contrast(viewer.color(viewer.root.locator(part).first, "color"), ground) >= 4.5, part
    finally:
        page.screenshot(path=Path(__file__).parent.parent / "artifacts" / f"{theme}.png")
        notebook.command("apputils:change-theme", {"theme": "JupyterLab Light"})


def test_damaged_output_says_so(lab: JupyterLab, page: Page, executed: dict[str, Any]) -> None:
    damaged = json.loads(json.dumps(executed))
    damaged["cells"][1]["outputs"][0]["data"]["application/vnd.jaxviz.v1+json"] = {"id": 3}
    notebook = open_saved(lab, page, "damaged.ipynb", damaged)
    expect(notebook.reports).to_contain_text("not a jax_viz report")
