"""Run the performance suites and print one table: `make bench`. The exit status is 1 where a bound is missed.

Usage: run.py [building] [page] [layout] [scale]
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import peers
from rows import Row, percent, seconds, spread, table
from scale import scale_rows
from visually_complete import measure

ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".venv" / "peers"
PAGES = ROOT / "artifacts" / "benchmarks"
JAXVIZ = "jaxviz==0.1.4"

JAXVIZ_PATIENCE = 300.0
"""Seconds for a page of thousands of equations."""

PAGE_REPEATS = 15
LAYOUT_SIZES = (100, 1_000, 5_000, 10_000, 50_000)
LAYOUT_SHAPES = ("usual", "far", "wide", "deep")
LAYOUT_BOUNDS = {1_000: 0.05, 10_000: 0.5}
"""CPU seconds of the whole process for the first layout, JIT compilation included."""
CROSSINGS_BOUND = 1.1

COST_BOUND = 0.05
PAGE_BOUND = 4.0


def building() -> list[Row]:
    """Return the cost of a report on a 12-layer transformer step."""
    got = json.loads(_python(sys.executable, "building.py").splitlines()[-1])
    plain = got["plain"]
    jax_work = sum(plain.values())
    outside = got["trace_and_report"] - got["trace_only"]
    suite = f"report, {got['equations']:,} equations, jax {got['jax']}"
    parts = ", ".join(f"{name} {seconds(value)}" for name, value in plain.items())
    return [
        Row(suite, f"JAX alone: {parts}", seconds(jax_work)),
        Row(suite, "building the document", seconds(got["build"])),
        _bounded(suite, "  share of JAX's work", got["build"] / jax_work, COST_BOUND),
        Row(suite, "trace with report minus trace alone", seconds(outside)),
        _bounded(suite, "  share of JAX's work", outside / jax_work, COST_BOUND),
        Row(suite, "jax_viz.trace(f)(*args).wait(), wall clock", seconds(got["whole"])),
    ]


def page() -> list[Row]:
    """Return the times of the MLP step's page, ours and jaxviz's, until it is visually complete."""
    _install_peers()
    PAGES.mkdir(parents=True, exist_ok=True)
    pages = [PAGES / "ours.html", PAGES / "jaxviz.html"]
    made = [
        json.loads(_python(sys.executable, "page_ours.py", str(pages[0]), str(PAGE_REPEATS)).splitlines()[-1]),
        json.loads(_python(str(PEERS / "bin/python"), "page_jaxviz.py", str(pages[1]), str(PAGE_REPEATS))),
    ]
    shown = measure(_chromium(), pages, PAGE_REPEATS, PAGES)
    loads = [statistics.median(load.complete for load in taken) for taken in shown]
    ready = [load.ready for load in shown[0] if load.ready is not None]
    if len(ready) < PAGE_REPEATS:
        sys.exit("The viewer on our page did not become ready.")
    whole = [load + statistics.median(taken) for load, taken in zip(loads, made, strict=True)]
    rows = []
    suite = "page of the MLP step"
    for name, file, load, taken, total in zip(("ours", JAXVIZ), pages, shown, made, whole, strict=True):
        complete = [one.complete for one in load]
        rows += [
            Row(suite, f"{name}: opening it until complete{spread(complete)}", seconds(statistics.median(complete))),
            Row(suite, f"{name}: making it{spread(taken)}", seconds(statistics.median(taken))),
            Row(suite, f"{name}: from the call to complete", seconds(total)),
            Row(suite, f"{name}: size", f"{file.stat().st_size / 1e6:.2f} MB"),
        ]
    rows.append(Row(suite, f"ours: opening it until it answers{spread(ready)}", seconds(statistics.median(ready))))
    ratio = loads[1] / loads[0]
    rows += [
        Row(suite, "opening: theirs / ours", f"{ratio:.2f}", f"≥ {PAGE_BOUND:g}", ratio >= PAGE_BOUND),
        Row(suite, "from the call: theirs / ours", f"{whole[1] / whole[0]:.2f}"),
    ]
    return rows


def layout() -> list[Row]:
    """Return the times of the layered layout on flat programs, and its crossings beside elk's on real graphs."""
    rows = []
    suite = "layout, first in its process"
    for boxes in LAYOUT_SIZES:
        for shape in LAYOUT_SHAPES if boxes in LAYOUT_BOUNDS else LAYOUT_SHAPES[:1]:
            got = json.loads(_run(["node", "benchmarks/layout.mjs", str(boxes), shape]))
            what = f"{boxes:,} boxes, {shape}, {got['edges']:,} edges, CPU (warm: {seconds(got['warm'])})"
            if bound := LAYOUT_BOUNDS.get(boxes):
                rows.append(Row(suite, what, seconds(got["cpu"]), f"≤ {seconds(bound)}", got["cpu"] <= bound))
            else:
                rows.append(Row(suite, what, seconds(got["cpu"])))
    suite = "layout, crossings beside elk's"
    for graph in json.loads(_run(["node", "benchmarks/layout.mjs", "crossings"])):
        ours, elk = graph["ours"], graph["elk"]
        bound = f"≤ {CROSSINGS_BOUND:g} x {elk}"
        rows.append(
            Row(suite, f"{graph['name']}, {graph['boxes']} boxes", str(ours), bound, ours <= CROSSINGS_BOUND * elk)
        )
    return rows


def scale() -> list[Row]:
    """Return what large programs take in the browser, ours beside peers."""
    _install_peers()
    folder = PAGES / "scale"
    made = json.loads(_python(sys.executable, "scale_pages.py", str(folder)).splitlines()[-1])
    with peers.serving(folder) as served:
        served[JAXVIZ] = {"flat_3000": _jaxviz_page(folder / "peers" / "jaxviz_flat_3000.html", "3000")}
        return scale_rows(_chromium(), folder, made, served)


def _jaxviz_page(file: Path, equations: str) -> str:
    """Return the address of jaxviz's page of a flat program, or why there is none."""
    file.parent.mkdir(exist_ok=True)
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests"), "JAX_PLATFORMS": "cpu"}
    command = [PEERS / "bin/python", "benchmarks/page_jaxviz.py", file, "0", equations]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=JAXVIZ_PATIENCE
        )
    except subprocess.TimeoutExpired:
        return f"made no page within {JAXVIZ_PATIENCE:.0f} s"
    return file.as_uri() if done.returncode == 0 else f"made no page: {done.stderr.strip().splitlines()[-1]}"


SUITES: dict[str, Callable[[], list[Row]]] = {"building": building, "page": page, "layout": layout, "scale": scale}


def main() -> int:
    """Run the suites that are named, or all."""
    rows: list[Row] = []
    for name in sys.argv[1:] or SUITES:
        print(f"benchmark: {name}", file=sys.stderr)
        rows += SUITES[name]()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(table(rows))
    return int(any(row.held is False for row in rows))


def _bounded(suite: str, what: str, share: float, bound: float) -> Row:
    return Row(suite, what, percent(share), f"≤ {100 * bound:g} %", share <= bound)


def _install_peers() -> None:
    """Put jaxviz into an environment of its own: it is no part of this project and nothing here imports it."""
    if (PEERS / "bin" / "python").exists():
        return
    subprocess.run([sys.executable, "-m", "venv", PEERS], check=True)
    series = f"{sys.version_info.major}.{sys.version_info.minor}"
    constraints = ROOT / "requirements" / f"lock-{series}.txt"
    subprocess.run([PEERS / "bin/pip", "install", "--quiet", "-c", constraints, JAXVIZ], check=True)


def _chromium() -> str:
    found = _run(["tools/chromium.sh"]).strip()
    if not found:
        sys.exit("The page suite needs Chromium: `make test` installs it, or set JAX_VIZ_CHROMIUM.")
    return found


def _python(python: str, script: str, *arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests"), "JAX_PLATFORMS": "cpu"}
    if Path(python).is_relative_to(PEERS):  # its answer comes on the error stream
        return _run([python, f"benchmarks/{script}", *arguments], environment, error_stream=True)
    return _run([python, f"benchmarks/{script}", *arguments], environment)


def _run(command: list[str], environment: dict[str, str] | None = None, *, error_stream: bool = False) -> str:
    executable = shutil.which(command[0], path=os.environ.get("PATH")) or command[0]
    done = subprocess.run(
        [executable, *command[1:]], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stderr.splitlines()[-1] if error_stream else done.stdout


if __name__ == "__main__":
    sys.exit(main())
