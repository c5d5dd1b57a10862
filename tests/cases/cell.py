"""A case: one notebook cell that puzzled people, and what is true of it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Cell:
    """`code` is what a user types, line 1 the first one. `facts` hold on every supported JAX unless a test says else."""

    sources: tuple[str, ...]
    confused_by: str
    code: str
    facts: dict[str, Any] = field(default_factory=dict)

    def run(self, folder: Path) -> dict[str, Any]:
        """Run the cell as a user's file in `folder` and return its names."""
        file = folder / "cell.py"
        file.write_text(self.code)
        names: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(self.code, str(file), "exec"), names)
        return names


def code(text: str) -> str:
    """Return the text of a triple-quoted cell without its first, empty line."""
    return text.removeprefix("\n")
