"""Write the facts of the programs of tests/programs.py for the JAX that runs this into tests/cases/facts.json.

The facts come from a walk of the jaxpr that shares nothing with jax_viz. Run it for a new JAX version, and read
the difference before you keep it:  .venv/py3.13/bin/python tests/record_facts.py

Each program is compiled too, which takes minutes: the number of fusions is XLA's choice for this machine's CPU.
"""

import json
from pathlib import Path
from typing import Any

import conftest  # noqa: F401  asks for four devices before jax starts
import jax
import programs
import walk

FACTS = Path(__file__).parent / "cases" / "facts.json"


def main() -> None:
    """Replace this version's facts, keep the others'."""
    facts = json.loads(FACTS.read_text()) if FACTS.exists() else {}
    facts[programs.jax_series()] = {name: facts_of(name) for name in programs.PROGRAMS}
    FACTS.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n")
    print(f"{FACTS.name}: {len(programs.PROGRAMS)} programs on jax {jax.__version__}")


def facts_of(name: str) -> dict[str, Any]:
    """Return the facts of one program."""
    function, arguments = programs.make(name)
    lower = function.lower if hasattr(function, "lower") else jax.jit(function).lower
    hlo = lower(*arguments).compile().as_text()
    print(name)
    return {**walk.facts(programs.closed_jaxpr(function, arguments)), "fusions": walk.fusions(hlo)}


if __name__ == "__main__":
    main()
