"""Abstract values as text, shape, data type and size."""

import math
from typing import Any, NamedTuple

from jax_viz.analysis.strings import Strings
from jax_viz.document import Avals


class AvalText(NamedTuple):
    text: str
    shape: tuple[int, ...]
    dtype: str
    weak_type: bool
    bytes: int


def describe_aval(aval: Any) -> AvalText:
    """Return what the report shows of an aval. Symbolic dimensions count as -1 and give no size."""
    shape = tuple(size if isinstance(size, int) else -1 for size in getattr(aval, "shape", ()))
    dtype = getattr(aval, "dtype", None)
    text = _short(aval)
    size = math.prod(shape) * _item_bytes(dtype) if -1 not in shape else 0
    return AvalText(text, shape, "" if dtype is None else str(dtype), bool(getattr(aval, "weak_type", False)), size)


def _short(aval: Any) -> str:
    if hasattr(aval, "str_short"):
        return str(aval.str_short(short_dtypes=True))
    return str(aval)


def _item_bytes(dtype: Any) -> int:
    """Return 0 where the data type has no fixed size; a PRNG key counts its raw words."""
    if dtype is None:
        return 0
    itemsize = getattr(dtype, "itemsize", 0)
    return itemsize if isinstance(itemsize, int) else 0


class AvalTable:
    """Interns avals."""

    def __init__(self, strings: Strings) -> None:
        self.section = Avals()
        self._strings = strings
        self._row: dict[AvalText, int] = {}
        self._row_by_object: dict[int, tuple[Any, int]] = {}

    def __call__(self, aval: Any) -> int:
        """Return the row of `aval`."""
        known = self._row_by_object.get(id(aval))
        if known is not None:
            return known[1]
        described = describe_aval(aval)
        row = self._row.get(described)
        if row is None:
            row = self._row[described] = len(self.section.text)
            self.section.text.append(self._strings(described.text))
            self.section.shape.append(list(described.shape))
            self.section.dtype.append(self._strings(described.dtype))
            self.section.weak_type.append(int(described.weak_type))
            self.section.bytes.append(described.bytes)
        # The aval is kept so that its id stays its own.
        self._row_by_object[id(aval)] = (aval, row)
        return row
