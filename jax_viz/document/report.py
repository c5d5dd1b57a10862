"""The whole report."""

from msgspec import Struct, field

from jax_viz.document.program import Program
from jax_viz.document.sources import Sources


class Producer(Struct):
    """Which versions made the report."""

    jax_viz: str
    jax: str
    python: str


class Cell(Struct):
    """The notebook cell that was observed."""

    execution_count: int | None = None
    id: str | None = None


class Fault(Struct):
    """A section that could not be made. The rest of the report stands."""

    section: str
    message: str


class Report(Struct):
    version: str
    id: str
    created: str
    producer: Producer
    cell: Cell | None = None
    strings: list[str] = field(default_factory=lambda: [""])
    sources: Sources = field(default_factory=Sources)
    programs: list[Program] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
