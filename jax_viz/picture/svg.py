"""The picture of a document."""

from jax_viz.document import Report, encode
from jax_viz.picture.engine import Theme, draw, request
from jax_viz.picture.png import png


def picture_svg(document: Report, *, program: int = 0, theme: Theme = "light") -> str:
    """Return the picture of a program's last stage as an SVG text that stands alone.

    Parameters
    ----------
    document
        The report as data.
    program
        Which of its programs.
    theme
        Dark or light paper.

    Raises
    ------
    PictureError
        When the viewer was not built, or the layout fails.
    """
    stages = document.programs[program].stages if document.programs else []
    return svg(encode(document).decode(), program=program, stage=max(0, len(stages) - 1), theme=theme)


def picture_png(document: Report, *, program: int = 0, theme: Theme = "light", zoom: float = 2.0) -> bytes:
    """Return the same picture as a PNG, `zoom` pixels for each of the SVG's."""
    return png(picture_svg(document, program=program, theme=theme), zoom=zoom)


def svg(report_json: str, *, program: int = 0, stage: int = 0, theme: Theme = "light") -> str:
    """Return the picture of one stage of an encoded document."""
    return draw(report_json, request(program=program, stage=stage), theme)
