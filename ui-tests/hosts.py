"""What the tests of the hosts share: notebooks run without a front end, a plain JupyterLab, requests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbclient
import nbformat
from playwright.sync_api import BrowserContext, Page

MIME_TYPE = "application/vnd.jaxviz.v1+json"

SETUP = "import jax, jax.numpy as jnp\nimport jax_viz\n%load_ext jax_viz"

CELL = """\
%%jaxviz
@jax.jit
def program(x):
    return jnp.sin(x) @ x.T + 2.0

result = program(jnp.ones((4, 3)))"""

OTHER = """\
%%jaxviz
@jax.jit
def other(x):
    return jax.lax.fori_loop(0, 3, lambda _, y: jnp.cos(y) * 2.0, x)

result = other(jnp.ones(5))"""


def executed(*cells: str, widgets: bool = False) -> nbformat.NotebookNode:
    """Return a notebook that a kernel has run, with the state of its widgets or without."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbclient.NotebookClient(notebook, timeout=120, store_widget_state=widgets).execute()
    nbformat.validate(notebook)
    return notebook


def equations(notebook: nbformat.NotebookNode) -> list[int]:
    """Return the number of equations of each report in the outputs, by its summary."""
    return [int(data[MIME_TYPE]["summary"].split(": ")[-1].split()[0]) for data in report_data(notebook)]


def report_data(notebook: nbformat.NotebookNode) -> list[dict[str, Any]]:
    """Return the members of each output that holds a report."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.data for output in outputs if MIME_TYPE in output.get("data", {})]


def watch(page: Page, allowed: Callable[[str], bool]) -> tuple[list[str], list[str]]:
    """Return lists that fill with the requests that are not allowed, and with the errors of the page."""
    outside: list[str] = []
    problems: list[str] = []
    page.on("request", lambda request: None if allowed(request.url) else outside.append(request.url))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    return outside, problems


def only_this_machine(context: BrowserContext) -> None:
    """Cut the network: what is not on this machine fails."""
    context.route(lambda url: not url.startswith(("http://127.0.0.1", "file:", "blob:", "data:")), lambda r: r.abort())


def save(notebook: nbformat.NotebookNode, path: Path) -> Path:
    """Write a notebook."""
    nbformat.write(notebook, path)
    return path
