"""One traced call."""

from typing import Literal

from msgspec import Struct, field

from jax_viz.document.stage import Stage


class Leaf(Struct):
    """One array leaf of the arguments or results. `path` is its pytree path, `params[0]['w']`."""

    path: str
    text: str
    shape: list[int]
    dtype: str
    weak_type: bool
    bytes: int


class Constant(Struct):
    """An array that was closed over and became part of the program, at any depth.

    `path` is the region that holds it, in the text form of an equation's path (empty: the top level).
    """

    name: str
    text: str
    shape: list[int]
    dtype: str
    bytes: int
    path: str


class Timings(Struct):
    """Seconds of wall clock, `None` until known. What JAX took from a cache is named in `cached`."""

    trace: float | None = None
    lower: float | None = None
    compile: float | None = None
    cached: list[Literal["trace", "lower", "compile"]] = field(default_factory=list)


class Program(Struct):
    name: str
    signature: str
    arguments: list[Leaf] = field(default_factory=list)
    static_arguments: dict[str, str] = field(default_factory=dict)
    results: list[Leaf] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    timings: Timings = field(default_factory=Timings)
