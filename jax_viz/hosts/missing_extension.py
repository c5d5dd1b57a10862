"""Whether the user's Jupyter server lacks our extension, and the one line that says what to do.

Kernel and Jupyter often live in two environments, and `pip install` in the notebook reaches only the kernel's. The
server's is known from its process: where its Python has no extension of ours, the line names that Python. Where that
process cannot be read (another machine, another user), only a silence tells: a page with our extension opens a comm
as soon as the kernel is idle. VS Code and Colab have no such extension and get the widget; nbclient runs kernels
without a server. To those, and to a terminal, nothing is said.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

from jax_viz.session import own_version

EXTENSION = "jupyterlab-jax-viz"
PATIENCE = 10.0
"""Seconds between two cells in which a page would have opened its comm."""


class MissingExtension:
    """Finds out, from cell to cell, and says it once."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._heard = False
        self._said = False
        self._idle_since: float | None = None
        self._was_idle = False

    def heard(self) -> None:
        """Note that a panel has opened a comm: the extension is there."""
        self._heard = True

    def begins(self) -> None:
        """Note that a cell begins."""
        if self._idle_since is not None and time.monotonic() - self._idle_since > PATIENCE:
            self._was_idle = True

    def ends(self) -> None:
        """Note that a cell has ended."""
        self._idle_since = time.monotonic()

    def hint(self) -> str | None:
        """Return the line, the first time that it is true."""
        if self._heard or self._said or not self._is_jupyterlab():
            return None
        python = server_python()
        if python is None and not self._was_idle:
            return None
        if python is not None and is_installed_for(python):
            return None
        self._said = True
        where = "in the environment that runs Jupyter" if python is None else f"with the server's own Python ({python})"
        command = f"{python or 'python'} -m pip install {EXTENSION}=={own_version()}"
        return (
            "this Jupyter server lacks the jax_viz extension, so reports are still pictures and there is no panel. "
            f"Install it {where} and reload the page: {command}"
        )

    def _is_jupyterlab(self) -> bool:
        """Whether a Jupyter server started this kernel, and no front end of another kind shows it."""
        return (
            "JPY_SESSION_NAME" in os.environ
            and "google.colab" not in sys.modules
            and "VSCODE_PID" not in os.environ
            and "__vsc_ipynb_file__" not in self._shell.user_ns
        )


def server_python() -> str | None:
    """Return the Python that runs the Jupyter server; `None` where that cannot be found out."""
    try:
        import psutil  # noqa: PLC0415 - comes with ipykernel

        command = psutil.Process(int(os.environ["JPY_PARENT_PID"])).cmdline()
    except Exception:  # noqa: BLE001 - no such process, no right to see it, no psutil
        return None
    # As it was called: a virtual environment's Python is a link to one that knows nothing of it.
    python = Path(command[0]) if command else Path()
    return str(python) if python.is_absolute() and python.name.startswith("python") else None


def is_installed_for(python: str) -> bool:
    """Whether JupyterLab run by `python` finds our extension."""
    from jupyter_core.paths import SYSTEM_JUPYTER_PATH, jupyter_data_dir  # noqa: PLC0415 - comes with ipykernel

    # The kernel inherits the server's variables, but its own prefix is another one.
    given = [folder for folder in os.environ.get("JUPYTER_PATH", "").split(os.pathsep) if folder]
    prefix = str(Path(python).parent.parent / "share" / "jupyter")
    return any(
        (Path(folder) / "labextensions" / EXTENSION).exists()
        for folder in (*given, jupyter_data_dir(), prefix, *SYSTEM_JUPYTER_PATH)
    )
