"""Pictures of a report without a browser: the viewer's own layout, run in QuickJS."""

from jax_viz.picture.compact import compact
from jax_viz.picture.engine import FirstPaint, PictureError, first_paint, request, scene
from jax_viz.picture.png import png
from jax_viz.picture.svg import picture_png, picture_svg, svg

__all__ = [
    "FirstPaint",
    "PictureError",
    "compact",
    "first_paint",
    "picture_png",
    "picture_svg",
    "png",
    "request",
    "scene",
    "svg",
]
