"""SVG to PNG, the same on every machine."""

import re
from pathlib import Path

import resvg_py

_FONTS = Path(__file__).parent / "fonts"
_OURS = re.compile(r"[\n\t\u0020-\u017f\u0391-\u03c9\u2010-\u2026\u2190-\u2193\u2248\u2264\u2265]*")


def png(svg: str, *, zoom: float = 2.0) -> bytes:
    """Return the pixels of an SVG text.

    The fonts are our own, so that a server without any draws words too; only text in scripts
    that they lack is drawn with the system's.
    """
    pixels: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=zoom,
        skip_system_fonts=_OURS.fullmatch(svg) is not None,
        font_files=[str(path) for path in sorted(_FONTS.glob("*.ttf"))],
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
    return bytes(pixels)
