"""From a jaxpr to the columns of one stage."""

from typing import Any, NamedTuple

from jax_viz import internals
from jax_viz.analysis.avals import AvalTable
from jax_viz.analysis.hints import hint_column
from jax_viz.analysis.params import printable_params
from jax_viz.analysis.phases import Phase, phase_of
from jax_viz.analysis.regions import Joint, Wiring, wiring
from jax_viz.analysis.sources import NOWHERE, Place, SourceTable
from jax_viz.analysis.strings import Strings
from jax_viz.analysis.via import PublicFunctions
from jax_viz.document import NO_ROW, Stage


class _Holder(NamedTuple):
    """The enclosing equation, as far as its nested equations need it."""

    row: int
    place: Place
    name_stack: tuple[tuple[bool, str], ...]
    via: int


_TOP = _Holder(NO_ROW, NOWHERE, (), 0)
_LITERAL_CHARACTERS = 40


class StageWriter:
    """Walks one jaxpr and all jaxprs in it, once per call site, and fills the columns."""

    def __init__(self, strings: Strings, sources: SourceTable) -> None:
        self.stage = Stage()
        self._strings = strings
        self._sources = sources
        self._avals = AvalTable(strings)
        self._public_function = PublicFunctions()
        self.stage.avals = self._avals.section
        self._definition: dict[int, int] = {}
        self._definition_place = NOWHERE
        self._phase: dict[tuple[tuple[bool, str], ...], tuple[Phase, int]] = {}
        self._params: dict[int, tuple[Any, list[int], list[int]]] = {}
        self.constant_values: list[tuple[int, Any]] = []
        """Value rows of captured constants, with the arrays."""

    def write(self, jaxpr: Any, argument_names: tuple[str, ...], definition: Place = NOWHERE) -> Stage:
        """Fill the stage from a traced program's jaxpr and return it.

        `definition` is where the traced function is defined: the place of equations that JAX made
        on its own, without a line of anybody's that asked for them.
        """
        self._definition_place = definition
        inner = internals.open_jaxpr(jaxpr)
        top = Wiring(
            "",
            [Joint(position, "argument") for position in range(len(inner.invars))],
            [Joint(position, "result") for position in range(len(inner.outvars))],
        )
        self._region(jaxpr, "", 0, top, _TOP, argument_names)
        self.stage.equations.hint = hint_column(self.stage, self._strings)
        return self.stage

    def _region(
        self, jaxpr: Any, parameter: str, index: int, wired: Wiring, holder: _Holder, names: tuple[str, ...] = ()
    ) -> None:
        regions, strings = self.stage.regions, self._strings
        inner = internals.open_jaxpr(jaxpr)
        row = len(regions.equation)
        regions.equation.append(holder.row)
        regions.parameter.append(strings(parameter))
        regions.index.append(index)
        regions.label.append(strings(wired.label))
        regions.definition.append(self._definition.setdefault(id(inner), len(self._definition)))
        regions.trips.append(wired.trips)
        rows: dict[Any, int] = {}
        variables, values = internals.constants_of(jaxpr)
        regions.constants.append(len(variables))
        for position, variable in enumerate(variables):
            rows[variable] = self._value(variable.aval)
            if position < len(values):
                self.constant_values.append((rows[variable], values[position]))
        for position, variable in enumerate(inner.invars):
            rows[variable] = self._value(variable.aval, names[position] if position < len(names) else "")
        joints = [Joint(NO_ROW, "captured")] * len(variables) + wired.inputs
        regions.inputs += [rows[variable] for variable in (*variables, *inner.invars)]
        regions.input_role += [strings(joint.role) for joint in joints]
        regions.operand += [joint.position for joint in joints]
        regions.input_offsets.append(len(regions.inputs))
        outputs_at = len(regions.outputs)
        # The outputs are known only after the equations; their place in the columns must come before
        # that of nested regions, so it is filled in later.
        regions.outputs += [NO_ROW] * len(inner.outvars)
        regions.output_role += [strings(joint.role) for joint in wired.outputs]
        regions.result += [joint.position for joint in wired.outputs]
        regions.output_offsets.append(len(regions.outputs))
        for position, equation in enumerate(inner.eqns):
            self._equation(equation, row, position, rows, holder)
        for position, atom in enumerate(inner.outvars):
            regions.outputs[outputs_at + position] = self._atom(atom, rows)

    def _equation(self, equation: Any, region: int, index: int, rows: dict[Any, int], holder: _Holder) -> None:
        columns, strings = self.stage.equations, self._strings
        row = len(columns.region)
        place = self._sources.place(equation, holder.place)
        if place == NOWHERE:
            place = self._definition_place
        stack = holder.name_stack + internals.name_stack(equation)
        phase, scopes = self._phase_of(stack)
        public = self._public_function(equation)
        via = holder.via if public is None else strings(public)
        columns.region.append(region)
        columns.index.append(index)
        columns.primitive.append(strings(equation.primitive.name))
        columns.name.append(strings(_called_name(equation)))
        names, texts = self._params_of(equation)
        columns.param_names += names
        columns.param_values += texts
        columns.param_offsets.append(len(columns.param_names))
        columns.inputs += [self._atom(atom, rows) for atom in equation.invars]
        columns.input_offsets.append(len(columns.inputs))
        for variable in equation.outvars:
            rows[variable] = self._value(variable.aval)
            columns.outputs.append(rows[variable])
        columns.output_offsets.append(len(columns.outputs))
        columns.source.append(place.source)
        columns.stack.append(place.stack)
        columns.via.append(via)
        columns.scopes.append(scopes)
        columns.phase.append(phase.number)
        columns.batched.append(int(phase.batched))
        columns.effects.append(strings(", ".join(sorted(type(effect).__name__ for effect in equation.effects))))
        here = _Holder(row, place, stack, via)
        for nested in internals.nested_jaxprs(equation.params):
            inner = internals.open_jaxpr(nested.jaxpr)
            wired = wiring(equation, nested.parameter, nested.number, (len(inner.invars), len(inner.outvars)))
            self._region(nested.jaxpr, nested.parameter, nested.number, wired, here)

    def _atom(self, atom: Any, rows: dict[Any, int]) -> int:
        if internals.is_literal(atom):
            return self._value(atom.aval, literal=_literal_text(atom.val))
        return rows[atom]

    def _value(self, aval: Any, name: str = "", literal: str | None = None) -> int:
        values = self.stage.values
        values.aval.append(self._avals(aval))
        values.name.append(self._strings(name))
        values.literal.append(NO_ROW if literal is None else self._strings(literal))
        return len(values.aval) - 1

    def _phase_of(self, stack: tuple[tuple[bool, str], ...]) -> tuple[Phase, int]:
        known = self._phase.get(stack)
        if known is None:
            phase = phase_of(stack)
            known = self._phase[stack] = (phase, self._strings("/".join(phase.scopes)))
        return known

    def _params_of(self, equation: Any) -> tuple[list[int], list[int]]:
        """Print each params object once: a jaxpr called at several sites holds the same one."""
        known = self._params.get(id(equation.params))
        if known is None:
            texts = printable_params(equation.params)
            names = [self._strings(name) for name in texts]
            known = self._params[id(equation.params)] = (
                equation.params,
                names,
                [self._strings(text) for text in texts.values()],
            )
        return known[1], known[2]


def _called_name(equation: Any) -> str:
    """Return the name of the function that a call-like equation calls, empty for others."""
    name = equation.params.get("name")
    if isinstance(name, str):
        return name
    if not equation.primitive.name.startswith("custom_"):
        return ""
    called = internals.called_function(equation)
    return "" if called is None else called[0]


def _literal_text(value: Any) -> str:
    """Return `0` also for JAX's and NumPy's own kinds of numbers, whose text is longer."""
    if isinstance(value, int) and not isinstance(value, bool):
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value)
    scalar = getattr(value, "item", None) if getattr(value, "shape", None) == () else None
    text = str(value if scalar is None else scalar())
    return text if len(text) <= _LITERAL_CHARACTERS else text[: _LITERAL_CHARACTERS - 1] + "…"
