"""Which private features of the JAX at hand answer as expected."""

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from jax_viz.internals import jaxprs, source_info, staging


@functools.cache
def missing() -> dict[str, str]:
    """Return a message for each feature that this JAX does not offer; empty when all is well."""
    probe = jax.jit(lambda x: jnp.sin(x) + 1.0)
    faults = {}
    for feature, check in _CHECKS.items():
        try:
            check(probe)
        except Exception as error:  # noqa: BLE001 - any change inside JAX may show itself in any way
            faults[feature] = (
                f"JAX {jax.__version__} does not offer {feature} the way that jax_viz knows "
                f"({type(error).__name__}: {error}). The report leaves it out."
            )
    return faults


def _first_equation(probe: Any) -> Any:
    aval = jax.ShapeDtypeStruct((3,), jnp.float32)
    return jaxprs.equations_of(staging.trace_callable(probe, (aval,), {}).jaxpr)[0]


def _source_lines(probe: Any) -> None:
    codes, offsets = source_info.frames_of(_first_equation(probe))
    if not codes or source_info.position(codes[-1], offsets[-1]).line <= 0:
        raise LookupError("no frames")


def _name_stacks(_probe: Any) -> None:
    grad = jax.jit(jax.grad(lambda x: jnp.sin(x).sum()))
    if (True, "jvp") not in source_info.stack_of(_first_equation(grad)):
        raise LookupError("no transforms")


def _argument_names(probe: Any) -> None:
    aval = jax.ShapeDtypeStruct((3,), jnp.float32)
    if staging.trace_callable(probe, (aval,), {}).argument_names != ("x",):
        raise LookupError("no names")


def _static_arguments(_probe: Any) -> None:
    if staging.static_arguments(jax.jit(lambda x, n: x * n, static_argnums=1)) != ((1,), ("n",)):
        raise LookupError("not told")


_CHECKS: dict[str, Callable[[Any], None]] = {
    "source lines": _source_lines,
    "name stacks": _name_stacks,
    "argument names": _argument_names,
    "static arguments": _static_arguments,
}
