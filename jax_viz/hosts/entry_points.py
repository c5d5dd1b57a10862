"""The names by which IPython and JupyterLab find us. Light: nothing is imported before it is used."""

from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """Add `%%jaxviz`, `%jaxviz` and, in a kernel, the panel's end; IPython calls this for `%load_ext jax_viz`."""
    from jax_viz.hosts import magic, panel  # noqa: PLC0415 - IPython is there only now

    magic.load(shell)
    panel.load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """Take everything out again; IPython calls this for `%unload_ext jax_viz`."""
    from jax_viz.hosts import magic, panel  # noqa: PLC0415

    panel.unload(shell)
    magic.unload(shell)


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    """Tell `jupyter labextension develop` where the built extension is."""
    return [{"src": "labextension", "dest": "jupyterlab-jax-viz"}]
