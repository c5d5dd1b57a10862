"""The panel as a person sees it."""

import re

from lab import OpenNotebook
from playwright.sync_api import Locator, Page, expect

from viewer import ViewerOnPage


class PanelOnPage:
    """JupyterLab's right side bar with our panel in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("#jax-viz-panel")
        self.state = self.root.locator(".jaxviz-Panel-state")
        self.words = self.state.get_by_role("status")
        self.load = self.root.get_by_role("button", name="Load it")
        self.compile = self.root.locator(".jaxviz-Panel-bar button")
        self.reports = self.root.get_by_role("combobox", name="Report", exact=True)
        self.note = self.root.locator(".jaxviz-Panel-note")
        self.viewer = ViewerOnPage(page, self.root)
        self.tab = page.locator(".jp-SideBar.jp-mod-right .lm-TabBar-tab[data-id='jax-viz-panel']")

    def open(self, width: int | None = None) -> "PanelOnPage":
        """Open the side bar at the panel, so many pixels wide."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('jax-viz:open').then(() => null)")
        expect(self.root).to_be_visible()
        if width is not None:
            self.widen(width)
        return self

    def widen(self, width: int) -> None:
        """Drag the side bar's edge until the panel is so many pixels wide."""
        # While a theme is loaded, a cover takes the mouse.
        expect(self.page.locator("#jupyterlab-splash")).to_have_count(0)
        box = self.root.bounding_box()
        assert box is not None
        y = box["y"] + box["height"] / 2
        self.page.mouse.move(box["x"] - 2, y)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] - 2 + box["width"] - width, y, steps=4)
        self.page.mouse.up()
        self.page.wait_for_function(
            "width => Math.abs(document.querySelector('#jax-viz-panel').offsetWidth - width) < 12", arg=width
        )

    def wait_for(self, state: str, seconds: float = 60) -> None:
        """Wait until the panel is in a state."""
        expect(self.state).to_have_attribute("data-state", state, timeout=seconds * 1000)

    def wait_for_report(self, name: str, seconds: float = 30) -> None:
        """Wait until the report of a function is drawn."""
        expect(self.viewer.root.locator(".head .name").first).to_have_text(
            re.compile(rf"^{re.escape(name)}\b"), timeout=seconds * 1000
        )
        expect(self.viewer.root.locator(".graph")).to_be_attached()

    def listed(self) -> list[str]:
        """Return the texts of the list."""
        return self.reports.locator("option").all_inner_texts()

    def choose(self, name: str) -> None:
        """Choose a report in the list."""
        option = self.reports.locator("option").filter(has_text=re.compile(f"^{re.escape(name)} ·")).first
        self.reports.select_option(value=option.get_attribute("value"))


def code_lines(notebook: OpenNotebook, cell: int) -> Locator:
    """Return the lines of a cell's editor."""
    return notebook.cells.nth(cell).locator(".jp-Editor .cm-line")


def marked_lines(notebook: OpenNotebook, cell: int) -> list[str]:
    """Return the texts of the lines of a cell that are marked softly."""
    return notebook.cells.nth(cell).locator(".cm-line.jaxviz-cell-line").all_inner_texts()


def marked_code(notebook: OpenNotebook, cell: int) -> list[str]:
    """Return the pieces of a cell that are marked strongly, whatever syntax colours cut them into."""
    return (
        notebook.cells.nth(cell)
        .locator(".cm-line")
        .evaluate_all(
            """lines => lines.flatMap(line => {
            const text = [...line.querySelectorAll('.jaxviz-cell-columns')].map(mark => mark.textContent).join('');
            return text === '' ? [] : [text];
        })"""
        )
    )


def place_cursor(page: Page, cell: int, line: int, column: int) -> None:
    """Put the text cursor of a cell at a place, as a click does; lines and columns from 0."""
    page.mouse.move(640, 5)  # what the pointer rests on is marked too
    page.evaluate(
        """async ([index, line, column]) => {
            const { content } = window.jupyterapp.shell.currentWidget;
            content.activeCellIndex = index;
            await content.scrollToItem(index, 'auto');
            const { editor } = content.widgets[index];
            content.mode = 'edit';
            editor.focus();
            editor.setCursorPosition({ line, column });
        }""",
        [cell, line, column],
    )


def kernel_of(page: Page) -> str:
    """Return the id of the current notebook's kernel."""
    return str(page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.id"))


def execute(page: Page, code: str) -> None:
    """Send code to the current notebook's kernel and do not wait for its end."""
    page.evaluate(
        """code => {
            const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
            const running = { ended: false };
            window.running = running;
            kernel.requestExecute({ code, store_history: false }).done.then(() => { running.ended = true; });
        }""",
        code,
    )


def wait_until_busy(page: Page) -> None:
    """Wait until the current notebook's kernel runs something."""
    page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'busy'"
    )


def is_running(page: Page) -> bool:
    """Whether what `execute` sent still runs. The kernel's status also speaks of subshells."""
    return not page.evaluate("() => window.running.ended")


def wait_until_ended(page: Page) -> None:
    """Wait until it does not."""
    page.wait_for_function("() => window.running.ended", timeout=120_000)
