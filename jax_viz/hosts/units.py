"""Numbers for people: SI with three figures."""

from math import floor, log10

_SECONDS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_BYTES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def seconds(value: float) -> str:
    """Return `1.08 ms`, `642 µs`, `12.3 s`."""
    return "0 s" if value <= 0 else _scaled(value, _SECONDS)


def byte_size(value: int) -> str:
    """Return `3.21 MB`, in powers of 1000; whole bytes below 1 kB."""
    return f"{value} B" if value < 1000 else _scaled(value, _BYTES)


def _scaled(value: float, units: tuple[tuple[float, str], ...]) -> str:
    # Round first: 999.6 µs is 1.00 ms, not 1000 µs.
    rounded = float(f"{value:.3g}")
    factor, unit = next((pair for pair in units if rounded >= pair[0]), units[-1])
    figure = rounded / factor
    decimals = max(0, 2 - max(0, floor(log10(figure)))) if figure > 0 else 0
    return f"{figure:.{decimals}f} {unit}"
