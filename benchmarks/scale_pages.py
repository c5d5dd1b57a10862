"""Make what the suite `scale` opens: our page of each program, and the same flat graph for peers. Usage: FOLDER.

Traces take half a minute, so reports stay in the folder; pages are made anew, by the viewer as it is now.
"""

import json
import sys
import time
from pathlib import Path

import scale_programs
from neutral import write_graph

import jax_viz

PROGRAMS = {
    "flat_3000": lambda: scale_programs.flat(3_000),
    "transformer_25000": lambda: scale_programs.transformer(46),
    "flat_100000": lambda: scale_programs.flat(100_000),
    "functions_of_200": lambda: scale_programs.functions_of(12, 200),
}


def main() -> None:
    """Make all, and print `{name: {"equations", "save"}}`."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for name, program in PROGRAMS.items():
        kept = folder / f"{name}.json"
        if kept.exists():
            report = jax_viz.load(kept)
        else:
            function, arguments = program()
            report = jax_viz.trace(function, compile=False)(*arguments)
            report.save(kept)
        started = time.perf_counter()
        report.save(folder / f"{name}.html")
        made[name] = {
            "equations": len(report.programs[0].stages[0].equations),
            "save": time.perf_counter() - started,
        }
        if name.startswith("flat"):
            write_graph(report.document, folder / f"{name}.graph.json")
    print(json.dumps(made))


if __name__ == "__main__":
    main()
