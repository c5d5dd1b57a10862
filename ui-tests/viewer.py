"""The viewer as a person sees it: what tests look at and click on."""

import re

from playwright.sync_api import Locator, Page, expect


class ViewerOnPage:
    """The viewer of a page, or of the output that `scope` holds."""

    def __init__(self, page: Page, scope: Locator | None = None) -> None:
        self.page = page
        root = scope if scope is not None else page.locator("body")
        self.root = root.locator(".jaxviz")
        self.graph = self.root.locator(".graph")
        self.details = self.root.locator("section.details, .pane.details").first
        self.search = self.root.get_by_role("searchbox")
        self.tree = self.root.get_by_role("tree")

    def wait_until_drawn(self) -> None:
        """Return when the picture is complete."""
        # Before that, a page shows its first paint.
        self.page.wait_for_function("() => window.jaxViz?.ready.then(() => true)", timeout=30_000)
        expect(self.root.locator(".graph")).to_be_visible()

    def drawn(self) -> int:
        """Return the number of equations that what is drawn stands for."""
        return int(self.page.evaluate("() => window.jaxViz.drawn()"))

    def equations_in_header(self) -> int:
        """Return the number in `N equations`."""
        text = self.root.locator(".head .count").inner_text()
        found = re.fullmatch(r"(\d+) equations?", text)
        assert found, text
        return int(found[1])

    def line(self, number: int) -> Locator:
        """Return a line of the source pane."""
        return self.root.locator(f".line[data-line='{number}']")

    def click_line(self, number: int) -> None:
        """Choose a whole line."""
        self.line(number).locator(".line-number").click()

    def click_column(self, number: int, column: int) -> None:
        """Choose what begins at a column."""
        self.line(number).locator(f"[data-column='{column}']").click()

    def chosen_code(self, number: int) -> str:
        """Return the columns of a line that are marked strongly."""
        return "".join(self.line(number).locator("[data-column].chosen").all_inner_texts())

    def boxes(self, label: str | re.Pattern[str]) -> Locator:
        """Return the drawn boxes whose accessible name begins with `label`, or matches it."""
        pattern = re.compile(f"^{re.escape(label)}") if isinstance(label, str) else label
        return self.graph.locator(".jv-box").filter(has=self.page.locator("title", has_text=pattern))

    def toggle(self, box: Locator) -> None:
        """Open or close a box with its chevron; returns when it is redrawn."""
        before = box.get_attribute("aria-label"), self.graph.locator(".jv-box").count()
        box.locator(".toggle-grip").click()
        self.page.wait_for_function(
            "([graph, count]) => graph.querySelectorAll('.jv-box').length !== count",
            arg=[self.graph.element_handle(), before[1]],
        )

    def color(self, locator: Locator, name: str) -> tuple[float, float, float]:
        """Return a computed colour, 0 to 1 each."""
        text = locator.evaluate("(element, name) => getComputedStyle(element)[name]", name)
        red, green, blue = (float(part) for part in re.findall(r"[\d.]+(?:e-\d+)?", text)[:3])
        # Mixed colours come as `color(srgb …)`, from 0 to 1 already.
        scale = 1 if text.startswith("color(") else 255
        return (red / scale, green / scale, blue / scale)


def contrast(a: tuple[float, float, float], b: tuple[float, float, float]) -> float:
    """Return the contrast ratio of two sRGB colours, as WCAG defines it."""

    def luminance(color: tuple[float, float, float]) -> float:
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lighter, darker = sorted((luminance(a), luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
