"""How the inputs and outputs of a nested jaxpr belong to those of the equation that holds it.

One rule per primitive family; each may decline by returning `None`, and the general rule,
position by position where the numbers agree, is the last.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from jax_viz.document import NO_ROW


class Joint(NamedTuple):
    """One end: the position among the holder's operands or results, and the role."""

    position: int
    role: str


class Wiring(NamedTuple):
    """A nested jaxpr's label, ends and trip count (-1: not a loop, or unknown)."""

    label: str
    inputs: list[Joint]
    outputs: list[Joint]
    trips: int = NO_ROW


Sizes = tuple[int, int]
"""Numbers of inputs and outputs of the nested jaxpr."""

Rule = Callable[[Any, str, int, Sizes], Wiring | None]


def wiring(equation: Any, parameter: str, index: int, sizes: Sizes) -> Wiring:
    """Return how the `index`-th jaxpr in `parameter` of `equation` is wired to it."""
    for rule in _RULES:
        try:
            found = rule(equation, parameter, index, sizes)
        except (AttributeError, KeyError, TypeError, ValueError):  # JAX has changed the parameters
            continue
        if found is not None and (len(found.inputs), len(found.outputs)) == sizes:
            return found
    return _by_position(equation, parameter, index, sizes)


def _scan(equation: Any, parameter: str, _index: int, sizes: Sizes) -> Wiring | None:
    if equation.primitive.name != "scan" or parameter != "jaxpr":
        return None
    params = equation.params
    if "num_consts" in params:
        constants, carry = params["num_consts"], params["num_carry"]
    else:
        constants, carry, _ = (len(group) for group in params["ft_in"].unpack())
    roles = ["const"] * constants + ["carry"] * carry + ["x"] * (sizes[0] - constants - carry)
    inputs = [Joint(position, role) for position, role in enumerate(roles)]
    outputs = [Joint(position, "carry" if position < carry else "y") for position in range(sizes[1])]
    return Wiring("body", inputs, outputs, int(params["length"]))


def _while(equation: Any, parameter: str, _index: int, sizes: Sizes) -> Wiring | None:
    if equation.primitive.name != "while":
        return None
    of_condition, of_body = equation.params["cond_nconsts"], equation.params["body_nconsts"]
    constants = of_condition if parameter == "cond_jaxpr" else of_body
    first_constant = 0 if parameter == "cond_jaxpr" else of_condition
    inputs = [Joint(first_constant + position, "const") for position in range(constants)]
    first_carry = of_condition + of_body
    inputs += [Joint(first_carry + position, "carry") for position in range(sizes[0] - constants)]
    if parameter == "cond_jaxpr":
        return Wiring("condition", inputs, [Joint(NO_ROW, "continue")])
    return Wiring("body", inputs, [Joint(position, "carry") for position in range(sizes[1])])


def _cond(equation: Any, parameter: str, index: int, sizes: Sizes) -> Wiring | None:
    if equation.primitive.name != "cond" or parameter != "branches":
        return None
    if len(equation.params["branches"]) == 2:
        label = ("false branch", "true branch")[index]
    else:
        label = f"branch {index}"
    inputs = [Joint(position + 1, "operand") for position in range(sizes[0])]
    return Wiring(label, inputs, [Joint(position, "result") for position in range(sizes[1])])


def _pallas_call(equation: Any, parameter: str, _index: int, sizes: Sizes) -> Wiring | None:
    """Refs to inputs and outputs: the kernel has them all as inputs and writes to the last."""
    if equation.primitive.name != "pallas_call" or parameter != "jaxpr":
        return None
    operands = len(equation.invars)
    results = len(equation.outvars)
    if sizes[0] < operands + results:
        return None
    inputs = [Joint(position, "input ref") for position in range(operands)]
    inputs += [Joint(NO_ROW, "output ref")] * results
    inputs += [Joint(NO_ROW, "scratch")] * (sizes[0] - operands - results)
    return Wiring("kernel", inputs, [Joint(NO_ROW, "result")] * sizes[1])


def _by_position(equation: Any, parameter: str, index: int, sizes: Sizes) -> Wiring:
    same_inputs = sizes[0] == len(equation.invars)
    same_outputs = sizes[1] == len(equation.outvars)
    label = "" if parameter in _PLAIN_PARAMETERS else parameter.removesuffix("_jaxpr") + (f" {index}" if index else "")
    return Wiring(
        label,
        [Joint(position if same_inputs else NO_ROW, "operand") for position in range(sizes[0])],
        [Joint(position if same_outputs else NO_ROW, "result") for position in range(sizes[1])],
    )


_PLAIN_PARAMETERS = frozenset({"jaxpr", "call_jaxpr", "fun_jaxpr"})
_RULES: tuple[Rule, ...] = (_scan, _while, _cond, _pallas_call)
