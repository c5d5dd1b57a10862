"""Every private name of JAX that jax_viz uses, each behind one function.

Known to work with JAX 0.10.2 and 0.12.0.1, both ends of the supported range. `missing()`
tells which features the JAX at hand does not offer; each costs its feature, never the cell.
"""

from jax_viz.internals.jaxprs import (
    NestedJaxpr,
    called_function,
    constants_of,
    count_equations,
    equations_of,
    is_literal,
    nested_jaxprs,
    open_jaxpr,
)
from jax_viz.internals.selfcheck import missing
from jax_viz.internals.source_info import Position, is_jax_file, name_stack, position, raw_frames, traceback_key
from jax_viz.internals.staging import (
    Traced,
    is_jitted,
    is_staged_by_library,
    static_arguments,
    trace_arrays,
    trace_callable,
    trace_context,
    unbind,
)

__all__ = [
    "NestedJaxpr",
    "Position",
    "Traced",
    "called_function",
    "constants_of",
    "count_equations",
    "equations_of",
    "is_jax_file",
    "is_jitted",
    "is_literal",
    "is_staged_by_library",
    "missing",
    "name_stack",
    "nested_jaxprs",
    "open_jaxpr",
    "position",
    "raw_frames",
    "static_arguments",
    "trace_arrays",
    "trace_callable",
    "trace_context",
    "traceback_key",
    "unbind",
]
