"""Sphinx: one viewer for a site, live reports in its pages.

Add `"jax_viz.hosts.sphinx"` to `extensions`. Reports in the outputs of myst-nb's notebooks become live by themselves; a
saved report stands where the directive does:

    .. jax-viz:: reports/update.json
       :height: 600
       :caption: The training step

A page without JavaScript shows the picture and the tables; PDF, manual pages and plain text get the summary.
"""

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from jax_viz.document import Report, ReportFileError, decode, envelope, unwrap_envelope
from jax_viz.hosts.bundle import ViewerMissingError, viewer_script
from jax_viz.hosts.markup import MIME_TYPE, figure, inert_json, still
from jax_viz.hosts.page import still_picture
from jax_viz.hosts.summary import headline
from jax_viz.hosts.text import plain_text
from jax_viz.session import own_version

SCRIPT = "jax_viz_viewer.js"
"""In the site's `_static`: the viewer and what starts it."""

KIND = "jax-viz"
"""Of warnings, for `suppress_warnings`."""

_log = logging.getLogger(__name__)


class ReportNode(nodes.General, nodes.Element):  # type: ignore[misc]
    """A report in a document: HTML for pages, its text as a child for everything else."""


class ReportDirective(SphinxDirective):
    """`.. jax-viz:: report.json`: the report that `report.save("report.json")` wrote, live."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = False
    option_spec = {  # noqa: RUF012 - docutils' own declaration
        "height": directives.positive_int,
        "caption": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Return the report's node; nothing, with a warning that names the place, where there is none."""
        name, path = self.env.relfn2path(self.arguments[0])
        # The page is made again when the file changes, and when a missing one comes.
        self.env.note_dependency(name)
        try:
            document = decode(Path(path).read_bytes(), name=name)
        except FileNotFoundError:
            return self._warn(f"There is no report {name}. Make it with report.save({Path(name).name!r}).")
        except (OSError, ReportFileError) as error:
            return self._warn(str(error))
        return [report_node(document, self.options.get("caption", ""), self.options.get("height"))]

    def _warn(self, message: str) -> list[nodes.Node]:
        _log.warning(message, location=self.get_location(), type=KIND, subtype="report")
        return []


def report_node(document: Report, caption: str = "", height: int | None = None) -> ReportNode:
    """Return the node of a report: its HTML, and its text for builders that make no HTML."""
    node = ReportNode()
    body = figure(document, still(document, still_picture(document)), height=height)
    node["html"] = body + inert_json(envelope(document, headline(document)), document.id)
    node["caption"] = caption
    if caption:
        node.append(nodes.paragraph("", caption))
    text = plain_text(document)
    node.append(nodes.literal_block(text, text, language="none"))
    return node


class NotebookReports:
    """Makes reports in notebooks' outputs live; shaped as myst-nb's `MimeRenderPlugin`."""

    mime_priority_overrides = (("*", MIME_TYPE, 1),)

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """Return a report's node; nothing where it cannot be read, and then myst-nb shows the next member."""
        if data.mime_type != MIME_TYPE:
            return None
        try:
            document = unwrap_envelope(data.content if isinstance(data.content, dict) else {})
        except ReportFileError as error:
            # Their logger knows which notebook this is; ours would not.
            message = f"a report is shown as a still picture: {error}"
            renderer.logger.warning(message, line=data.line, subtype=KIND)
            return []
        return [] if inline else [report_node(document)]


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the extension; Sphinx calls this."""
    as_it_is = (_visit_nothing, _depart_nothing)
    app.add_node(
        ReportNode,
        html=(_visit_html, _depart_nothing),
        latex=as_it_is,
        text=as_it_is,
        man=as_it_is,
        texinfo=as_it_is,
    )
    app.add_directive("jax-viz", ReportDirective)
    app.connect("config-inited", _meet_myst_nb)
    app.connect("html-page-context", _announce)
    app.connect("build-finished", _write_viewer)
    return {"version": own_version(), "parallel_read_safe": True, "parallel_write_safe": True}


def _meet_myst_nb(app: Sphinx, _config: Any) -> None:
    """Register with myst-nb where the site uses it.

    An entry point would do so too, but for every site of an environment, also for those without this extension.
    """
    if "myst_nb" not in app.extensions:
        return
    from myst_nb.core.render import load_mime_renders  # noqa: PLC0415 - there only now

    renderers = load_mime_renders()  # the one list that myst-nb keeps
    if NotebookReports not in renderers:
        renderers.append(NotebookReports)


def _announce(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    if app.builder.format == "html" and "data-jax-viz=" in context.get("body", ""):
        app.add_js_file(SCRIPT, loading_method="defer")  # from this event: on this page only


def _write_viewer(app: Sphinx, fault: Exception | None) -> None:
    if fault is not None or app.builder.format != "html":
        return
    try:
        text = viewer_script()
    except ViewerMissingError as error:
        _log.warning(str(error), type=KIND, subtype="viewer")
        return
    path = Path(app.outdir) / "_static" / SCRIPT
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8", newline="\n")


def _visit_html(translator: Any, node: ReportNode) -> None:
    caption = node["caption"]
    translator.body.append('<figure class="jax-viz" style="margin:1em 0">')
    translator.body.append(node["html"])
    if caption:
        translator.body.append(f"<figcaption>{translator.encode(caption)}</figcaption>")
    translator.body.append("</figure>\n")
    raise nodes.SkipNode


def _visit_nothing(_translator: Any, _node: ReportNode) -> None:
    """Write what stands inside as it is."""


def _depart_nothing(_translator: Any, _node: ReportNode) -> None:
    """Close nothing."""
