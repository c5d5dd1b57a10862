"""Which members an output has: `jax_viz.set_renderer` and the environment variable `JAX_VIZ_RENDERER`.

A front end shows the first member of an output that it knows. Most are served by all members at once; a renderer says
what is left out, what is added, and who brings the viewer.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

VARIABLE = "JAX_VIZ_RENDERER"
AUTO = "auto"


@dataclass(frozen=True)
class Renderer:
    """Members of an output.

    `report`: the report itself, for front ends with our extension. `widget`: a widget view, live by anywidget.
    `html`: what the HTML holds beyond picture and tables: nothing, the report with a loader that makes it live where
    the page has the viewer, or, in a notebook's first output, the viewer too.
    """

    name: str
    report: bool
    widget: bool
    html: Literal["still", "report", "viewer"]


_RENDERERS = {
    renderer.name: renderer
    for renderer in (
        Renderer("lab", report=True, widget=False, html="report"),
        # Wherever widgets are shown, the widget wins over HTML: a report there would only be carried around.
        Renderer("widget", report=True, widget=True, html="still"),
        Renderer("page", report=True, widget=False, html="viewer"),
        Renderer("static", report=False, widget=False, html="still"),
    )
}

NAMES = (AUTO, *_RENDERERS)

_chosen: str | None = None
_listeners: list[Callable[[], None]] = []


def set_renderer(name: str) -> None:
    """Choose what the outputs of this kernel hold from now on.

    `jax_viz.set_renderer` says what each of them is for.

    Raises
    ------
    TypeError
        When `name` is not a text.
    ValueError
        When there is no such renderer.
    """
    global _chosen  # noqa: PLW0603 - one kernel, one choice
    if not isinstance(name, str):
        raise TypeError(f"set_renderer takes a name, not {type(name).__name__}: one of {_listed()}.")
    if name not in NAMES:
        raise ValueError(f"There is no renderer {name!r}. Choose one of {_listed()}.")
    _chosen = name
    for listener in _listeners:
        listener()


def on_choice(listener: Callable[[], None]) -> None:
    """Call `listener` whenever somebody chooses a renderer."""
    _listeners.append(listener)


def renderer() -> tuple[Renderer, str | None]:
    """Return the renderer in force, and what is wrong with `JAX_VIZ_RENDERER` if it names none."""
    wanted, fault = _chosen, None
    if wanted is None:
        wanted = os.environ.get(VARIABLE, "").strip().lower() or AUTO
        if wanted not in NAMES:
            fault = f"{VARIABLE} says {wanted!r}, and there is no such renderer. Set it to one of {_listed()}."
            wanted = AUTO
    return _RENDERERS[_fitting() if wanted == AUTO else wanted], fault


def in_marimo() -> bool:
    """Whether this runs in a marimo notebook."""
    marimo = sys.modules.get("marimo")
    try:
        return marimo is not None and bool(marimo.running_in_notebook())
    except Exception:  # noqa: BLE001 - another version of marimo, or one that is just being imported
        return False


def _fitting() -> str:
    """Return what suits the front end, as far as a kernel can know it."""
    return "widget" if _in_colab() or _in_vscode() or in_marimo() else "lab"


def _in_colab() -> bool:
    return "google.colab" in sys.modules


def _in_vscode() -> bool:
    # Its kernels have the variable, and its notebooks a name; a terminal of it has neither.
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return "VSCODE_PID" in os.environ or "__vsc_ipynb_file__" in (getattr(shell, "user_ns", None) or {})


def _listed() -> str:
    return ", ".join(repr(name) for name in NAMES)
