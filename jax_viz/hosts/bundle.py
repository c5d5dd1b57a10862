"""The built viewer as Python puts it into pages, outputs and messages: packed, or as a script's text."""

import base64
import gzip
import hashlib
from functools import cache
from importlib.resources import files

_VIEWER_TYPE = "application/vnd.jaxviz.viewer+gzip"
"""Of the viewer's code, packed, which `src/hosts/start-viewer.ts` looks for."""


class ViewerMissingError(RuntimeError):
    """The installed package lacks the built viewer; the message says how to build it."""


def script_source(name: str) -> str:
    """Return a built script as text that may stand inside a script element.

    Raises
    ------
    ViewerMissingError
        When it has not been built.
    """
    bundle = files("jax_viz") / "static" / name
    if not bundle.is_file():
        raise ViewerMissingError(
            f"The viewer of jax_viz is not built: jax_viz/static/{name} is missing. In a source checkout run "
            "`npm ci && npm run build`; an installed wheel has it, so reinstall jupyterlab-jax-viz."
        )
    text = bundle.read_text(encoding="utf-8")
    if "</script" in text.lower() or "<!--" in text:
        raise ViewerMissingError("The built viewer holds text that would end its script element. Build it again.")
    return text


def packed_viewer(viewer: str | None = None) -> bytes:
    """Return the viewer's code, compressed."""
    return _compressed(script_source("viewer.js") if viewer is None else viewer)


def viewer_element(viewer: str | None = None) -> str:
    """Return a script element that holds the viewer; it runs nothing by itself."""
    return f'<script type="{_VIEWER_TYPE}">{_base64(packed_viewer(viewer))}</script>'


def viewer_script() -> str:
    """Return a script that starts the viewer on whatever page loads it."""
    return f'var jaxVizPacked="{_base64(packed_viewer())}";\n{script_source("start.js")}\n'


def viewer_version() -> str:
    """Return what tells this viewer from others on the same page."""
    return hashlib.sha256(packed_viewer()).hexdigest()[:8]


def csp_hash(script: str) -> str:
    """Return a script's name in a content security policy."""
    return f"'sha256-{_base64(hashlib.sha256(script.encode()).digest())}'"


@cache
def _compressed(text: str) -> bytes:
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
