"""Codes for well-known patterns of equations, so that a help text says what they are *here*.

`negative-index`: `select_n(i < 0, i, i + n)`, with which JAX makes `x[-1]` mean the last element. To a
reader of the jaxpr it looks like a `where`.
"""

from jax_viz.analysis.strings import Strings
from jax_viz.document import NO_ROW, Stage

NEGATIVE_INDEX = "negative-index"


def hint_column(stage: Stage, strings: Strings) -> list[int]:
    """Return the column `Equations.hint` of a stage."""
    reader = _Reader(stage, strings.rows)
    hints = [0] * len(stage.equations.region)
    for row in range(len(hints)):
        if reader.primitive(row) == "select_n":
            for member in reader.wrap_around(row):
                hints[member] = strings(NEGATIVE_INDEX)
    return hints


class _Reader:
    def __init__(self, stage: Stage, texts: list[str]) -> None:
        self._stage = stage
        self._texts = texts
        self._producer: dict[int, int] = {}
        offsets, outputs = stage.equations.output_offsets, stage.equations.outputs
        for row in range(len(stage.equations.region)):
            for value in outputs[offsets[row] : offsets[row + 1]]:
                self._producer[value] = row

    def primitive(self, row: int) -> str:
        return self._texts[self._stage.equations.primitive[row]] if row != NO_ROW else ""

    def wrap_around(self, select: int) -> list[int]:
        """Return the rows of the pattern that ends in `select`, empty when it is another one."""
        inputs = self._inputs(select)
        if len(inputs) != 3:
            return []
        condition, index, wrapped = inputs
        less, add = self._maker(condition), self._maker(wrapped)
        if self.primitive(less) != "lt" or self.primitive(add) != "add":
            return []
        compared, zero = self._inputs(less)
        if compared != index or self._literal(zero) != "0":
            return []
        summed = self._inputs(add)[0]
        convert = self._maker(summed)
        if summed == index:
            return [less, add, select]
        if self.primitive(convert) == "convert_element_type" and self._inputs(convert) == [index]:
            return [less, convert, add, select]
        return []

    def _inputs(self, row: int) -> list[int]:
        offsets = self._stage.equations.input_offsets
        return self._stage.equations.inputs[offsets[row] : offsets[row + 1]]

    def _maker(self, value: int) -> int:
        return self._producer.get(value, NO_ROW)

    def _literal(self, value: int) -> str | None:
        row = self._stage.values.literal[value]
        return None if row == NO_ROW else self._texts[row]
