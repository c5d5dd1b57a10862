"""Reports in marimo, which has its own display protocol. Imported only where marimo runs."""

import sys
from typing import Any

from jax_viz.hosts.output import WIDGET_TYPE, mimebundle
from jax_viz.session import LiveReport

WAIT = 2.0
"""Seconds that a cell waits for its compile times."""


def shown(live: LiveReport) -> Any:
    """Return what marimo shows of a report: its widget, or picture and tables; outside marimo its text.

    A short compile is waited for; a widget is told when a longer one is done.
    """
    live.wait(WAIT)
    members = mimebundle(live)
    marimo = sys.modules.get("marimo")
    if marimo is None:
        return members["text/plain"]
    if WIDGET_TYPE in members:
        from jax_viz.hosts.widget import widget_called  # noqa: PLC0415 - as in `output`

        if not live.done:
            live.when_done(lambda: _tell(live))
        return marimo.ui.anywidget(widget_called(live.id))
    html = members.get("text/html")
    return marimo.Html(html) if html else marimo.plain_text(members["text/plain"])


def _tell(live: LiveReport) -> None:
    """Let the report's widget know what has come since."""
    mimebundle(live)


def append(live: LiveReport) -> None:
    """Add a report to the output of the cell that runs."""
    sys.modules["marimo"].output.append(shown(live))
