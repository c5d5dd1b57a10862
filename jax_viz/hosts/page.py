"""A report as one HTML file that needs no kernel, no server and no network.

What the viewer shows first stands in the file as elements, so that the reader sees it before any of the viewer has
run; the viewer, inlined once, then takes its place. Without scripts there are the picture and the tables.
"""

from collections.abc import Iterable
from html import escape
from html.parser import HTMLParser

from jax_viz.document import Report, encode, envelope, visible_line
from jax_viz.hosts.bundle import csp_hash, script_source, viewer_element
from jax_viz.hosts.markup import SCENE_TYPE, inert_json, still
from jax_viz.hosts.summary import headline

_STYLE = """\
html, body { height: 100%; margin: 0; }
body { font: 14px system-ui, sans-serif; color: #212121; background: #fff; }
main { position: relative; min-height: 100%; height: 100%; }
@media (prefers-color-scheme: dark) { body { color: #e0e0e0; background: #111; } }
"""

_ARRANGED = "jax-viz-arranged"
"""The browser shows nothing before it has run the script of this name, which fits the first paint to the window."""

_NO_FIRST_PAINT = "<style>[data-jax-viz-first]{display:none}</style>"


def page_html(document: Report) -> str:
    """Return the text of the page.

    Raises
    ------
    ViewerMissingError
        When the viewer has not been built (a source checkout without `npm run build`).
    """
    title = escape(headline(document))
    viewer = script_source("viewer.js")
    arrange = script_source("first-paint.js")
    first, scene, picture = _first_paint(document)
    waiting = f'{first}<script id="{_ARRANGED}">{arrange}</script>'
    plain = still(document, picture or still_picture(document))
    # Who runs scripts sees the first paint instead.
    waiting += f"<noscript>{_NO_FIRST_PAINT}{plain}</noscript>" if first else plain
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy((arrange, viewer), _styles(waiting))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="jax_viz {escape(visible_line(document.producer.jax_viz))}">
<link rel="expect" href="#{_ARRANGED}" blocking="render">
<title>{title} · jax_viz</title>
<style>{_STYLE}</style>
</head>
<body>
<main data-jax-viz="{escape(document.id)}" data-height="fill">{waiting}</main>
{scene}
{inert_json(envelope(document, headline(document)), document.id)}
{viewer_element(viewer)}
</body>
</html>
"""


POLICY = (
    "default-src 'none'; script-src {scripts}; worker-src blob:; style-src 'unsafe-hashes' {styles}; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types jax-viz-page jax-viz-worker"
)
"""Under it nothing is fetched, and only those scripts and styles count whose hashes it names; `docs/security.md` says
what each part is for. `'unsafe-hashes'` lets hashes stand for style attributes too, of which the first paint and the
tables have some; the viewer itself sets its styles by script, which no policy forbids."""


def _policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    return POLICY.format(scripts=_hashes(scripts), styles=_hashes(styles))


def _hashes(texts: Iterable[str]) -> str:
    return " ".join(map(csp_hash, texts))


def _styles(markup: str) -> list[str]:
    """Return every style of the page, of elements and of attributes, each once."""
    reader = _StyleReader()
    reader.feed(markup)
    reader.close()
    return list(dict.fromkeys([_STYLE, *reader.styles]))


class _StyleReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.styles: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "style":
            self.styles.append("")
        self._inside = tag == "style"
        self.styles += [value or "" for name, value in attrs if name == "style"]

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.styles[-1] += data

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the parser's own name
        self._inside = False


def _first_paint(document: Report) -> tuple[str, str, str]:
    """Return what the viewer shows first, as inert JSON the scene in it, and a picture; nothing where that fails."""
    try:
        from jax_viz.picture import compact, first_paint  # noqa: PLC0415 - see `output`

        first = first_paint(encode(document).decode())
    except Exception:  # noqa: BLE001 - without it the viewer draws for itself, over the picture and the tables
        return "", "", ""
    scene = inert_json({"request": first.request, "scene": first.scene}, document.id, SCENE_TYPE)
    return first.markup, scene, compact(first.svg)


def still_picture(document: Report) -> str:
    """Return the picture that stands in a page until the viewer runs; nothing where it cannot be made."""
    try:
        from jax_viz.picture import compact, picture_svg  # noqa: PLC0415 - see `output`

        svg: str = compact(picture_svg(document))
    except Exception:  # noqa: BLE001 - the tables and the viewer stand without it
        return ""
    return svg
