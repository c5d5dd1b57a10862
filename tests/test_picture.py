"""Pictures without a browser: every equation is drawn, for all kinds of programs, and the files are what they say."""

import multiprocessing
import re
import struct
import threading
import xml.etree.ElementTree as ET
import zlib

import jax.numpy as jnp
import programs
import pytest

import jax_viz
from jax_viz.document import encode
from jax_viz.picture import PictureError, engine, picture_png, picture_svg, png, request, scene

GROUPINGS = ("calls", "scopes", "phase", "regions")


def _traced(name):
    function, arguments = programs.make(name)
    return jax_viz.trace(function, compile=False)(*arguments).document


@pytest.fixture(scope="module", params=programs.SHAPES_OF_PROGRAM)
def document(request):
    return _traced(request.param)


@pytest.fixture(scope="module")
def small():
    return jax_viz.trace(lambda x: jnp.sin(x) + 1, compile=False)(jnp.ones(3)).document


def _scene_of_all(document, wishes):
    """Return a scene of the whole program, checked to stand for each equation with one box."""
    shown = scene(encode(document).decode(), wishes)
    rows = sorted(row for box in shown["boxes"] for row in box["equations"])
    assert rows == list(range(len(document.programs[0].stages[0].equations.region)))
    assert shown["drawn"] == len(rows)
    return shown


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_every_equation_is_drawn_once(document, grouping):
    first = _scene_of_all(document, request(grouping=grouping))
    closed = [box["id"] for box in first["boxes"] if box["expandable"] and not box["open"]]
    _scene_of_all(document, request(grouping=grouping, plumbing=True, opened=closed[:10]))


@pytest.mark.parametrize("name", programs.USER_PROGRAMS)
def test_every_equation_of_a_users_program_is_drawn_once(name):
    _scene_of_all(_traced(name), request())


def test_every_result_that_is_computed_is_reached(document):
    stage = document.programs[0].stages[0]
    shown = scene(encode(document).decode(), request())
    reached = {shown["boxes"][edge["to"]]["id"] for edge in shown["edges"]}
    outputs = stage.regions.outputs[: stage.regions.output_offsets[1]]
    for position, value in enumerate(outputs):
        if stage.values.literal[value] < 0:
            assert f"o{position}" in reached


def test_the_picture_is_xml_with_a_figure_for_each_box(document):
    shown = scene(encode(document).decode(), request())
    root = ET.fromstring(picture_svg(document))
    ids = {element.get("data-id") for element in root.iter() if element.get("data-id")}
    assert {box["id"] for box in shown["boxes"]} <= ids


def test_the_png_has_the_size_of_the_picture(small):
    root = ET.fromstring(picture_svg(small))
    pixels = picture_png(small, zoom=2)
    assert pixels[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", pixels[16:24])
    assert (width, height) == (2 * int(root.get("width")), 2 * int(root.get("height")))


def test_words_are_drawn_without_system_fonts(small):
    svg = picture_svg(small)
    words = ET.fromstring(svg)
    for parent in list(words.iter()):
        for child in [child for child in parent if child.tag.endswith("}text")]:
            parent.remove(child)
    assert _ink(png(svg)) > _ink(png(ET.tostring(words, encoding="unicode"))) * 1.2


def _ink(image: bytes) -> int:
    """Return how many bytes of the image are not paper; filters are undone by no one, but white rows are zeros."""
    data = b""
    at = 8
    while at < len(image):
        length, kind = struct.unpack(">I4s", image[at : at + 8])
        if kind == b"IDAT":
            data += image[at + 8 : at + 8 + length]
        at += 12 + length
    return sum(byte not in (0, 255) for byte in zlib.decompress(data))


def test_the_dark_picture_differs_in_colours_only(small):
    light, dark = (ET.fromstring(picture_svg(small, theme=theme)) for theme in ("light", "dark"))
    assert [element.text for element in light.iter()] == [element.text for element in dark.iter()]
    assert ET.tostring(light) != ET.tostring(dark)


def test_a_report_without_programs_has_a_picture_that_says_so(small):
    document = type(small)(**{**{name: getattr(small, name) for name in small.__struct_fields__}, "programs": []})
    assert "No program was traced." in picture_svg(document)


def test_a_fault_of_the_layout_is_told_in_one_line(small):
    message = "The picture could not be made: The report has no stage 7 of a program 0."
    with pytest.raises(PictureError, match=f"^{re.escape(message)}$"):
        scene(encode(small).decode(), request(stage=7))


def test_a_missing_build_says_how_to_build(small, monkeypatch, tmp_path):
    monkeypatch.setattr(engine, "_STATIC", tmp_path)
    monkeypatch.setattr(engine, "_layout", engine._Script("worker.js"))
    with pytest.raises(PictureError, match="npm run build:viewer"):
        picture_svg(small)


def test_threads_may_draw_at_the_same_time(small):
    wanted = picture_svg(small)
    made = []
    threads = [threading.Thread(target=lambda: made.append(picture_svg(small))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [wanted] * 4


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*")
def test_a_forked_process_draws_too(small):
    picture_svg(small)
    text = encode(small).decode()
    receiving, sending = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_draw_into, args=(sending, text))
    child.start()
    assert receiving.poll(60), "the forked process gave no picture"
    assert receiving.recv().startswith("<svg")
    child.join()


def _draw_into(pipe, text):
    pipe.send(jax_viz.picture.svg(text))
