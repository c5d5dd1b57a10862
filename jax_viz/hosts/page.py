"""A report as one HTML file that needs no kernel, no server and no network.

The picture and the tables stand in the file as they are, so that something is there at once and without scripts;
the viewer, inlined once, takes their place.
"""

import base64
import hashlib
from html import escape
from importlib.resources import files

from jax_viz.document import Report, encode, envelope
from jax_viz.hosts.markup import SCENE_TYPE, figure, inert_json
from jax_viz.hosts.summary import headline

_STYLE = """\
html, body { height: 100%; margin: 0; }
body { font: 14px system-ui, sans-serif; color: #212121; background: #fff; }
main { position: relative; min-height: 100%; height: 100%; }
@media (prefers-color-scheme: dark) { body { color: #e0e0e0; background: #111; } }
"""

_PAGE_BUDGET = 48
"""Boxes of the first scene: those that fit the graph's part of a window of 1,200 by 700 pixels or so."""


class ViewerMissingError(RuntimeError):
    """The installed package lacks the built viewer; the message says how to build it."""


def page_html(document: Report) -> str:
    """Return the text of the page.

    Raises
    ------
    ViewerMissingError
        When the viewer has not been built (a source checkout without `npm run build`).
    """
    title = escape(headline(document))
    viewer = viewer_source()
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(viewer)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="jax_viz {escape(document.producer.jax_viz)}">
<title>{title} · jax_viz</title>
<style>{_STYLE}</style>
</head>
<body>
{figure(document, _picture(document), tag="main")}
{inert_json(envelope(document, headline(document)), document.id)}
{_first_scene(document)}
<script type="module">{viewer}</script>
</body>
</html>
"""


def viewer_source() -> str:
    """Return the one bundle, as text that may stand inside a script element.

    Raises
    ------
    ViewerMissingError
        When it has not been built.
    """
    bundle = files("jax_viz") / "static" / "viewer.js"
    if not bundle.is_file():
        raise ViewerMissingError(
            "The viewer of jax_viz is not built: jax_viz/static/viewer.js is missing. In a source checkout run "
            "`npm ci && npm run build`; an installed wheel has it, so reinstall jupyterlab-jax-viz."
        )
    text = bundle.read_text(encoding="utf-8")
    if "</script" in text.lower() or "<!--" in text:
        raise ViewerMissingError("The built viewer holds text that would end its script element. Build it again.")
    return text


def _policy(*scripts: str) -> str:
    """Return a policy under which only these scripts run and nothing is fetched.

    Styles may be inline: the viewer's own, and those of the static tables.
    """
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode('ascii')}'" for script in scripts
    )
    return (
        f"default-src 'none'; script-src {hashes}; worker-src blob:; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _first_scene(document: Report) -> str:
    """Return the scene that the viewer shows first, laid out now, so that the page need not."""
    try:
        from jax_viz.picture import request, scene  # noqa: PLC0415 - see `output`

        last = len(document.programs[0].stages) - 1
        wish = request(stage=last, budget=_PAGE_BUDGET)
        drawn = scene(encode(document).decode(), wish)
    except Exception:  # noqa: BLE001 - without it the viewer lays out for itself
        return ""
    return inert_json({"request": wish, "scene": drawn}, document.id, SCENE_TYPE)


def _picture(document: Report) -> str:
    try:
        from jax_viz.picture import picture_svg  # noqa: PLC0415 - see `output`

        svg: str = picture_svg(document)
    except Exception:  # noqa: BLE001 - the tables and the viewer stand without it
        return ""
    return svg
