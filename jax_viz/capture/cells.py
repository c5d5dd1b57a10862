"""Which notebook cell an execution was: the number that IPython counts, and the front end's own id of the cell.

The number changes with every run and begins anew with every kernel; the id stays while the notebook lives, also when
the cell is moved. IPython tells it only while the cell runs, so it is noted then.
"""

MOST = 10_000
"""Executions that are remembered."""

_ids: dict[int, str] = {}
_running: tuple[int | None, str | None] | None = None


def begin(execution_count: int | None, cell_id: str | None) -> None:
    """Note the cell that begins to run."""
    global _running  # noqa: PLW0603 - one kernel, one running cell
    _running = (execution_count, cell_id)
    if execution_count is None or cell_id is None:
        return
    _ids[execution_count] = cell_id
    if len(_ids) > MOST:
        del _ids[next(iter(_ids))]


def end() -> None:
    """Note that no cell runs any more."""
    global _running  # noqa: PLW0603
    _running = None


def running() -> tuple[int | None, str | None] | None:
    """Return execution count and id of the cell that runs now, `None` outside of one."""
    return _running


def cell_id(execution_count: int | None) -> str | None:
    """Return the id of the cell that ran under a number, `None` where nobody said it."""
    return _ids.get(execution_count) if execution_count is not None else None
