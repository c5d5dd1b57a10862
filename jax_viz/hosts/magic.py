"""`%load_ext jax_viz`: the magics `%%jaxviz` and `%jaxviz`.

`%%jaxviz` is an input transformer: its line becomes a comment and IPython runs the cell as it always does. For that
one cell an AST transformer notes the cell's calls (`jax_viz.hosts.rewrite`); when the cell has run, the last call worth
it is traced and its report shown. The user's cell pays nothing but the noting, and no fault of ours reaches it.
"""

import ast
import builtins
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.magic import no_var_expand
from IPython.utils.text import DollarFormatter

from jax_viz import session
from jax_viz.capture import ArgumentError, cells
from jax_viz.document import Cell, visible
from jax_viz.hosts import files, trace_cell
from jax_viz.hosts.calls import CallTap
from jax_viz.hosts.cell_text import comment_out, find_magic
from jax_viz.hosts.cell_times import StepListener
from jax_viz.hosts.display import WAIT, show
from jax_viz.hosts.expression import Place, read_expression
from jax_viz.hosts.frames import render_users_frames
from jax_viz.hosts.nothing_found import why_nothing
from jax_viz.hosts.options import HelpAskedError, Options, parse_cell_line, parse_expression_line, usage_error
from jax_viz.hosts.rewrite import CallRewriter

if TYPE_CHECKING:
    from string import Formatter
    from types import FrameType

TAP_NAME = "__jaxviz_tap__"
"""Where a cell finds its `CallTap` while it runs: among the builtins, so that no user's name or listing shows it."""


@dataclass
class _RunningCell:
    """A cell with `%%jaxviz` while it runs. `served`: a cell inside it (of `%%capture`) shows the report."""

    info: Any
    options: Options
    below_another: bool
    tap: CallTap = field(default_factory=CallTap)
    served: bool = False
    rewrote: int = 0
    """How much code IPython had rewritten when it began."""

    def __post_init__(self) -> None:
        self.listener = StepListener(self.tap.on_step)


class JaxVizMagics:
    """What `%load_ext jax_viz` adds to one shell, and takes out again.

    Parameters
    ----------
    shell
        The running `InteractiveShell`.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._rewriter = CallRewriter(TAP_NAME, shell.user_ns)
        self._running: list[_RunningCell] = []
        self._info: Any = None
        self._removed = False

    def install(self) -> None:
        """Register everything."""
        shell = self._shell
        # First, before IPython drops leading blank lines.
        shell.input_transformers_cleanup.insert(0, comment_out)
        shell.events.register("pre_run_cell", self._before)
        shell.events.register("post_run_cell", self._after)
        shell.register_magic_function(self.cell_magic, "cell", "jaxviz")
        shell.register_magic_function(self.line_magic, "line", "jaxviz")

    def remove(self) -> None:
        """Take everything out again; what a cell that is running still needs goes when it ends."""
        shell = self._shell
        shell.input_transformers_cleanup.remove(comment_out)
        shell.events.unregister("pre_run_cell", self._before)
        for kind in ("cell", "line"):
            shell.magics_manager.magics[kind].pop("jaxviz", None)
        self._removed = True
        cells.end()
        if not self._running:
            shell.events.unregister("post_run_cell", self._after)

    def cell_magic(self, line: str, cell: str) -> Any:
        """Show the program of this cell's last call as a graph linked to its lines.

        The cell runs as without the magic; then its last call of a jitted or otherwise transformed function is
        traced, else of a Python function on arrays. A plain function is run once more for that, with abstract values
        instead of arrays; what it prints then is swallowed.

        Options: --no-compile (trace only), --save PATH (.html, .json, .svg, .png), --name NAME.

        IPython comes here only when another magic calls this one; a cell's own %%jaxviz line is a comment to it.
        """
        try:
            options = parse_cell_line(line)
        except HelpAskedError as asked:
            _say(asked)
            return None
        running = _RunningCell(self._info, options, below_another=False)
        if self._running and self._running[-1].below_another:
            self._running[-1].served = True
        self._start(running)
        try:
            return self._run(f"# %%jaxviz {line}\n{cell}")
        finally:
            self._stop()
            self._report(running, f"%%jaxviz {line}\n{cell}", silent_if_none=sys.exc_info()[0] is not None)

    @no_var_expand  # type: ignore[untyped-decorator,unused-ignore]
    def line_magic(self, line: str) -> None:
        """Trace one expression without running the program it stands for, and show it.

        `%jaxviz f(x, y)` and `%jaxviz jax.grad(f)(x)` trace that function on those arguments, which are evaluated;
        any other expression is traced as a function of the arrays that it names.

        Options, before the expression: --no-compile, --save PATH, --name NAME.
        """
        try:
            self._trace_expression(line)
        except HelpAskedError as asked:
            _say(asked)
        except ArgumentError as error:
            # IPython shows the message alone; our frames say nothing to whoever wrote the line.
            raise usage_error(str(error)) from error
        except UsageError:
            raise
        except Exception as error:
            render_users_frames(error, self._shell)
            raise

    def _trace_expression(self, line: str) -> None:
        options, text = parse_expression_line(line)
        options = self._expand(options)
        program = read_expression(text, self._shell.user_ns, self._place(text))
        cell = self._cell()
        changed: list[str] = []
        try:
            live = trace_cell.trace(program.function, program.arguments, program.keywords, options, cell, changed)
        finally:
            if changed:
                _say(trace_cell.changed_note(f"`{text}`", changed))
        self._finish(live, options, cell, self._raw_cell())

    # -- events -------------------------------------------------------------------------------------------------------

    def _before(self, info: Any) -> None:
        self._info = info
        cells.begin(self._cell().execution_count, getattr(info, "cell_id", None))
        found = find_magic(info.raw_cell)
        if found is None:
            return
        if self._running and self._running[-1].below_another:
            self._running[-1].served = True
        self._start(_RunningCell(info, found.options, found.below_another))

    def _after(self, result: Any) -> None:
        cells.end()
        info = getattr(result, "info", None)
        if result is not None and not any(running.info is info for running in self._running):
            return
        running = self._stop()
        while running is not None and info is not None and running.info is not info:
            running = self._stop()  # a cell inside that was interrupted before its end
        if self._removed:
            if not self._running:
                self._shell.events.unregister("post_run_cell", self._after)
            return
        if running is None or result is None or running.served or result.error_before_exec is not None:
            return
        if isinstance(result.error_in_exec, KeyboardInterrupt):
            return  # who interrupts wants the kernel back
        # A magic such as %%writefile above ours runs nothing.
        nothing_ran = running.below_another and self._rewriter.rewrote == running.rewrote
        self._report(running, running.info.raw_cell, silent_if_none=nothing_ran or result.error_in_exec is not None)

    def _start(self, running: _RunningCell) -> None:
        running.rewrote = self._rewriter.rewrote
        if not self._running:
            self._rewriter.forget()
        self._running.append(running)
        running.listener.start()
        setattr(builtins, TAP_NAME, running.tap)
        if self._rewriter not in self._shell.ast_transformers:
            self._shell.ast_transformers.append(self._rewriter)

    def _stop(self) -> _RunningCell | None:
        running = self._running.pop() if self._running else None
        if running is not None:
            running.listener.stop()
        if self._running:
            setattr(builtins, TAP_NAME, self._running[-1].tap)
            return running
        vars(builtins).pop(TAP_NAME, None)
        if self._rewriter in self._shell.ast_transformers:
            self._shell.ast_transformers.remove(self._rewriter)
        return running

    # -- reports ------------------------------------------------------------------------------------------------------

    def _report(self, running: _RunningCell, raw_cell: str, *, silent_if_none: bool) -> None:
        try:
            options, cell = self._expand(running.options), self._cell()
            texts = self._rewriter.texts
            live, notes, others = trace_cell.trace_first(running.tap.candidates(), options, cell, texts)
            if live is None and silent_if_none:
                return
            for note in notes:
                _say(note)
            if live is not None:
                self._finish(live, options, cell, raw_cell)
                if also := trace_cell.also_called(others, texts, self._rewriter.lines, raw_cell):
                    _say(also)
            elif not notes:
                last = next(reversed(running.tap.passed_over.values()), None)
                names = self._shell.user_ns
                _say(why_nothing(last, texts, self._tree(raw_cell), names, raw_cell))
        except Exception as error:  # noqa: BLE001 - the cell has run; our fault is one line below it
            _say(f"jax_viz: the report could not be made: {type(error).__name__}: {error}")

    def _finish(self, live: session.LiveReport, options: Options, cell: Cell, raw_cell: str) -> None:
        """Name, keep, show and save a report."""
        if options.name is not None:
            trace_cell.rename(live.document, options.name)
        trace_cell.show_cell_as_typed(live.document, cell, raw_cell)
        session.set_last(live)
        show(live, WAIT)
        if options.save is not None:
            live.wait()
            try:
                _say(f"jax_viz: saved {files.save(live.document, Path(options.save).expanduser())}")
            except Exception as error:  # noqa: BLE001 - the report is shown and stays
                _say(f"jax_viz: {options.save} could not be saved: {error}")

    def _expand(self, options: Options) -> Options:
        """Fill `$name` and `{name}` into the options' values, as IPython does on a magic's line."""

        def filled(text: str | None) -> str | None:
            if text is None:
                return None
            formatter: Formatter = DollarFormatter()
            try:
                return formatter.vformat(text, (), self._shell.user_ns)
            except Exception:  # noqa: BLE001 - as IPython: what cannot be filled in stays
                return text

        return Options(options.compile, filled(options.save), filled(options.name))

    # -- the cell that runs -------------------------------------------------------------------------------------------

    def _cell(self) -> Cell:
        info = self._info
        counted = info is not None and info.store_history
        return Cell(self._shell.execution_count - (1 if counted else 0), getattr(info, "cell_id", None))

    def _raw_cell(self) -> str:
        return self._info.raw_cell if self._info is not None else ""

    def _place(self, text: str) -> Place:
        """Return where in the running cell the line magic's expression stands."""
        known = getattr(self._shell.compile, "_filename_map", {})
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the caller's frames are what is looked for
        while frame is not None and not (frame.f_code.co_filename in known and frame.f_code.co_name == "<module>"):
            frame = frame.f_back
        typed = self._raw_cell().splitlines()
        if frame is not None and 0 < frame.f_lineno <= len(typed) and text in typed[frame.f_lineno - 1]:
            before = typed[frame.f_lineno - 1].partition(text)[0]
            return Place(frame.f_code.co_filename, frame.f_lineno, len(before.encode()))
        return Place(self._shell.compile.cache(text, self._cell().execution_count))

    def _tree(self, raw_cell: str) -> ast.Module | None:
        """Return what a cell ran; `None` where it cannot be read."""
        try:
            tree: ast.Module = ast.parse(self._shell.transform_cell(raw_cell))
        except (SyntaxError, ValueError, RecursionError):
            return None
        return tree

    def _run(self, source: str) -> Any:
        """Run code as `%%time` does, and return the value of a last expression."""
        shell = self._shell
        code = shell.transform_cell(source)
        name = shell.compile.cache(code, shell.execution_count, raw_code=source)
        tree = shell.transform_ast(shell.compile.ast_parse(code, filename=name))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(shell.compile(tree, name, "exec"), shell.user_global_ns, shell.user_ns)  # noqa: S102 - the user's own cell
        if last is None:
            return None
        return eval(shell.compile(ast.Expression(last.value), name, "eval"), shell.user_global_ns, shell.user_ns)  # noqa: S307


def _say(answer: object) -> None:
    """Print an answer to the user; it quotes code and names, and shows all of them."""
    print(visible(str(answer)))  # noqa: T201


_installed: dict[int, JaxVizMagics] = {}


def load(shell: Any) -> None:
    """Add the magics to a shell; does nothing where they are already."""
    if id(shell) not in _installed:
        _installed[id(shell)] = JaxVizMagics(shell)
        _installed[id(shell)].install()


def unload(shell: Any) -> None:
    """Take the magics out of a shell, without a trace."""
    magics = _installed.pop(id(shell), None)
    if magics is not None:
        magics.remove()
