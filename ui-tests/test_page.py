"""The page that `report.save("x.html")` writes, in a real browser from a file, with the network cut."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sample import example

import jax_viz
from jax_viz.views import Source
from viewer import ViewerOnPage, contrast

SOURCE = (Path(__file__).parent / "sample.py").read_text(encoding="utf-8").splitlines()
MIXED = next(number for number, line in enumerate(SOURCE, 1) if "mixed = " in line)
SCAN = next(number for number, line in enumerate(SOURCE, 1) if "lax.scan" in line)


@pytest.fixture(scope="session")
def sample() -> tuple[jax_viz.Report, jax_viz.Program]:
    """Return the report of the sample program."""
    function, arguments = example()
    report = jax_viz.trace(function)(*arguments)
    report.wait()
    return report, report.programs[0]


@pytest.fixture(scope="session")
def sample_page(sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return its page."""
    return sample[0].save(tmp_path_factory.mktemp("page") / "sample.html")


@pytest.fixture
def viewer(page: Page, sample_page: Path) -> ViewerOnPage:
    """Open its page."""
    return open_page(page, sample_page)


def open_page(page: Page, path: Path) -> ViewerOnPage:
    page.context.set_offline(True)
    page.goto(path.as_uri())
    viewer = ViewerOnPage(page)
    viewer.wait_until_drawn()
    return viewer


def equations_at(program: jax_viz.Program, matches: Callable[[Source], bool]) -> list[str]:
    return [e.path_text for e in program.stages[0].equations if e.source is not None and matches(e.source)]


def test_page_needs_no_network(page: Page, mlp_page: tuple[Path, int]) -> None:
    path, equations = mlp_page
    requests: list[str] = []
    problems: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    viewer = open_page(page, path)
    assert viewer.drawn() == viewer.equations_in_header() == equations
    outside = [url for url in requests if not url.startswith((path.as_uri(), "blob:", "data:"))]
    assert outside == []
    assert problems == []


def test_page_without_scripts_shows_picture_and_tables(browser: Browser, mlp_page: tuple[Path, int]) -> None:
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(mlp_page[0].as_uri())
    image = page.locator("main img")
    expect(image).to_be_visible()
    assert image.bounding_box()["width"] > 200
    rows = page.get_by_role("table").filter(has_text="Equations by primitive").locator("tbody tr")
    assert sum(int(row.locator("td").last.inner_text()) for row in rows.all()) == mlp_page[1]
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 900), (1000, 640), (820, 1180)])
def test_first_paint_is_the_viewers_own(
    page: Page, mlp_page: tuple[Path, int], tmp_path: Path, scheme: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)
    text = mlp_page[0].read_text(encoding="utf-8")
    start = text.index('<script type="application/vnd.jaxviz.viewer+gzip">')
    first = tmp_path / "first.html"
    first.write_text(text[:start] + text[text.index("</script>", start) :], encoding="utf-8")
    page.goto(first.as_uri())
    expect(page.locator("[data-jax-viz-first] .graph")).to_be_visible()
    painted = page.screenshot()
    viewer = open_page(page, mlp_page[0])
    expect(page.locator("[data-jax-viz-first]")).to_have_count(0)
    assert viewer.drawn() == mlp_page[1]
    assert page.screenshot() == painted


def test_window_of_another_size_has_no_first_paint(page: Page, mlp_page: tuple[Path, int]) -> None:
    page.set_viewport_size({"width": 480, "height": 500})
    viewer = open_page(page, mlp_page[0])
    expect(page.locator("[data-jax-viz-first]")).to_have_count(0)
    assert viewer.drawn() == mlp_page[1]


def test_policy_stops_requests(page: Page, mlp_page: tuple[Path, int]) -> None:
    open_page(page, mlp_page[0])
    page.context.set_offline(False)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    stopped = page.evaluate("() => fetch('http://127.0.0.1:9/').then(() => 'fetched', error => error.message)")
    assert stopped == "Failed to fetch"
    assert requests == []


def test_line_selects_its_equations(viewer: ViewerOnPage, sample) -> None:
    expected = equations_at(sample[1], lambda source: source.line == MIXED)
    viewer.click_line(MIXED)
    expect(viewer.details).to_contain_text(f"{len(expected)} equations")
    expect(viewer.line(MIXED)).to_have_attribute("aria-selected", "true")
    viewer.page.keyboard.press("Escape")
    expect(viewer.line(MIXED)).to_have_attribute("aria-selected", "false")


def test_columns_select_exactly(viewer: ViewerOnPage, sample) -> None:
    code = "jnp.sin(row)"
    column = SOURCE[MIXED - 1].index(code)
    exact = equations_at(sample[1], lambda s: (s.line, s.column, s.end_column) == (MIXED, column, column + len(code)))
    assert len(exact) == 1
    viewer.click_column(MIXED, column)
    expect(viewer.details).to_contain_text("sin")
    expect(viewer.details).to_contain_text(exact[0])
    assert viewer.chosen_code(MIXED) == code


def test_equation_marks_its_line_and_columns(viewer: ViewerOnPage) -> None:
    viewer.search.fill("prim:tanh")
    viewer.search.press("Enter")
    expect(viewer.line(MIXED)).to_have_attribute("aria-selected", "true")
    assert viewer.chosen_code(MIXED) == "jnp.tanh(row @ state)"
    # And by hand: the box of the sine.
    viewer.boxes("sin").first.click()
    expect(viewer.details).to_contain_text("sin")
    assert viewer.chosen_code(MIXED) == "jnp.sin(row)"


def test_scan_opens_in_place(viewer: ViewerOnPage, sample) -> None:
    equations = len(sample[1].stages[0].equations)
    scan = viewer.graph.locator(".jv-box[data-path='0']")
    boxes = viewer.graph.locator(".jv-box").count()
    largest = viewer.boxes("reduce_max")
    expect(largest).to_have_count(1)
    viewer.toggle(scan)
    expect(largest).to_have_count(0)
    assert viewer.drawn() == equations
    closed = scan.bounding_box()
    viewer.toggle(scan)
    expect(largest).to_have_count(1)
    # Nothing else was opened or closed.
    assert viewer.graph.locator(".jv-box").count() == boxes
    assert viewer.drawn() == equations
    opened, inner = scan.bounding_box(), largest.bounding_box()
    assert abs(opened["x"] - closed["x"]) < 1
    assert abs(opened["y"] - closed["y"]) < 1
    assert opened["x"] < inner["x"]
    assert inner["x"] + inner["width"] < opened["x"] + opened["width"]
    assert opened["y"] < inner["y"]
    assert inner["y"] + inner["height"] < opened["y"] + opened["height"]
    # Its carry and inputs are named.
    expect(viewer.boxes("carry").first).to_be_visible()


def test_search_lights_up_and_steps(viewer: ViewerOnPage, sample) -> None:
    found = [e for e in sample[1].stages[0].equations if e.primitive == "mul"]
    viewer.search.fill("prim:mul")
    expect(viewer.root.locator(".search-status")).to_have_text(str(len(found)))
    viewer.search.press("Enter")
    expect(viewer.root.locator(".search-status")).to_have_text(f"1 of {len(found)}")
    viewer.search.fill("prim:nothing_like_it")
    expect(viewer.root.locator(".search-status")).to_have_text("none")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_themes_are_readable(page: Page, sample_page: Path, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    viewer = open_page(page, sample_page)
    expect(viewer.root).to_have_attribute("data-theme", scheme)
    ground = viewer.color(viewer.root, "backgroundColor")
    assert (sum(ground) > 1.5) == (scheme == "light")
    for part in (".head .name", ".head .count", ".head .times", ".line code", ".line-number", ".details"):
        assert contrast(viewer.color(viewer.root.locator(part).first, "color"), ground) >= 4.5, part


def test_print_shows_every_pane_whole_and_light(page: Page, sample_page: Path) -> None:
    page.emulate_media(color_scheme="dark")
    viewer = open_page(page, sample_page)
    page.emulate_media(media="print", color_scheme="dark")
    assert sum(viewer.color(viewer.root, "backgroundColor")) > 2.5
    assert sum(viewer.color(viewer.root.locator(".line code").first, "color")) < 1
    expect(viewer.root.locator(".tools")).to_be_hidden()
    expect(viewer.search).to_be_hidden()
    for pane in (viewer.root.locator(".source-lines"), viewer.details):
        hidden = pane.evaluate("pane => pane.scrollHeight - pane.clientHeight")
        assert hidden <= 1
    tops = [pane.bounding_box()["y"] for pane in (viewer.root.locator(".source-lines"), viewer.graph, viewer.details)]
    assert tops == sorted(tops)
    assert viewer.graph.bounding_box()["height"] > 200


def test_tree_operates_by_keyboard(viewer: ViewerOnPage, sample) -> None:
    page = viewer.page
    viewer.root.locator("[data-form='tree']").click()
    expect(viewer.tree).to_be_visible()
    items = viewer.tree.get_by_role("treeitem")
    items.first.focus()
    page.keyboard.press("Home")
    focused = viewer.tree.locator("[role='treeitem']:focus")
    seen: list[str] = []
    for _ in range(100):
        if focused.get_attribute("aria-expanded") == "false":
            page.keyboard.press("ArrowRight")
            expect(focused).to_have_attribute("aria-expanded", "true")
        seen.append(focused.get_attribute("data-path") or "")
        last = focused.get_attribute("data-id")
        page.keyboard.press("ArrowDown")
        if focused.get_attribute("data-id") == last:
            break
    # Every equation is an item of its own, with what goes in and what comes out.
    assert {path for path in seen if path} == {e.path_text for e in sample[1].stages[0].equations}
    page.keyboard.press("Home")
    while not (focused.get_attribute("aria-label") or "").startswith("tanh"):
        page.keyboard.press("ArrowDown")
    assert "→ f32[4]" in (focused.get_attribute("aria-label") or "")
    page.keyboard.press("Enter")
    expect(viewer.details).to_contain_text("tanh")
    assert viewer.chosen_code(MIXED) == "jnp.tanh(row @ state)"


def test_keyboard_only(viewer: ViewerOnPage) -> None:
    keyboard = viewer.page.keyboard
    for _ in range(40):
        keyboard.press("Tab")
        if viewer.graph.evaluate("graph => graph.getRootNode().activeElement === graph"):
            break
    expect(viewer.graph).to_be_focused()
    keyboard.press("/")
    expect(viewer.search).to_be_focused()
    keyboard.type("prim:sin")
    keyboard.press("Enter")
    expect(viewer.details).to_contain_text("sin")
    assert viewer.chosen_code(MIXED) == "jnp.sin(row)"
    keyboard.press("Escape")
    expect(viewer.search).to_have_value("")
    viewer.graph.focus()
    # The one that reads the sine: times two.
    keyboard.press("]")
    expect(viewer.details).to_contain_text("mul")
    keyboard.press("[")
    assert viewer.chosen_code(MIXED) == "jnp.sin(row)"
    keyboard.press("t")
    expect(viewer.tree).to_be_visible()
    keyboard.press("t")
    expect(viewer.graph).to_be_visible()
    keyboard.press("?")
    expect(viewer.root.get_by_role("dialog")).to_be_visible()
    keyboard.press("Escape")
    keyboard.press("Escape")
    expect(viewer.line(MIXED)).to_have_attribute("aria-selected", "false")
