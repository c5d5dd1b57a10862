"""The MIME bundle of a report: what a notebook output holds.

Every member alone shows something: the report itself for JupyterLab and Notebook 7 with our extension, HTML with a
picture and tables for other front ends, the picture for those without HTML, text for the rest. No member needs a
kernel, a comm, the network or saved widget state.
"""

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from jax_viz.document import Report, envelope
from jax_viz.hosts.bundle import script_source, viewer_element
from jax_viz.hosts.markup import MIME_TYPE, figure, inert_json, still
from jax_viz.hosts.renderers import on_choice, renderer
from jax_viz.hosts.summary import headline
from jax_viz.hosts.text import plain_text

if TYPE_CHECKING:
    from jax_viz.session import LiveReport

__all__ = ["LARGE", "HasDocument", "metadata", "mimebundle", "output_html", "plain_text", "show"]

WIDGET_TYPE = "application/vnd.jupyter.widget-view+json"

LARGE = 200_000
"""Bytes of compressed report from which on the output holds the report once, not in its HTML again."""

TOO_LARGE = 2_000_000
"""Characters of packed report from which on an output holds none: a Jupyter server lets about 3 MB through at once, and
drops what is more, so that nothing at all would be shown."""

_LOADER = (
    "<script>(()=>{"
    "const d=document.currentScript?.previousElementSibling,f=d?.previousElementSibling,m=window.jaxVizMount;"
    "if(!f||!m||'jaxVizMounted' in f.dataset)return;"
    "f.dataset.jaxVizMounted='';"
    "m(f,{gzip:JSON.parse(d.textContent).gzip},{height:480})"
    "})()</script>"
)
"""Makes the output live where the page has the viewer already; a viewer that comes later finds the output by itself
(`src/hosts/page.ts`). Else the static part stays. At most 1 kB."""

OPEN_IT = "Save it as a page and open that: jax_viz.last_report().save('report.html')."

Member = TypeVar("Member")


class HasDocument(Protocol):
    """What shows itself with this module: the public `Report`."""

    @property
    def document(self) -> Report:
        """The report as data."""
        ...

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until every section is there, at most `seconds`; return whether it is."""
        ...


def mimebundle(report: HasDocument) -> dict[str, Any]:
    """Return the MIME bundle of a report, with the members of the renderer in force (`renderers`).

    A member that cannot be made is left out, and the text says so: the rest of the output stands.

    Parameters
    ----------
    report
        The report as it is now; sections that are still being made are not waited for.
    """
    document = report.document
    faults: list[str] = []

    def attempt(name: str, make: Callable[[], Member]) -> Member | None:
        try:
            return make()
        except Exception as error:  # noqa: BLE001 - a fault costs its member, never the user's output
            faults.append(f"{name}: {type(error).__name__}: {error}")
            return None

    chosen, wrong = renderer()
    if wrong is not None:
        faults.append(wrong)
    packed = attempt(MIME_TYPE, lambda: envelope(document, headline(document)))
    large = ""
    if packed is not None and len(packed["gzip"]) > TOO_LARGE:
        large = (
            f"This report ({len(packed['gzip']) / 1e6:.1f} MB packed) is too large for a notebook's output. {OPEN_IT}"
        )
        packed = None
    svg = attempt("picture", lambda: _picture(document))
    widget = attempt("widget", lambda: _widget_view(document, packed, svg)) if chosen.widget else None
    viewer = attempt("viewer", lambda: _carried_viewer(document)) if chosen.html == "viewer" else None
    html = attempt(
        "text/html",
        lambda: output_html(document, svg, None if chosen.html == "still" else packed, note=large, viewer=viewer or ""),
    )
    text = attempt("text/plain", lambda: plain_text(document, complete=report.wait(0)))
    text = text or f"jax_viz report {document.id}"
    if large:
        text += f"\n  {large}"
    if faults:
        text += "\n  not made   " + "; ".join(faults)
    members = {
        MIME_TYPE: packed if chosen.report else None,
        WIDGET_TYPE: widget,
        "text/html": html,
        "image/svg+xml": svg,
        "text/plain": text,
    }
    return {name: member for name, member in members.items() if member is not None}


def metadata() -> dict[str, Any]:
    """Return what stands beside the members: in Colab, where its front end finds the widget manager."""
    if not renderer()[0].widget:
        return {}
    try:
        from jax_viz.hosts import widget  # noqa: PLC0415 - anywidget, which only this renderer needs

        return widget.view_metadata()
    except Exception:  # noqa: BLE001 - `mimebundle` says what is wrong with it
        return {}


def output_html(
    document: Report, svg: str | None, packed: dict[str, str] | None, *, note: str = "", viewer: str = ""
) -> str:
    """Return the picture, the tables and, for reports up to `LARGE`, the report as inert JSON with its loader.

    `note` is said below them; `viewer` is the viewer itself, where this output brings it.
    """
    live = ""
    if packed is not None and len(packed["gzip"]) * 3 // 4 <= LARGE:
        live = inert_json(packed, document.id) + _LOADER
    said = f"<p>{escape(note)}</p>" if note else ""
    return f"<div>{figure(document, still(document, svg))}{live}{said}{viewer}</div>"


class _Carrier:
    """Which output of this kernel brings the viewer: the first, and again whatever its cell shows in its place."""

    def __init__(self) -> None:
        self._report: str | None = None
        self._cell: str | None = None

    def forget(self) -> None:
        self._report = self._cell = None

    def is_(self, document: Report) -> bool:
        cell = document.cell.id if document.cell is not None else None
        if self._report is None:
            self._report, self._cell = document.id, cell
        elif cell is not None and cell == self._cell:
            self._report = document.id
        return document.id == self._report


_carrier = _Carrier()
on_choice(_carrier.forget)


def _carried_viewer(document: Report) -> str:
    return f"{viewer_element()}<script>{script_source('start.js')}</script>" if _carrier.is_(document) else ""


def _widget_view(document: Report, packed: dict[str, str] | None, svg: str | None) -> dict[str, Any] | None:
    from jax_viz.hosts import widget  # noqa: PLC0415 - anywidget, which only this renderer needs

    return None if packed is None else widget.view(document.id, packed, svg or "")


def _picture(document: Report) -> str:
    from jax_viz.picture import compact, picture_svg  # noqa: PLC0415 - an engine, which may fail to load

    svg: str = compact(picture_svg(document))
    return svg


def show(live: "LiveReport") -> None:
    """Display a report in the running notebook, or print its summary elsewhere."""
    from jax_viz.hosts import display  # noqa: PLC0415 - display needs this module

    display.show(live)
