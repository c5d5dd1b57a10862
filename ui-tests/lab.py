"""A real JupyterLab server for the browser tests, and what a person does in it."""

import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.sign import NotebookNotary
from playwright.sync_api import Locator, Page

EXTENSION = "jupyterlab-jax-viz"
START_SECONDS = 120.0


class JupyterLab:
    """A server in a folder of its own: its configuration, data, settings and workspaces are not the user's.

    The extension is used as built in the repository, so nothing has to be installed.
    """

    def __init__(self, repository: Path, folder: Path, python: Path, *, extension: bool = True) -> None:
        self.notebooks = folder / "notebooks"
        self.python = python
        self._extension = extension
        self._repository = repository
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.notebooks.mkdir()
        extensions = self._folder / "path" / "labextensions"
        extensions.mkdir(parents=True)
        if self._extension:
            (extensions / EXTENSION).symlink_to(self._repository / "jax_viz" / "labextension")
        self._write_setting("notebook-extension/tracker", {"windowingMode": "none"})
        self._write_setting("apputils-extension/notification", {"fetchNews": "false", "checkForUpdates": False})
        log = (self._folder / "server.log").open("wb")
        self._process = subprocess.Popen(
            [
                *(self.python, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"),
                *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", f"--ServerApp.root_dir={self.notebooks}"),
                *("--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True", "--LabApp.news_url=None"),
                "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
                "--LabApp.extension_manager=readonly",
            ],
            env=self._environment(),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        self.url = wait_for(self._answering, START_SECONDS, (self._folder / "server.log").read_text)

    def stop(self) -> None:
        """Stop the server and its kernels."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def write(self, name: str, *cells: str) -> Path:
        """Make a notebook of code cells."""
        from nbformat import v4

        notebook = v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        path = self.notebooks / name
        path.write_text(json.dumps(notebook))
        return path

    def open(self, page: Page, name: str, *, kernel: bool = True) -> "OpenNotebook":
        """Open a notebook in a fresh workspace, with the side bar closed; `kernel`: start one for it."""
        page.goto(f"{self.url}lab/workspaces/{name.removesuffix('.ipynb')}?reset")
        page.wait_for_function("() => window.jupyterapp !== undefined")
        page.evaluate("() => window.jupyterapp.restored")
        page.evaluate(
            "options => window.jupyterapp.commands.execute('docmanager:open', options).then(() => null)",
            {"path": name, "kernelPreference": {"shouldStart": kernel, "canStart": kernel, "autoStartDefault": kernel}},
        )
        notebook = OpenNotebook(page)
        notebook.cells.first.wait_for()
        if page.locator("#jp-left-stack").is_visible():
            page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
        return notebook

    def _answering(self) -> str | None:
        if self._process is not None and self._process.poll() is not None:
            raise RuntimeError("JupyterLab ended:\n" + (self._folder / "server.log").read_text())
        for file in (self._folder / "runtime").glob("jpserver-*.json"):
            try:
                url = str(json.loads(file.read_text())["url"])
                urllib.request.urlopen(f"{url}api/status", timeout=5)
            except (ValueError, KeyError, urllib.error.URLError, OSError):
                return None
            return url
        return None

    def _write_setting(self, plugin: str, value: dict[str, Any]) -> None:
        path = self._folder / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))

    def _environment(self) -> dict[str, str]:
        folders = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTER_PATH": "path",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        environment = {**os.environ, **{name: str(self._folder / folder) for name, folder in folders.items()}}
        environment["PYTHONPATH"] = str(self._repository)
        environment["JAX_PLATFORMS"] = "cpu"
        return environment


class PlainJupyterLab(JupyterLab):
    """JupyterLab as it is where our extension is not: anywidget's is there."""

    def start(self) -> None:
        """Start the server with our extension disabled."""
        config = self._folder / "config" / "labconfig"
        config.mkdir(parents=True)
        (config / "page_config.json").write_text(json.dumps({"disabledExtensions": {EXTENSION: True}}))
        super().start()

    def trust(self, notebook: NotebookNode) -> None:
        """Let the server show everything in a notebook, as if its cells had been run here."""
        NotebookNotary(data_dir=str(self._folder / "data")).sign(notebook)


class OpenNotebook:
    """The notebook that stands in front."""

    def __init__(self, page: Page) -> None:
        self._page = page
        panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        self.cells: Locator = panel.locator(".jp-Cell")
        self.reports: Locator = panel.locator(".jaxviz-Report")

    def run_all(self) -> None:
        """Run all cells; returns when the last one has ended."""
        self._wait_until_idle()
        self.command("notebook:run-all-cells")
        self._wait_until_idle()

    def run(self, count: int) -> None:
        """Run the first cells; returns when they have ended."""
        self._wait_until_idle()
        self._activate(count)
        self.command("notebook:run-all-above")
        self._wait_until_idle()

    def run_all_below(self, first: int) -> None:
        """Run the cells from `first` on; returns when they have ended."""
        self._activate(first)
        self.command("notebook:run-all-below")
        self._wait_until_idle()

    def save(self) -> None:
        """Save the notebook; returns when it is on disk."""
        self.command("docmanager:save")
        self._page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")

    def _activate(self, cell: int) -> None:
        self._page.evaluate("cell => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = cell; }", cell)

    def _wait_until_idle(self) -> None:
        self._page.wait_for_function(
            "() => window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'",
            timeout=120_000,
        )

    def command(self, name: str, arguments: dict[str, Any] | None = None) -> None:
        """Run one of JupyterLab's commands to its end."""
        self._page.evaluate(
            "([name, args]) => window.jupyterapp.commands.execute(name, args).then(() => null)",
            [name, arguments or {}],
        )


def wait_for(answer: Callable[[], str | None], seconds: float, on_failure: Callable[[], str]) -> str:
    """Return what `answer` gives as soon as it gives something, within so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = answer()
        if found is not None:
            return found
        time.sleep(0.1)  # between two looks at a condition
    raise TimeoutError(f"JupyterLab did not answer within {seconds:.0f} s:\n{on_failure()}")
