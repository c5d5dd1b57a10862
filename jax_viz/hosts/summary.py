"""What a report says in numbers: the figures of `text/plain`, of the table and of the one-line summary.

Made from the document alone, so that a loaded report says the same as a fresh one. Its texts are for people: each is
one line of bounded length in which every character can be seen, whatever the report quotes.
"""

from collections import Counter
from dataclasses import dataclass

from jax_viz.document import NO_ROW, Program, Report, Stage, Timings, count_unique, visible_line

MOST_CHARACTERS = 400
"""Of a signature, a file's name, a line of code: a generated name may have thousands."""


@dataclass(frozen=True)
class LineCount:
    """Equations that one source line made. `text` is the line itself, empty where it is not kept."""

    file: str
    line: int
    text: str
    count: int


@dataclass(frozen=True)
class ProgramSummary:
    """The figures of one program, counted over its last stage."""

    name: str
    signature: str
    equations: int
    unique: int
    depth: int
    primitives: list[tuple[str, int]]
    lines: list[LineCount]
    arguments: int
    argument_bytes: int
    results: int
    result_bytes: int
    constants: int
    constant_bytes: int
    timings: Timings


def summarize(report: Report) -> list[ProgramSummary]:
    """Return one summary a program, in the report's order."""
    return [_summarize_program(report, program) for program in report.programs]


def headline(report: Report) -> str:
    """Return one line that names the report's programs and their sizes."""
    parts = [f"{p.signature}: {count(p.equations, 'equation')}" for p in summarize(report)]
    return "; ".join(parts) if parts else "no program"


def count(number: int, noun: str) -> str:
    """Return `1 equation`, `109 equations`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _summarize_program(report: Report, program: Program) -> ProgramSummary:
    stage = program.stages[-1] if program.stages else Stage()
    primitives = Counter(_short(visible_line(report.strings[row])) for row in stage.equations.primitive)
    return ProgramSummary(
        name=visible_line(program.name),
        signature=_short(visible_line(program.signature)),
        equations=len(stage.equations.primitive),
        unique=count_unique(stage),
        depth=_depth(stage),
        primitives=sorted(primitives.items(), key=lambda item: (-item[1], item[0])),
        lines=_lines(report, stage),
        arguments=len(program.arguments),
        argument_bytes=sum(leaf.bytes for leaf in program.arguments),
        results=len(program.results),
        result_bytes=sum(leaf.bytes for leaf in program.results),
        constants=len(program.constants),
        constant_bytes=sum(constant.bytes for constant in program.constants),
        timings=program.timings,
    )


def _short(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"


def _depth(stage: Stage) -> int:
    """Return how many jaxprs deep the deepest equation lies; 1 for a program without nested ones."""
    depth: list[int] = []
    for equation in stage.regions.equation:
        depth.append(1 if equation == NO_ROW else depth[stage.equations.region[equation]] + 1)
    return max((depth[region] for region in stage.equations.region), default=0)


def _lines(report: Report, stage: Stage) -> list[LineCount]:
    frames, files = report.sources.frames, report.sources.files
    counts: Counter[tuple[int, int]] = Counter()
    for frame in stage.equations.source:
        if frame != NO_ROW and frames.line[frame] > 0:
            counts[frames.file[frame], frames.line[frame]] += 1
    return [
        LineCount(_short(visible_line(files[file].name)), line, _short(_text(report, file, line)), number)
        for (file, line), number in sorted(counts.items())
    ]


def _text(report: Report, file: int, line: int) -> str:
    for excerpt in report.sources.files[file].excerpts:
        offset = line - excerpt.first_line
        if 0 <= offset < len(excerpt.lines):
            return visible_line(excerpt.lines[offset].strip())
    return ""
