"""A real IPython shell for tests, and what its cells gave."""

import atexit
import re
from dataclasses import dataclass, field
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


@dataclass
class Ran:
    """One cell: its value, its error, what it printed and displayed."""

    value: Any
    error: BaseException | None
    printed: str
    displayed: list[dict[str, Any]] = field(default_factory=list)

    @property
    def reports(self) -> list[str]:
        """The text of each report that the cell displayed."""
        return [data["text/plain"] for data in self.displayed if "application/vnd.jaxviz.v1+json" in data]


class Shell:
    """A fresh shell with jax and jax_viz imported and our extension loaded."""

    def __init__(self) -> None:
        InteractiveShell.clear_instance()
        self.shell = InteractiveShell.instance()
        self.shell.colors = "nocolor"
        self.run("import jax, jax.numpy as jnp\nimport jax_viz\n%load_ext jax_viz")

    def run(self, cell: str) -> Ran:
        """Run one cell as a front end does."""
        with capture_output() as captured:
            result = self.shell.run_cell(cell, store_history=True)
        printed = re.sub(r"\x1b\[[0-9;]*m", "", captured.stdout + captured.stderr)
        shown = [dict(output.data) for output in captured.outputs]
        return Ran(result.result, result.error_before_exec or result.error_in_exec, printed, shown)

    def close(self) -> None:
        """End the shell."""
        self.shell.run_line_magic("unload_ext", "jax_viz")
        InteractiveShell.clear_instance()
        # Else Python keeps every shell until it exits, and then collects garbage once for each: minutes.
        atexit.unregister(self.shell.atexit_operations)
