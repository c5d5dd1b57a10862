"""What JAX's name stack says of an equation: scopes, phase, batching. No strings are parsed."""

from typing import NamedTuple

from jax_viz.document import PHASES

_RECOMPUTE_SCOPE = "rematted_computation"
_OWN_SCOPES = frozenset({_RECOMPUTE_SCOPE, "checkpoint"})


class Phase(NamedTuple):
    """`number` indexes `document.PHASES`."""

    scopes: tuple[str, ...]
    number: int
    batched: bool


def phase_of(stack: tuple[tuple[bool, str], ...]) -> Phase:
    """Read a whole name stack, the enclosing equations' included.

    Forward: differentiated (`jvp`) and not transposed. Backward: transposed. Recompute: below
    the scope that `jax.checkpoint` gives to what it computes again.
    """
    transforms = {name for is_transform, name in stack if is_transform}
    scopes = tuple(name for is_transform, name in stack if not is_transform)
    if _RECOMPUTE_SCOPE in scopes:
        phase = "recompute"
    elif "transpose" in transforms:
        phase = "backward"
    elif "jvp" in transforms:
        phase = "forward"
    else:
        phase = None
    shown = tuple(name for name in scopes if name not in _OWN_SCOPES)
    return Phase(shown, PHASES.index(phase), "vmap" in transforms)
