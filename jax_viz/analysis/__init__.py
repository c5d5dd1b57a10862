"""From raw material to the document's sections. Pure functions; nothing here runs or traces user code."""

from jax_viz.analysis.program import program_section
from jax_viz.analysis.sources import SourceTable
from jax_viz.analysis.strings import Strings

__all__ = ["SourceTable", "Strings", "program_section"]
