"""Pictures of a report without a browser: the viewer's own layout, run in QuickJS."""

from jax_viz.picture.engine import PictureError, request, scene
from jax_viz.picture.png import png
from jax_viz.picture.svg import picture_png, picture_svg, svg

__all__ = ["PictureError", "picture_png", "picture_svg", "png", "request", "scene", "svg"]
