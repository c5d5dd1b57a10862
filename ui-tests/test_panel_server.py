"""The panel on a page: reloads with several outputs, themes and widths; and a Jupyter server without the extension."""

import json
import os
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab import JupyterLab
from panel import PanelOnPage
from playwright.sync_api import Page, expect

from viewer import contrast

REPOSITORY = Path(__file__).parent.parent
SETUP = "import jax, jax.numpy as jnp\n%load_ext jax_viz"


def cell(name: str, code: str = "jnp.sin(x)") -> str:
    return f"%%jaxviz\n@jax.jit\ndef {name}(x):\n    return {code}\n\nout = {name}(jnp.ones(3))"


def test_refresh_with_five_cells(lab: JupyterLab, page: Page) -> None:
    """i_15: no order of loading, and no other output, is needed."""
    names = [f"f{number}" for number in range(5)]
    lab.write("refresh.ipynb", SETUP, *(cell(name) for name in names))
    notebook = lab.open(page, "refresh.ipynb")
    panel = PanelOnPage(page).open(420)
    notebook.run_all()
    panel.wait_for_report("f4")
    notebook.save()
    # JupyterLab saves where its panels are a moment after they were moved.
    page.wait_for_timeout(1500)
    address = page.url.split("?")[0]
    for number in range(10):
        page.goto(address)
        if number == 9:
            page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.content?.widgets?.length > 1")
            page.evaluate("() => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1; }")
            notebook.command("notebook:clear-cell-output")
        panel.wait_for_report("f4")
        expect(notebook.reports).to_have_count(4 if number == 9 else 5)
    assert [text.split(" · ")[0] for text in panel.listed()[1:]] == names[::-1]


def test_themes_and_widths(lab: JupyterLab, page: Page) -> None:
    """i_17: the theme is followed while the report is shown."""
    lab.write("panel-themes.ipynb", SETUP, cell("first", "jnp.sin(x) + jnp.cos(x)"))
    notebook = lab.open(page, "panel-themes.ipynb")
    panel = PanelOnPage(page).open(300)
    notebook.run_all()
    panel.wait_for_report("first")
    try:
        for theme in ("Dark", "Light"):
            notebook.command("apputils:change-theme", {"theme": f"JupyterLab {theme}"})
            expect(panel.viewer.root).to_have_attribute("data-theme", theme.lower())
            for width in (300, 600):
                panel.widen(width)
                assert panel.root.evaluate("root => root.scrollWidth <= root.clientWidth")
                page.screenshot(path=REPOSITORY / "artifacts" / f"panel-{theme}-{width}.png".lower())
            ground = panel.viewer.color(panel.root, "backgroundColor")
            assert (sum(ground) < 1.5) == (theme == "Dark")
            for part in (panel.words, panel.root.locator(".jaxviz-Panel-bar label span").first):
                assert contrast(panel.viewer.color(part, "color"), ground) >= 4.5
    finally:
        notebook.command("apputils:change-theme", {"theme": "JupyterLab Light"})


@pytest.fixture(scope="module")
def bare_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterLab]:
    """Return a JupyterLab in an environment of its own, without our extension; its kernel is the tests' Python."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder / "env", with_pip=False)
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    # It has JupyterLab all the same: the packages of this environment, but not its share/jupyter.
    own = next(path for path in sys.path if path.endswith("site-packages"))
    (site / "jupyterlab.pth").write_text(own)
    kernel = folder / "data" / "kernels" / "python3"
    kernel.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "Python 3", "language": "python"}))
    before = os.environ.get("JUPYTERLAB_DIR")
    os.environ["JUPYTERLAB_DIR"] = str(Path(sys.prefix) / "share" / "jupyter" / "lab")
    server = JupyterLab(REPOSITORY, folder, folder / "env" / "bin" / "python", extension=False)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        if before is None:
            del os.environ["JUPYTERLAB_DIR"]
        else:
            os.environ["JUPYTERLAB_DIR"] = before


def test_server_without_the_extension_is_told_once(bare_server: JupyterLab, page: Page) -> None:
    bare_server.write("bare.ipynb", SETUP, cell("first"), cell("second"))
    notebook = bare_server.open(page, "bare.ipynb")
    notebook.run_all()
    expect(notebook.reports).to_have_count(0)
    line = notebook.cells.nth(1).locator(".jp-OutputArea-output").last
    expect(line).to_contain_text("this Jupyter server lacks the jax_viz extension")
    expect(line).to_contain_text(f"{bare_server.python} -m pip install jupyterlab-jax-viz==")
    expect(notebook.cells.nth(2)).not_to_contain_text("lacks the jax_viz extension")
    expect(notebook.cells.nth(1).locator("img")).to_be_visible()


def test_server_with_the_extension_is_told_nothing(lab: JupyterLab, page: Page) -> None:
    lab.write("told.ipynb", SETUP, cell("first"))
    notebook = lab.open(page, "told.ipynb")
    notebook.run_all()
    expect(notebook.reports).to_have_count(1)
    expect(notebook.cells.nth(1).locator(".jp-OutputArea-output")).to_have_count(1)
