"""The document: what a report is on the wire. Pure data, no JAX.

Columns, not objects: a table holds one list a column, and a row number names
an entry. Texts are interned in `Report.strings`; row 0 there is the empty text.
"""

from jax_viz.document.codec import (
    FORMAT_VERSION,
    ReportFileError,
    decode,
    encode,
    envelope,
    schema,
    unwrap_envelope,
)
from jax_viz.document.program import Constant, Leaf, Program, Timings
from jax_viz.document.report import Cell, Fault, Producer, Report
from jax_viz.document.sources import Excerpt, File, Frames, Sources, Stacks
from jax_viz.document.stage import NO_ROW, PHASES, Avals, Equations, Regions, Stage, Values, count_unique
from jax_viz.document.visible import visible, visible_line

__all__ = [
    "FORMAT_VERSION",
    "NO_ROW",
    "PHASES",
    "Avals",
    "Cell",
    "Constant",
    "Equations",
    "Excerpt",
    "Fault",
    "File",
    "Frames",
    "Leaf",
    "Producer",
    "Program",
    "Regions",
    "Report",
    "ReportFileError",
    "Sources",
    "Stacks",
    "Stage",
    "Timings",
    "Values",
    "count_unique",
    "decode",
    "encode",
    "envelope",
    "schema",
    "unwrap_envelope",
    "visible",
    "visible_line",
]
