"""Record graphs of real programs, and elk's crossings in them, for the layout's tests.

Usage: PYTHONPATH=tests python tests/record_graphs.py
"""

import json
import subprocess
from pathlib import Path

import programs

import jax_viz
from jax_viz.document import encode

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Trace the programs and let Node lay them out."""
    lines = []
    for name in (*programs.PROGRAMS, "gpt"):
        function, arguments = programs.make(name, **({"layers": 2} if name == "gpt" else {}))
        document = json.loads(encode(jax_viz.trace(function, compile=False)(*arguments).document))
        lines.append(json.dumps({"name": name, "report": document}))
    subprocess.run(["node", "tests/record_graphs.mjs"], cwd=ROOT, check=True, text=True, input="\n".join(lines))


if __name__ == "__main__":
    main()
