"""A notebook as one HTML file in which every report is live: no kernel, no server, no network.

nbconvert makes the page. Whatever its template would load from elsewhere is left out; the viewer stands in it once.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jax_viz.document import Report, ReportFileError, envelope, unwrap_envelope
from jax_viz.hosts.bundle import csp_hash, script_source, viewer_element
from jax_viz.hosts.markup import MIME_TYPE, figure, inert_json, still
from jax_viz.hosts.output import WIDGET_TYPE
from jax_viz.hosts.page import still_picture
from jax_viz.hosts.summary import headline

SUFFIXES = (".html", ".htm")

_TEMPLATE = "jax_viz.html.j2"

_SOURCE = """\
{%- extends 'lab/index.html.j2' -%}
{%- block html_head -%}
<meta http-equiv="Content-Security-Policy" content="{{ resources.jax_viz.policy }}">
{{ super() }}
{%- endblock html_head -%}
{%- block html_head_js -%}{%- endblock -%}
{%- block jupyter_widgets -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}{%- endblock -%}
{%- block html_head_js_mermaidjs -%}{%- endblock -%}
{%- block footer_js -%}{{ resources.jax_viz.viewer }}{%- endblock -%}
"""
"""nbconvert's own page, without what it loads from elsewhere."""

_POLICY = (
    "default-src 'none'; script-src {scripts}; worker-src blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; media-src data:; base-uri 'none'; form-action 'none'"
)

_NO_MARKUP = "; require-trusted-types-for 'script'; trusted-types jax-viz-page jax-viz-worker"
_ANY_SCRIPT = "'unsafe-inline' 'unsafe-eval' blob:"


class ExportError(Exception):
    """The notebook cannot be exported; the message says why and what to do."""


def export(notebook: Path, *, other_scripts: bool = False) -> tuple[str, list[str]]:
    """Return a notebook's page, and a note for each thing in it that is not as in the notebook.

    Parameters
    ----------
    notebook
        The `.ipynb` file.
    other_scripts
        Whether scripts in the notebook's other outputs may run. They still get nothing from the network.

    Raises
    ------
    ExportError
        When there is no such notebook, it holds no report, or nbconvert is not installed.
    ViewerMissingError
        When the viewer has not been built.
    """
    content = _read(notebook)
    notes: list[str] = []
    shown = 0
    for place, output in _outputs(content):
        if MIME_TYPE in output["data"]:
            shown += _make_live(output, place, notes)
        else:
            output["data"].pop(WIDGET_TYPE, None) if len(output["data"]) > 1 else None
            if not other_scripts and _has_scripts(output["data"]):
                notes.append(
                    f"{place}: an output of another program needs scripts, which this page does not run. Export with "
                    "--other-scripts to let them run, without the network."
                )
    if not shown:
        raise ExportError(
            f"{notebook} holds no jax_viz report in its outputs{_damage(notes)}. Run a cell with %%jaxviz in it, save "
            "the notebook and export it again; outputs made with set_renderer('static') hold none."
        )
    return _convert(content, notebook, other_scripts=other_scripts), notes


def _read(path: Path) -> Any:
    try:
        import nbformat  # noqa: PLC0415 - not among what jax_viz needs
        from nbformat.reader import NotJSONError  # noqa: PLC0415
    except ImportError as error:
        raise ExportError(_NO_NBCONVERT) from error
    try:
        with path.open(encoding="utf-8") as file:
            return nbformat.read(file, as_version=4)
    except FileNotFoundError:
        raise ExportError(f"There is no file {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ExportError(f"{path} cannot be read: {error}.") from None
    except (NotJSONError, AttributeError, KeyError, TypeError, nbformat.ValidationError):
        raise ExportError(f"{path} is not a notebook: export takes an .ipynb file as Jupyter writes it.") from None


def _outputs(content: Any) -> Iterator[tuple[str, Any]]:
    """Yield each output that holds data, with its place for people."""
    for number, cell in enumerate(content.cells, 1):
        for output in cell.get("outputs", []):
            if "data" in output:
                run = cell.get("execution_count")
                yield f"cell {number}" + (f" (In [{run}])" if run is not None else ""), output


def _make_live(output: Any, place: str, notes: list[str]) -> bool:
    """Put a report's figure in place of an output's members; where it is damaged, say so and keep the others."""
    value = output["data"].pop(MIME_TYPE)
    output["data"].pop(WIDGET_TYPE, None)
    try:
        document = unwrap_envelope(value if isinstance(value, dict) else {})
    except ReportFileError as error:
        notes.append(f"{place}: its report is damaged and shown as a still picture. {error}")
        return False
    # What the output's own HTML says is not trusted: all of the page's figures are made here.
    output["data"] = {"text/html": _figure(document)}
    output["metadata"] = {}
    return True


def _figure(document: Report) -> str:
    packed = envelope(document, headline(document))
    picture = still_picture(document)
    return f"<div>{figure(document, still(document, picture))}{inert_json(packed, document.id)}</div>"


def _has_scripts(data: Any) -> bool:
    html = "".join(data.get("text/html", ""))
    return "application/javascript" in data or "<script" in html.lower()


def _convert(content: Any, path: Path, *, other_scripts: bool) -> str:
    try:
        from jinja2 import DictLoader  # noqa: PLC0415 - nbconvert's
        from nbconvert import HTMLExporter  # noqa: PLC0415
    except ImportError as error:
        raise ExportError(_NO_NBCONVERT) from error
    viewer, start = script_source("viewer.js"), script_source("start.js")
    exporter = HTMLExporter(
        extra_loaders=[DictLoader({_TEMPLATE: _SOURCE})],
        template_file=_TEMPLATE,
        embed_images=True,
    )
    scripts = _ANY_SCRIPT if other_scripts else f"{csp_hash(start)} {csp_hash(viewer)}"
    ours = {
        "policy": _POLICY.format(scripts=scripts) + ("" if other_scripts else _NO_MARKUP),
        "viewer": f"{viewer_element(viewer)}<script>{start}</script>",
    }
    resources = {"metadata": {"name": path.stem, "path": str(path.parent)}, "jax_viz": ours}
    text, _ = exporter.from_notebook_node(content, resources=resources)
    return str(text)


def _damage(notes: list[str]) -> str:
    return " that can be read" if any("damaged" in note for note in notes) else ""


_NO_NBCONVERT = "Exporting a notebook needs nbconvert, which is not installed: pip install nbconvert"
