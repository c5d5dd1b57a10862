"""No step of the viewer holds the page up for long. A guard for slow machines too; `make bench` gives the figure."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import jax_viz
from viewer import ViewerOnPage

FAR_TOO_LONG = 500
"""Milliseconds; the aim is 50. Whatever lays out, reads or draws everything in one go takes more than this."""

LONG_TASKS = """
window.longest = 0;
new PerformanceObserver(list => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ type: 'longtask', buffered: true });
"""


@pytest.fixture(scope="session")
def gpt_page(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """Return the page of a small language model's training step, some thousand equations."""
    import sys

    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from cases import gpt

    function, arguments = gpt.make()
    report = jax_viz.trace(function, compile=False)(*arguments)
    path = report.save(tmp_path_factory.mktemp("gpt") / "gpt.html")
    return path, len(report.programs[0].stages[0].equations)


@pytest.mark.parametrize("which", ["mlp_page", "gpt_page"])
def test_no_task_is_far_too_long(page: Page, request: pytest.FixtureRequest, which: str) -> None:
    path, equations = request.getfixturevalue(which)
    page.add_init_script(LONG_TASKS)
    page.goto(path.as_uri())
    viewer = ViewerOnPage(page)
    viewer.wait_until_drawn()
    assert viewer.drawn() == equations
    viewer.search.fill("a")
    expect(viewer.root.locator(".search-status")).not_to_have_text("")
    viewer.search.press("Escape")
    viewer.root.locator("[data-form='tree']").click()
    expect(viewer.tree).to_be_visible()
    viewer.root.locator("[data-form='picture']").click()
    expect(viewer.graph).to_be_visible()
    # The guard itself sees tasks that are too long.
    seen = page.evaluate("() => window.longest")
    page.evaluate("""async () => {
        await new Promise(resolve => setTimeout(() => {
            const end = performance.now() + 600;
            while (performance.now() < end);
            resolve();
        }));
        await new Promise(resolve => setTimeout(resolve, 100));
    }""")
    assert page.evaluate("() => window.longest") > FAR_TOO_LONG
    assert seen < FAR_TOO_LONG
