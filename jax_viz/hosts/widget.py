"""A report as a widget, by anywidget: for front ends that have no extension of ours but show widgets.

The widget's state, which notebooks save, holds a loader of 1 kB and a small picture. The loader asks for the report
and, once a page, for the viewer; both come as messages, so that no saved state ever holds them. Imported only when
needed.
"""

import base64
import gzip
import weakref
from typing import Any

import anywidget
import ipywidgets
import traitlets

from jax_viz.hosts.bundle import packed_viewer, script_source, viewer_version
from jax_viz.hosts.protocol import PROTOCOL

Answer = tuple[dict[str, Any], list[bytes]]


class ReportWidget(anywidget.AnyWidget):
    """Shows one report. It keeps the packed report and nothing of what the report was made from."""

    summary = traitlets.Unicode().tag(sync=True)
    """The picture's text alternative."""
    still = traitlets.Unicode().tag(sync=True)
    """The picture, for when no kernel answers: SVG, gzipped, base64."""
    viewer = traitlets.Unicode().tag(sync=True)
    """Which viewer fits: pages load each one once."""

    def __init__(self, packed: dict[str, str], svg: str) -> None:
        self._packed = base64.b64decode(packed["gzip"])
        super().__init__(
            summary=packed["summary"], still=_still(svg), viewer=viewer_version(), layout=_layout(), _esm=_loader()
        )
        self.on_msg(self._hear)

    def change(self, packed: dict[str, str], svg: str) -> None:
        """Take a newer version of the report, and tell every view of it."""
        data = base64.b64decode(packed["gzip"])
        if data == self._packed:
            return
        self._packed = data
        self.summary, self.still = packed["summary"], _still(svg)
        self.send({"type": "changed"}, [data])

    def answer(self, message: object) -> Answer:
        """Return the answer to a request `{id, type, protocol}`, and what goes beside it as bytes.

        Never raises: a request of the wrong shape, or one that fails, is answered with what is wrong.
        """
        request = message if isinstance(message, dict) else {}
        head = {"id": request.get("id"), "protocol": PROTOCOL}
        try:
            return self._answer(request, head)
        except Exception as error:  # noqa: BLE001 - the asker gets to know; the kernel's log is not read
            return {**head, "error": f"{type(error).__name__}: {error}"}, []

    def _answer(self, request: dict[str, Any], head: dict[str, Any]) -> Answer:
        if request.get("protocol") != PROTOCOL:
            return {**head, "error": _SKEW}, []
        kind = request.get("type")
        if kind == "get" and "report" not in request:
            return head, [self._packed]
        if kind == "viewer":
            return head, [packed_viewer()]
        return {**head, "error": f"The kernel does not know the request {kind!r}."}, []

    def _hear(self, _widget: object, content: object, _buffers: object) -> None:
        answer, buffers = self.answer(content)
        self.send(answer, buffers)


_SKEW = (
    "The viewer on this page and the jax_viz in this kernel are of different versions. Reload the page and run the "
    "cell again."
)

_widgets: "weakref.WeakValueDictionary[str, ReportWidget]" = weakref.WeakValueDictionary()
"""By report; ipywidgets keeps them alive until they are closed."""

_shared: list[ipywidgets.Layout] = []


def widget_of(report_id: str, packed: dict[str, str], svg: str) -> ReportWidget:
    """Return the widget of a report, made when it is first asked for, with the report as it is now."""
    widget = _widgets.get(report_id)
    if widget is None:
        widget = _widgets[report_id] = ReportWidget(packed, svg)
    else:
        widget.change(packed, svg)
    return widget


def widget_called(report_id: str) -> ReportWidget:
    """Return the widget that `widget_of` made for a report."""
    return _widgets[report_id]


def view(report_id: str, packed: dict[str, str], svg: str) -> dict[str, Any]:
    """Return the member of an output that shows the report's widget."""
    return {"version_major": 2, "version_minor": 0, "model_id": widget_of(report_id, packed, svg).model_id}


def view_metadata() -> dict[str, Any]:
    """Return what anywidget says of its views to the front end that runs now."""
    from anywidget._util import repr_mimebundle  # noqa: PLC0415 - Colab alone has any

    return dict(repr_mimebundle(model_id="", repr_text="")[1])


def _loader() -> str:
    return script_source("widget-loader.js").strip()


def _still(svg: str) -> str:
    return base64.b64encode(gzip.compress(svg.encode(), compresslevel=9, mtime=0)).decode("ascii")


def _layout() -> ipywidgets.Layout:
    """Return one layout for all: in saved state each would be a kilobyte."""
    if not _shared or _shared[0].comm is None:
        _shared[:] = [ipywidgets.Layout()]
    return _shared[0]
