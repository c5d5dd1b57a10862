"""Showing a report in the running notebook: at once, and once more when compiling is done."""

import contextvars
import sys
from typing import Any

from jax_viz.hosts.kept import kept_reports
from jax_viz.hosts.output import metadata, mimebundle
from jax_viz.hosts.renderers import in_marimo
from jax_viz.hosts.text import plain_text
from jax_viz.session import LiveReport

SHORT = 0.05
"""Seconds to wait before the first showing: a compile from JAX's cache is done by then."""


WAIT = 2.0
"""Seconds that a cell waits for its compile times; what comes later replaces the output from a thread."""


def show(live: LiveReport, seconds: float = 0.0) -> None:
    """Show a report; where it is not complete yet, replace the output once when it is.

    Parameters
    ----------
    live
        The report.
    seconds
        How long to wait for the rest before returning. A notebook that is executed without a front end keeps what
        came while its cell ran, so a magic waits a little.
    """
    kept_reports.add(live)
    if in_marimo():
        from jax_viz.hosts import marimo  # noqa: PLC0415 - marimo is there only now

        marimo.append(live)
        return
    ipython = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if ipython is not None else None
    if shell is None:
        live.wait(seconds)
        print(plain_text(live.document, complete=live.done))  # noqa: T201 - what a terminal shows
        return
    publisher = shell.display_pub
    # Terminals, and captured output, cannot replace what they have: there the one showing comes last.
    replaceable = hasattr(publisher, "pub_socket")
    live.wait(min(SHORT, seconds) if replaceable else seconds)
    shown = {"display_id": f"jaxviz-{live.id}"}
    complete = live.done
    publisher.publish(mimebundle(live), metadata(), transient=shown)
    if complete or not replaceable:
        return
    # The message that replaces it must name this cell's request, also when another cell runs by then.
    context = contextvars.copy_context()

    def replace() -> None:
        context.run(publisher.publish, mimebundle(live), metadata(), transient=shown, update=True)

    if live.wait(seconds):
        replace()
    else:
        live.when_done(replace)
