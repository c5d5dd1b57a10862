"""The picture once more, in a third of the bytes: the form that an output of a notebook holds twice.

Names for the mouse and for scripts go, since a picture in an `<img>` has neither; each look is said once, in a style
sheet that reaches this picture only; long curves end on whole pixels. What is to be seen is the same.
"""

import re
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

_SVG = "{http://www.w3.org/2000/svg}"
_UNSEEN = {"data-id", "data-path"}
_WIDTH = "stroke-width"
_USUAL = (_WIDTH, "1")
_SHAPES = {"rect", "path", "text"}
_LOOK = (
    "fill",
    "stroke",
    "stroke-opacity",
    "stroke-linecap",
    "stroke-dasharray",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
)
_PATH_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}


@dataclass
class _Shape:
    """An element that draws: its tag, its own attributes, its look, and its text."""

    tag: str
    attributes: dict[str, str]
    look: "_Look"
    text: str = ""


_Look = tuple[tuple[str, str], ...]


class _Classes:
    """The looks that occur, each with a short name. How thick a line is stays with the line: few are alike in that."""

    def __init__(self) -> None:
        self._names: dict[_Look, str] = {}

    def of(self, look: _Look) -> str:
        return self._names.setdefault(look, _letters(len(self._names)))

    def style(self, scope: str) -> str:
        """Return the style sheet. What the families of fonts are is long, and said once for all that share it."""
        rules: dict[str, list[str]] = {}
        for look, name in self._names.items():
            family = [declaration for declaration in look if declaration[0] == "font-family"]
            for declarations in (family, [declaration for declaration in look if declaration not in family]):
                if declarations:
                    text = ";".join(f"{key}:{_css(key, value)}" for key, value in declarations)
                    rules.setdefault(text, []).append(f"#{scope} .{name}")
        return "".join(f"{','.join(names)}{{{text}}}" for text, names in rules.items())


def compact(svg: str) -> str:
    """Return an SVG text of `picture_svg` without what an image cannot show, written shorter.

    Raises
    ------
    xml.etree.ElementTree.ParseError
        When the text is not XML.
    """
    root = ET.fromstring(svg)  # noqa: S314 - our own writer's
    classes = _Classes()
    inner = "".join(_written(child, classes) for child in root)
    # Its own name keeps the style sheet to this picture where a front end puts it among others into one page.
    name = f"v{zlib.crc32(svg.encode()):x}"
    style = escape(classes.style(name), quote=False)
    attributes = _attributes({key: value for key, value in root.attrib.items() if key != "id"})
    return f"<svg xmlns='{_SVG[1:-1]}' id='{name}'{attributes}><style>{style}</style>{inner}</svg>"


def _written(element: ET.Element, classes: _Classes) -> str:
    tag = element.tag.removeprefix(_SVG)
    if tag == "g":
        shapes = "".join(_shape(shape, classes) for shape in _joined(_shapes(element)))
        return f"<g{_attributes(_own(element))}>{shapes}</g>"
    return "".join(_shape(shape, classes) for shape in _shapes([element]))


def _shapes(elements: Iterable[ET.Element]) -> Iterator[_Shape]:
    """Yield what draws, in order; groups inside are only names for it."""
    for element in elements:
        tag = element.tag.removeprefix(_SVG)
        if tag in _SHAPES:
            own = _own(element)
            look = tuple((name, own.pop(name)) for name in _LOOK if name in own)
            yield _Shape(tag, own, look, element.text or "")
        elif tag == "g":
            yield from _shapes(element)


def _joined(shapes: Iterable[_Shape]) -> Iterator[_Shape]:
    """Yield the shapes; paths that follow each other become one for each look, solid ones over lines."""
    run: list[_Shape] = []
    for shape in shapes:
        if shape.tag == "path":
            run.append(shape)
            continue
        yield from _one_for_each_look(run)
        run = []
        yield shape
    yield from _one_for_each_look(run)


def _one_for_each_look(run: list[_Shape]) -> list[_Shape]:
    drawn: dict[tuple[_Look, str], list[str]] = {}
    for shape in sorted(run, key=lambda shape: ("fill", "none") not in shape.look):
        drawn.setdefault((shape.look, shape.attributes.get(_WIDTH, "")), []).append(_path(shape.attributes["d"]))
    return [
        _Shape("path", {"d": "".join(paths)} | ({_WIDTH: width} if width else {}), look)
        for (look, width), paths in drawn.items()
    ]


def _shape(shape: _Shape, classes: _Classes) -> str:
    start = f"<{shape.tag}{_attributes(shape.attributes)} class='{classes.of(shape.look)}'"
    return f"{start}>{escape(shape.text, quote=False)}</text>" if shape.tag == "text" else f"{start}/>"


def _own(element: ET.Element) -> dict[str, str]:
    return {name: value for name, value in element.attrib.items() if name not in _UNSEEN and (name, value) != _USUAL}


def _attributes(attributes: dict[str, str]) -> str:
    # Single quotes cost nothing in the JSON of a notebook.
    return "".join(f" {name}='{escape(value)}'" for name, value in attributes.items())


def _letters(number: int) -> str:
    """Return `a` … `z`, `aa`, …."""
    rest, letter = divmod(number, 26)
    return ("" if rest == 0 else _letters(rest - 1)) + chr(ord("a") + letter)


def _css(name: str, value: str) -> str:
    return f"{value}px" if name == "font-size" else value


def _path(d: str) -> str:
    """Return the path in relative steps, curves on whole pixels; as it is where it has commands that we do not know."""
    tokens = _PATH_TOKEN.findall(d)
    if any(token.isalpha() and token not in _NUMBERS for token in tokens):
        return d
    grid = 10 if "C" in tokens else 1  # in tenths of a pixel
    out: list[str] = []
    x = y = 0
    while tokens:
        command, *tokens = tokens
        count = _NUMBERS.get(command)
        if count is None or len(tokens) < count or any(token.isalpha() for token in tokens[:count]):
            return d  # numbers without a command of their own: not our writer's
        values = [grid * round(float(token) * 10 / grid) for token in tokens[:count]]
        tokens = tokens[count:]
        if command == "Z":
            out.append("z")
            continue
        end_x = x if command == "V" else values[-1] if command == "H" else values[-2]
        end_y = y if command == "H" else values[-1]
        if command == "M":
            out.append(f"M{_numbers(values)}")
        elif command == "C" and {x} != {*values[::2]}:
            out.append(f"c{_numbers(value - (y if index % 2 else x) for index, value in enumerate(values))}")
        elif end_x == x:
            out.append(f"V{_numbers([end_y])}")
        elif end_y == y:
            out.append(f"h{_numbers([end_x - x])}")
        else:
            out.append(f"l{_numbers([end_x - x, end_y - y])}")
        x, y = end_x, end_y
    # A line straight on needs no corner.
    return re.sub(r"(?:V[-.\d]+)+(V[-.\d]+)", r"\1", "".join(out))


def _numbers(tenths: Iterable[int]) -> str:
    text = ""
    for number in tenths:
        shown = f"{number / 10:.1f}".removesuffix(".0")
        text += shown if not text or shown.startswith("-") else f" {shown}"
    return text
