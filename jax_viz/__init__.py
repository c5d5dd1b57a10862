"""See what JAX makes of a function: source line, equation and graph as one linked thing."""

from jax_viz.api import Program, Report, last_report, load, set_renderer, trace
from jax_viz.document import ReportFileError
from jax_viz.hosts.entry_points import (
    _jupyter_labextension_paths,
    load_ipython_extension,
    unload_ipython_extension,
)
from jax_viz.session import own_version

__version__ = own_version()

__all__ = [
    "Program",
    "Report",
    "ReportFileError",
    "__version__",
    "_jupyter_labextension_paths",
    "last_report",
    "load",
    "load_ipython_extension",
    "set_renderer",
    "trace",
    "unload_ipython_extension",
]
