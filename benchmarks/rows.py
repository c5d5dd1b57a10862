"""What a suite reports: one row a figure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """`bound` is what the project promises of `figure`; `held` is `None` where it promises nothing."""

    suite: str
    what: str
    figure: str
    bound: str = ""
    held: bool | None = None


def seconds(value: float) -> str:
    """Return a duration with three figures: `1.08 ms`."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(value) >= size:
            return f"{_three(value / size)} {unit}"
    return f"{_three(value / 1e-9)} ns"


def spread(taken: list[float]) -> str:
    """Return the least and the largest of several durations, to stand behind their name."""
    return f" ({seconds(min(taken))} to {seconds(max(taken))}, {len(taken)} times)"


def percent(share: float) -> str:
    """Return a share with two figures behind the point: `1.23 %`."""
    return f"{100 * share:.2f} %"


def table(rows: list[Row]) -> str:
    """Return the rows as aligned text."""
    heads = ("suite", "what", "figure", "bound", "")
    lines = [heads, *((row.suite, row.what, row.figure, row.bound, _verdict(row)) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    aligned = [
        "  ".join(
            text.rjust(width) if column == 2 else text.ljust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([aligned[0], "-" * max(map(len, aligned)), *aligned[1:]])


def _verdict(row: Row) -> str:
    return {None: "", True: "held", False: "MISSED"}[row.held]


def _three(value: float) -> str:
    whole = len(str(int(abs(value))))
    return f"{value:.{max(0, 3 - whole)}f}"
