"""A program of thousands of equations, all opened: tiles on a canvas, in a real browser from a file."""

from pathlib import Path

import jax
import jax.numpy as jnp
import pytest
from playwright.sync_api import Page, expect

import jax_viz
from viewer import ViewerOnPage

ROUNDS = 450


def block(x: jax.Array) -> jax.Array:
    y = jnp.sin(x) * 2.0
    return jnp.cos(y) + x


def many(x: jax.Array, w: jax.Array) -> jax.Array:
    for _ in range(ROUNDS):
        x = block(x)
        x = x @ w
    return x.sum()


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """Return the page of a program of some thousand equations, and their number."""
    report = jax_viz.trace(many, compile=False)(jnp.zeros((4, 4)), jnp.zeros((4, 4)))
    path = report.save(tmp_path_factory.mktemp("page") / "many.html")
    return path, len(report.programs[0].stages[0].equations)


@pytest.fixture
def viewer(page: Page, large: tuple[Path, int]) -> ViewerOnPage:
    """Open its page, and everything in it."""
    page.context.set_offline(True)
    page.goto(large[0].as_uri())
    viewer = ViewerOnPage(page)
    viewer.wait_until_drawn()
    viewer.graph.press("*")
    expect(viewer.graph.locator("canvas.tiles")).to_have_count(1)
    page.wait_for_function("count => jaxViz.drawn() === count", arg=large[1])
    return viewer


def ink(viewer: ViewerOnPage) -> int:
    """Return how many pixels of the canvas are not empty."""
    return viewer.graph.locator("canvas.tiles").evaluate(
        """canvas => {
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          let inked = 0;
          for (let k = 3; k < data.length; k += 4) inked += data[k] > 0;
          return inked;
        }"""
    )


def test_everything_is_drawn_and_few_elements_are_made(viewer: ViewerOnPage, large: tuple[Path, int]) -> None:
    assert viewer.drawn() == viewer.equations_in_header() == large[1] > 2_000
    # At rest and near: elements of what is in sight, in place of the canvas.
    expect(viewer.graph.locator("canvas.tiles")).to_be_hidden()
    near = viewer.graph.locator(".jv-box").count()
    assert 3 < near < 300
    viewer.graph.press("f")
    expect(viewer.graph.locator("canvas.tiles")).to_be_visible()
    expect(viewer.graph.locator(".jv-box")).to_have_count(0)
    viewer.page.wait_for_timeout(300)
    assert ink(viewer) > 1_000
    assert viewer.drawn() == large[1]


def test_every_equation_in_sight_has_the_edges_that_reach_it(viewer: ViewerOnPage) -> None:
    expect(viewer.graph.locator("canvas.tiles")).to_be_hidden()
    boxes = viewer.graph.locator(".jv-box.jv-equation")
    ids = set(boxes.evaluate_all("boxes => boxes.map(box => box.dataset.id)"))
    edges = viewer.graph.locator(".jv-edge").evaluate_all("edges => edges.map(edge => edge.dataset.id)")
    reached = {edge.split(">")[1] for edge in edges}
    # Each of this program's equations reads the one before or an argument.
    assert len(ids) > 3
    assert ids - reached == set()


def test_what_is_seen_is_what_is_hit(viewer: ViewerOnPage) -> None:
    box = viewer.boxes("dot_general").first
    path = box.get_attribute("data-path")
    place = box.bounding_box()
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    viewer.page.mouse.click(*middle)
    expect(viewer.details).to_contain_text("dot_general")
    expect(viewer.details).to_contain_text(path)
    expect(viewer.graph.locator(".jv-box.chosen")).to_have_attribute("data-path", path)
    # The reader of the screen is told the box under the keyboard, from afar too.
    viewer.graph.press("f")
    expect(viewer.graph.locator("canvas.tiles")).to_be_visible()
    current = viewer.graph.locator(".jv-box.current")
    expect(current).to_have_count(1)
    expect(current).to_have_attribute("data-path", path)
    assert viewer.graph.get_attribute("aria-activedescendant") == current.get_attribute("id")


def test_match_at_the_end_comes_into_sight(viewer: ViewerOnPage) -> None:
    viewer.search.fill("prim:reduce_sum")
    expect(viewer.root.locator(".search-status")).to_have_text("1")
    viewer.search.press("Enter")
    found = viewer.graph.locator(".jv-box.match, .jv-box.chosen").filter(has_text="reduce_sum").first
    expect(found).to_be_visible()
    window, box = viewer.graph.bounding_box(), found.bounding_box()
    assert window["x"] <= box["x"]
    assert box["x"] + box["width"] <= window["x"] + window["width"]
    assert window["y"] <= box["y"]
    assert box["y"] + box["height"] <= window["y"] + window["height"]


def test_minimap_moves_the_window_and_goes_away(viewer: ViewerOnPage) -> None:
    page = viewer.page
    small = viewer.graph.locator(".minimap")
    expect(small).to_be_visible()
    expect(viewer.graph.locator("p", has_text="of the drawing")).to_have_count(1)
    first = viewer.graph.locator(".jv-box:not(.jv-open)").first.get_attribute("data-id")
    place = small.bounding_box()
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] - 4)
    expect(viewer.graph.locator("canvas.tiles")).to_be_hidden()
    expect(viewer.graph.locator(f".jv-box[data-id='{first}']")).to_have_count(0)
    assert viewer.graph.locator(".jv-box").count() > 0
    # A click on it chooses nothing.
    expect(viewer.graph.locator(".jv-box.chosen")).to_have_count(0)
    viewer.graph.press("m")
    expect(small).to_be_hidden()
    page.reload()
    viewer.wait_until_drawn()
    viewer.graph.press("*")
    expect(viewer.graph.locator("canvas.tiles")).to_have_count(1)
    expect(small).to_be_hidden()
    viewer.graph.press("m")
    expect(small).to_be_visible()


def test_theme_changes_the_tiles_too(viewer: ViewerOnPage) -> None:
    viewer.graph.hover()
    viewer.page.keyboard.down("Control")
    viewer.page.mouse.wheel(0, 450)
    viewer.page.keyboard.up("Control")
    canvas = viewer.graph.locator("canvas.tiles")
    expect(canvas).to_be_visible()
    viewer.page.wait_for_timeout(800)
    brightest = """canvas => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let most = 0;
      for (let k = 0; k < data.length; k += 4)
        if (data[k + 3] > 250) most = Math.max(most, data[k] + data[k + 1] + data[k + 2]);
      return most;
    }"""
    light = canvas.evaluate(brightest)
    viewer.page.emulate_media(color_scheme="dark")
    expect(viewer.root).to_have_attribute("data-theme", "dark")
    viewer.page.wait_for_timeout(800)
    assert light > 700
    assert canvas.evaluate(brightest) < light


def test_opens_what_fits_again(viewer: ViewerOnPage, large: tuple[Path, int]) -> None:
    viewer.graph.press("*")
    expect(viewer.graph.locator("canvas.tiles")).to_have_count(0)
    assert viewer.graph.locator(".jv-box").count() > 3
    viewer.page.wait_for_function("count => jaxViz.drawn() === count", arg=large[1])
    expect(viewer.graph.locator(".minimap")).to_be_hidden()
