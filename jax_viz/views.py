"""Light views over the columns of a document: what a reader of a report holds in hand."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from jax_viz import document
from jax_viz.document import NO_ROW, PHASES

Path = tuple[int | tuple[str, int], ...]
"""Equation indices and (parameter, index) steps in turn; length 1 at the top level."""

_HELP = {
    "negative-index": "negative index wrap-around: an index below zero counts from the end",
}


class Source(NamedTuple):
    """A span of source code. Lines from 1, columns in characters from 0, the end exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    function: str


class Value(NamedTuple):
    """One input or output of an equation. `literal` is its text where it is one, else `None`."""

    text: str
    shape: tuple[int, ...]
    dtype: str
    weak_type: bool
    bytes: int
    name: str
    literal: str | None


class Equation:
    """One equation of a stage."""

    def __init__(self, stage: "Stage", row: int) -> None:
        self._stage = stage
        self._row = row

    @property
    def row(self) -> int:
        """Row in the document's columns."""
        return self._row

    @property
    def path(self) -> Path:
        """The indices that lead to it through nested jaxprs: `(3, ("branches", 1), 0)`."""
        columns, regions = self._stage.columns.equations, self._stage.columns.regions
        steps: list[int | tuple[str, int]] = []
        row = self._row
        while True:
            steps.append(columns.index[row])
            region = columns.region[row]
            holder = regions.equation[region]
            if holder == NO_ROW:
                return tuple(reversed(steps))
            steps.append((self._text(regions.parameter[region]), regions.index[region]))
            row = holder

    @property
    def path_text(self) -> str:
        """The path as text, `3/branches.1/0`, as in `data-path` and in links."""
        return path_text(self.path)

    @property
    def primitive(self) -> str:
        """The primitive's name."""
        return self._text(self._stage.columns.equations.primitive[self._row])

    @property
    def name(self) -> str:
        """The called function's name, empty where the primitive calls none."""
        return self._text(self._stage.columns.equations.name[self._row])

    @property
    def params(self) -> dict[str, str]:
        """Parameters as printable text, nested jaxprs left out."""
        columns = self._stage.columns.equations
        span = _span(columns.param_offsets, self._row)
        return {
            self._text(name): self._text(value)
            for name, value in zip(columns.param_names[span], columns.param_values[span], strict=True)
        }

    @property
    def inputs(self) -> list[Value]:
        """What it reads, literals included."""
        columns = self._stage.columns.equations
        return [self._stage.value(row) for row in columns.inputs[_span(columns.input_offsets, self._row)]]

    @property
    def outputs(self) -> list[Value]:
        """What it makes."""
        columns = self._stage.columns.equations
        return [self._stage.value(row) for row in columns.outputs[_span(columns.output_offsets, self._row)]]

    @property
    def source(self) -> Source | None:
        """The user's innermost span, else a library's; `None` where JAX has no traceback."""
        row = self._stage.columns.equations.source[self._row]
        return None if row == NO_ROW else self._stage.source(row)

    @property
    def call_stack(self) -> list[Source]:
        """The user's and libraries' frames, outermost first."""
        stacks = self._stage.report.sources.stacks
        frames: list[Source] = []
        row = self._stage.columns.equations.stack[self._row]
        while row != NO_ROW:
            frames.append(self._stage.source(stacks.frame[row]))
            row = stacks.parent[row]
        return frames[::-1]

    @property
    def via(self) -> str:
        """The public function between the user's line and the primitive (`jnp.dot`), empty where there is none."""
        return self._text(self._stage.columns.equations.via[self._row])

    @property
    def scopes(self) -> tuple[str, ...]:
        """Names of `jax.named_scope` (and of flax modules), outermost first."""
        text = self._text(self._stage.columns.equations.scopes[self._row])
        return tuple(text.split("/")) if text else ()

    @property
    def phase(self) -> str | None:
        """`forward`, `backward`, `recompute` or `None`."""
        return PHASES[self._stage.columns.equations.phase[self._row]]

    @property
    def batched(self) -> bool:
        """Whether a `vmap` made or changed it."""
        return bool(self._stage.columns.equations.batched[self._row])

    @property
    def effects(self) -> tuple[str, ...]:
        """Names of JAX's effect types."""
        text = self._text(self._stage.columns.equations.effects[self._row])
        return tuple(text.split(", ")) if text else ()

    @property
    def trips(self) -> int | None:
        """Iterations of a loop whose length is known (a scan), else `None`."""
        regions = self._stage.columns.regions
        known = [
            trips
            for holder, trips in zip(regions.equation, regions.trips, strict=True)
            if holder == self._row and trips != NO_ROW
        ]
        return known[0] if known else None

    @property
    def help(self) -> str:
        """What a well-known pattern that it belongs to means, empty for others."""
        return _HELP.get(self._text(self._stage.columns.equations.hint[self._row]), "")

    def __repr__(self) -> str:
        """Return it as a jaxpr's line, with its path."""
        outputs = " ".join(value.text for value in self.outputs)
        inputs = " ".join(value.literal or value.text for value in self.inputs)
        return document.visible_line(f"<{self.path_text}: {outputs} = {self.primitive} {inputs}>")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equation) and self._row == other._row and self._stage == other._stage

    def __hash__(self) -> int:
        return hash((self._stage, self._row))

    def _text(self, row: int) -> str:
        return self._stage.report.strings[row]


class Equations(Sequence[Equation]):
    """All equations of a stage, flat over all depths, in program order."""

    def __init__(self, stage: "Stage") -> None:
        self._stage = stage

    def __len__(self) -> int:
        return len(self._stage.columns.equations.region)

    @overload
    def __getitem__(self, index: int) -> Equation: ...
    @overload
    def __getitem__(self, index: slice) -> list[Equation]: ...
    def __getitem__(self, index: int | slice) -> Equation | list[Equation]:
        rows = range(len(self))[index]
        return [Equation(self._stage, row) for row in rows] if isinstance(rows, range) else Equation(self._stage, rows)

    def __iter__(self) -> Iterator[Equation]:
        return (Equation(self._stage, row) for row in range(len(self)))

    def at(self, path: Path | str) -> Equation:
        """Return the equation at a path, a tuple or its text form.

        Raises
        ------
        KeyError
            When there is none.
        """
        wanted = path if isinstance(path, str) else path_text(path)
        for equation in self:
            if equation.path_text == wanted:
                return equation
        raise KeyError(wanted)


class Stage:
    """The program after one more transform."""

    def __init__(self, report: document.Report, columns: document.Stage) -> None:
        self.report = report
        self.columns = columns

    def __repr__(self) -> str:
        after = f" {document.visible_line(self.transform)}" if self.transform else ""
        return f"<Stage{after}: {len(self.equations):,} equation{'' if len(self.equations) == 1 else 's'}>"

    def __eq__(self, other: object) -> bool:
        """Whether both are the same stage of equal documents."""
        if not isinstance(other, Stage):
            return NotImplemented
        if self.columns is other.columns:
            return True
        return self.report is not other.report and self.columns == other.columns and self.report == other.report

    def __hash__(self) -> int:
        return hash((self.report.id, len(self.equations)))

    @property
    def transform(self) -> str | None:
        """`None` for the function as given."""
        return self.columns.transform

    @property
    def options(self) -> dict[str, str]:
        """The transform's options as text."""
        return self.columns.options

    @property
    def equations(self) -> Equations:
        """Every equation, at every depth, once per call site."""
        return Equations(self)

    @property
    def unique_equations(self) -> int:
        """Number of equations with each jaxpr object counted once, however often it is called."""
        return document.count_unique(self.columns)

    def value(self, row: int) -> Value:
        """Return a value by its row."""
        values, avals, texts = self.columns.values, self.columns.avals, self.report.strings
        aval, literal = values.aval[row], values.literal[row]
        return Value(
            text=texts[avals.text[aval]],
            shape=tuple(avals.shape[aval]),
            dtype=texts[avals.dtype[aval]],
            weak_type=bool(avals.weak_type[aval]),
            bytes=avals.bytes[aval],
            name=texts[values.name[row]],
            literal=None if literal == NO_ROW else texts[literal],
        )

    def source(self, row: int) -> Source:
        """Return a frame by its row."""
        frames = self.report.sources.frames
        return Source(
            self.report.sources.files[frames.file[row]].name,
            frames.line[row],
            frames.column[row],
            frames.end_line[row],
            frames.end_column[row],
            self.report.strings[frames.function[row]],
        )


def path_text(path: Path) -> str:
    """Return the text form of a path: `3/branches.1/0`."""
    return "/".join(str(step) if isinstance(step, int) else f"{step[0]}.{step[1]}" for step in path)


def _span(offsets: list[int], row: int) -> slice:
    return slice(offsets[row], offsets[row + 1])
