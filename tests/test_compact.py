"""The picture of outputs: the same to look at, a third of the bytes."""

import io
import xml.etree.ElementTree as ET

import jax.numpy as jnp
import numpy as np
import pytest
from PIL import Image

import jax_viz
from jax_viz.picture import compact, picture_svg, png


@pytest.fixture(scope="module")
def pictures(mlp_report):
    svg = picture_svg(mlp_report.document)
    return svg, compact(svg)


def pixels(svg: str) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png(svg, zoom=1.0))).convert("L")).astype(int)


def test_is_less_than_half(pictures):
    svg, small = pictures
    assert len(small) < len(svg) / 2


def test_looks_the_same(pictures):
    """Curves may move by half a pixel; nothing else changes, and nothing is missing."""
    before, after = map(pixels, pictures)
    assert before.shape == after.shape
    assert (before < 200).mean() > 0.01, "there is something to see"
    assert abs((before < 200).mean() - (after < 200).mean()) < 0.002
    assert (abs(before - after) > 64).mean() < 0.005


def test_says_the_same(pictures):
    def texts(svg):
        return [element.text for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]

    before, after = map(texts, pictures)
    assert before == after
    assert any(text.startswith("line ") for text in after)


def test_looks_stay_with_their_picture(pictures):
    """Two of them in one page do not style each other."""
    other = compact(picture_svg(jax_viz.trace(jnp.sin, compile=False)(1.0).document))
    names = {ET.fromstring(svg).get("id") for svg in (pictures[1], other)}
    assert len(names) == 2
    for svg in (pictures[1], other):
        root = ET.fromstring(svg)
        style = root.find("{http://www.w3.org/2000/svg}style").text
        rules = [selector for rule in style.split("}")[:-1] for selector in rule.split("{")[0].split(",")]
        assert all(selector.startswith(f"#{root.get('id')} .") for selector in rules)


def test_text_of_a_report_stays_text():
    def f(x):
        return jnp.sin(x)

    f.__name__ = "</style><script>alert(1)</script>&\"'"
    svg = compact(picture_svg(jax_viz.trace(f, compile=False)(1.0).document))
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(svg).iter()}
    assert tags <= {"svg", "style", "g", "rect", "path", "text"}


@pytest.mark.parametrize(
    ("d", "expected"),
    [
        ("M1.2 2L3.4 2Z", "M1.2 2h2.2z"),
        ("M0 0C0 5 0 5 0 10.4V20", "M0 0V20"),
        ("M0.4 0C0 5 9.6 5 9.6 10", "M0 0c0 5 10 5 10 10"),
        ("M0 0Q1 1 2 2", "M0 0Q1 1 2 2"),
        ("M0 0 1 1", "M0 0 1 1"),
    ],
)
def test_paths(d, expected):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><g><path d="{d}"/></g></svg>'
    assert f"d='{expected}'" in compact(svg)
