"""The report as plain text: what a terminal, a log or a screen reader gets."""

from jax_viz.document import Report, visible, visible_line
from jax_viz.hosts.summary import ProgramSummary, count, headline, summarize
from jax_viz.hosts.units import byte_size, seconds

PRIMITIVES_SHOWN = 8
LINES_SHOWN = 12
CODE_SHOWN = 60


COMPILING = "compiling… (report.wait() waits for it)"


def plain_text(report: Report, *, complete: bool = True) -> str:
    """Return the summary of every program, a few lines each.

    Parameters
    ----------
    report
        The report as data.
    complete
        Whether every section is there; where not, the timings say that compiling goes on.
    """
    blocks = ["\n".join(_program_lines(program, complete=complete)) for program in summarize(report)]
    faults = [f"  {visible_line(fault.section)}: {visible(fault.message)}" for fault in report.faults]
    if faults:
        blocks.append("\n".join(["Not available:", *faults]))
    return "\n".join(blocks) if blocks else f"jax_viz report: {headline(report)}"


def timings_text(program: ProgramSummary) -> str:
    """Return `trace 12.3 ms · lower 45.0 ms · compile 512 ms`, without what is not known."""
    cached = program.timings.cached
    steps = [("trace", program.timings.trace), ("lower", program.timings.lower), ("compile", program.timings.compile)]
    return " · ".join(
        f"{name} {seconds(value)}" + (" (from JAX's cache)" if name in cached else "")
        for name, value in steps
        if value is not None
    )


def size_text(program: ProgramSummary) -> str:
    """Return `109 equations (97 unique), nested 2 deep`."""
    unique = f" ({program.unique:,} unique)" if program.unique != program.equations else ""
    nested = f", nested {program.depth} deep" if program.depth > 1 else ""
    return f"{count(program.equations, 'equation')}{unique}{nested}"


def shortened(code: str) -> str:
    """Return a piece of code as a message quotes it, on one line of 60 characters at most."""
    return code if len(code) <= CODE_SHOWN else code[: CODE_SHOWN - 1] + "…"


def arrays_text(number: int, size: int) -> str:
    """Return `6 arrays, 2.68 MB`."""
    return f"{count(number, 'array')}, {byte_size(size)}"


def _program_lines(program: ProgramSummary, *, complete: bool) -> list[str]:
    lines = [f"{program.signature}: {size_text(program)}"]

    def row(label: str, text: str) -> None:
        if text:
            lines.append(f"  {label:<11}{text}")

    row("primitives", _primitives(program))
    row("arguments", arrays_text(program.arguments, program.argument_bytes))
    row("results", arrays_text(program.results, program.result_bytes))
    if program.constants:
        row("constants", f"{arrays_text(program.constants, program.constant_bytes)} captured")
    compiling = "" if complete or program.timings.compile is not None else COMPILING
    row("timings", " · ".join(filter(None, (timings_text(program), compiling))))
    for index, place in enumerate(sorted(program.lines, key=lambda place: -place.count)[:LINES_SHOWN]):
        row("" if index else "lines", f"{place.count:>4,}  {place.file}:{place.line}  {place.text}".rstrip())
    return lines


def _primitives(program: ProgramSummary) -> str:
    shown = [f"{name} {number:,}" for name, number in program.primitives[:PRIMITIVES_SHOWN]]
    rest = len(program.primitives) - len(shown)
    return " · ".join(shown) + (f" · {rest} more" if rest > 0 else "")
