"""One stage of a program: its regions, equations and values, as columns."""

from msgspec import Struct, field

NO_ROW = -1
"""In a column of row numbers: there is none."""

PHASES = (None, "forward", "backward", "recompute")
"""What the numbers of `Equations.phase` mean."""


class Avals(Struct):
    """Abstract values. `text` is JAX's short form (`f32[128,784]`); `bytes` is 0 where JAX gives no size."""

    text: list[int] = field(default_factory=list)
    shape: list[list[int]] = field(default_factory=list)
    dtype: list[int] = field(default_factory=list)
    weak_type: list[int] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)


class Values(Struct):
    """One row a variable of one region, or a literal (`literal` is then its text, else -1).

    `name` is the pytree path of a program argument or the name of a captured constant.
    """

    aval: list[int] = field(default_factory=list)
    name: list[int] = field(default_factory=list)
    literal: list[int] = field(default_factory=list)


class Regions(Struct):
    """One row a jaxpr *as called*: region 0 is the stage's own, the others hang under an equation.

    Two regions with the same `definition` are calls of one jaxpr object. `parameter`
    and `index` are the step of the path. Inputs are constants first (`constants` of
    them), then arguments, with a role each (`const`, `carry`, `x`, `operand`, `captured`);
    `operand` is the position among the holder's inputs, `result` among its outputs (-1: none).
    `trips` is the number of iterations of a scan, -1 where unknown or not a loop.
    """

    equation: list[int] = field(default_factory=list)
    parameter: list[int] = field(default_factory=list)
    index: list[int] = field(default_factory=list)
    label: list[int] = field(default_factory=list)
    definition: list[int] = field(default_factory=list)
    trips: list[int] = field(default_factory=list)
    constants: list[int] = field(default_factory=list)
    input_offsets: list[int] = field(default_factory=lambda: [0])
    inputs: list[int] = field(default_factory=list)
    input_role: list[int] = field(default_factory=list)
    operand: list[int] = field(default_factory=list)
    output_offsets: list[int] = field(default_factory=lambda: [0])
    outputs: list[int] = field(default_factory=list)
    output_role: list[int] = field(default_factory=list)
    result: list[int] = field(default_factory=list)


class Equations(Struct):
    """One row an equation, in program order, an inner equation after the one that holds it.

    Offsets columns have one entry more than rows: row r owns `[offsets[r], offsets[r + 1])`.
    `name` is the called function's name where the primitive has one (`jit`, `custom_jvp_call`).
    `via` is the public function between the user's line and the primitive (`jnp.dot`).
    `source` is the frame that the equation is shown at: the user's innermost one, else the
    innermost of a library. `hint` is a code for what a well-known pattern means (`negative-index`).
    `stack` holds the user's and the libraries' frames, JAX's own left out.
    """

    region: list[int] = field(default_factory=list)
    index: list[int] = field(default_factory=list)
    primitive: list[int] = field(default_factory=list)
    name: list[int] = field(default_factory=list)
    param_offsets: list[int] = field(default_factory=lambda: [0])
    param_names: list[int] = field(default_factory=list)
    param_values: list[int] = field(default_factory=list)
    input_offsets: list[int] = field(default_factory=lambda: [0])
    inputs: list[int] = field(default_factory=list)
    output_offsets: list[int] = field(default_factory=lambda: [0])
    outputs: list[int] = field(default_factory=list)
    source: list[int] = field(default_factory=list)
    stack: list[int] = field(default_factory=list)
    via: list[int] = field(default_factory=list)
    scopes: list[int] = field(default_factory=list)
    phase: list[int] = field(default_factory=list)
    batched: list[int] = field(default_factory=list)
    effects: list[int] = field(default_factory=list)
    hint: list[int] = field(default_factory=list)


class Stage(Struct):
    """The program after one more transform; `transform` is `None` for the function as given."""

    transform: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    avals: Avals = field(default_factory=Avals)
    values: Values = field(default_factory=Values)
    regions: Regions = field(default_factory=Regions)
    equations: Equations = field(default_factory=Equations)


def count_unique(stage: Stage) -> int:
    """Return the number of equations with each jaxpr object counted once, however often it is called."""
    seen: set[int] = set()
    first = []
    for definition in stage.regions.definition:
        first.append(definition not in seen)
        seen.add(definition)
    return sum(first[region] for region in stage.equations.region)
