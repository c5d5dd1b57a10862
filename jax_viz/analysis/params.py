"""Parameters of an equation as text that a person can read."""

import re
from collections.abc import Callable
from typing import Any

from jax_viz import internals

MOST_CHARACTERS = 240
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_NUMPY_SCALAR = re.compile(r"\bnp\.\w+\((-?[\d.e+-]+)\)")


def printable_params(params: dict[str, Any]) -> dict[str, str]:
    """Return the text of each parameter but jaxprs, which are regions of the document."""
    nested = {jaxpr.parameter for jaxpr in internals.nested_jaxprs(params)}
    return {name: _text(value) for name, value in params.items() if name not in nested}


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool | int | float | str):
        return str(value)
    if isinstance(value, Callable):  # type: ignore[arg-type]
        return _callable_text(value)
    try:
        text = _NUMPY_SCALAR.sub(r"\1", _ADDRESS.sub("", str(value)))
    except Exception:  # noqa: BLE001 - a library's __str__ may fail in any way
        text = f"<{type(value).__name__}>"
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"


def _callable_text(value: Any) -> str:
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    return name if isinstance(name, str) else f"<{type(value).__name__}>"
