"""The public face: trace a function, load a report, read it, save it, show it."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Never

from jax_viz import document as documents
from jax_viz import session
from jax_viz.capture import cells
from jax_viz.capture.call import check_callable, check_no_arguments
from jax_viz.views import Stage


class Program:
    """One traced call with its stages."""

    def __init__(self, report: "Report", row: int) -> None:
        self._report = report
        self._row = row

    @property
    def _section(self) -> documents.Program:
        return self._report.document.programs[self._row]

    @property
    def name(self) -> str:
        """The function's name."""
        return self._section.name

    @property
    def signature(self) -> str:
        """Name and parameters, `update(params, x, y)`."""
        return self._section.signature

    @property
    def arguments(self) -> list[documents.Leaf]:
        """One item per array leaf, with its pytree path."""
        return self._section.arguments

    @property
    def static_arguments(self) -> dict[str, str]:
        """Static arguments as text."""
        return self._section.static_arguments

    @property
    def results(self) -> list[documents.Leaf]:
        """One item per array leaf, with its pytree path."""
        return self._section.results

    @property
    def constants(self) -> list[documents.Constant]:
        """Arrays closed over, at any depth, each once, with their bytes."""
        return self._section.constants

    @property
    def stages(self) -> list[Stage]:
        """The program after each transform; a plain function has one stage, itself."""
        return [Stage(self._report.document, stage) for stage in self._section.stages]

    @property
    def timings(self) -> documents.Timings:
        """Seconds of trace, lower and compile; waits for a compilation that is on its way."""
        self._report.wait()
        return self._section.timings

    @property
    def stablehlo(self) -> str:
        """The lowered program's text.

        Raises
        ------
        RuntimeError
            When the report was loaded: a file does not hold the lowered program.
        """
        return str(self._call().compilation.lowered_now().as_text())

    @property
    def hlo(self) -> str:
        """The optimized program's text, as XLA compiled it for this machine; waits for it.

        Raises
        ------
        RuntimeError
            When the report was loaded, or the program was not compiled.
        """
        call = self._call()
        self._report.wait()
        if call.compilation.compiled is None:
            raise RuntimeError(
                call.compilation.error
                or f"{self.name} was traced with compile=False. Trace it again with compile=True to read its HLO."
            )
        return str(call.compilation.compiled.as_text())

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(stage.equations):,} equations" for stage in self.stages)
        return documents.visible_line(f"<Program {self.signature}: {counts}>")

    def __eq__(self, other: object) -> bool:
        """Whether both are the same program of equal reports."""
        if not isinstance(other, Program):
            return NotImplemented
        return self._row == other._row and self._report == other._report

    def __hash__(self) -> int:
        return hash((self._report, self._row))

    def _call(self) -> Any:
        call = self._report.live_call(self._row)
        if call is None:
            raise RuntimeError(
                f"This report was loaded from a file, which holds no lowered or compiled code. Trace {self.name} again "
                "to read it."
            )
        return call


class Report:
    """What jax_viz found out about a call or a cell. Displays itself in notebooks."""

    def __init__(self, live: session.LiveReport) -> None:
        self._live = live

    @property
    def document(self) -> documents.Report:
        """The document itself, as far as it is there by now; never waits."""
        return self._live.document

    @property
    def id(self) -> str:
        """Identity, the same in every host that shows the report."""
        return self.document.id

    @property
    def version(self) -> str:
        """Version of the format."""
        return self.document.version

    @property
    def created(self) -> str:
        """When it was made, ISO 8601, UTC."""
        return self.document.created

    @property
    def cell(self) -> documents.Cell | None:
        """The notebook cell, `None` outside of one."""
        return self.document.cell

    @property
    def programs(self) -> list[Program]:
        """The traced calls."""
        return [Program(self, row) for row in range(len(self.document.programs))]

    @property
    def faults(self) -> list[documents.Fault]:
        """Sections that could not be made, each with a message."""
        return self.document.faults

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until every section is there, at most `seconds`; return whether it is."""
        return self._live.wait(seconds)

    def save(self, path: str | Path) -> Path:
        """Write the report; the suffix chooses the form: `.html`, `.json`, `.svg` or `.png`. Waits for all sections.

        Raises
        ------
        ValueError
            For another suffix.
        OSError
            When the folder does not exist or the file cannot be written.
        """
        from jax_viz.hosts import files  # noqa: PLC0415 - hosts load only when used

        files.check_path(Path(path))
        self.wait()
        return files.save(self.document, Path(path))

    def show(self) -> None:
        """Display the report in the running notebook, or print its summary elsewhere.

        Shown at once, and once more when compiling is done; a short compile is waited for.
        """
        from jax_viz.hosts import display  # noqa: PLC0415

        display.show(self._live, display.WAIT)

    def live_call(self, row: int) -> Any:
        """Return the captured call of a program, `None` for a loaded report."""
        return self._live.calls[row] if row < len(self._live.calls) else None

    def _ipython_display_(self) -> None:
        self.show()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        from jax_viz.hosts import output  # noqa: PLC0415

        del include, exclude  # IPython filters what comes back
        return output.mimebundle(self)

    def _display_(self) -> Any:
        from jax_viz.hosts import marimo  # noqa: PLC0415 - marimo's own protocol, ahead of all others there

        return marimo.shown(self._live)

    def __repr__(self) -> str:
        from jax_viz.hosts import text  # noqa: PLC0415

        return text.plain_text(self.document, complete=self._live.done)

    def __eq__(self, other: object) -> bool:
        """Whether both hold equal documents as they are now: a saved report equals the same one loaded."""
        if not isinstance(other, Report):
            return NotImplemented
        return self.document is other.document or self.document == other.document

    def __hash__(self) -> int:
        return hash(self.id)


def trace(
    f: Callable[..., Any],
    *arguments: Never,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Iterable[str] = (),
    donate_argnums: int | Sequence[int] = (),
    compile: bool = True,  # noqa: A002 - jax's own word
) -> Callable[..., Report]:
    """Return a function that traces `f` on its arguments and returns the `Report`.

    Shaped like `jax.make_jaxpr(f)(*args)`. `f` is traced, lowered and compiled by JAX itself and never run
    on data; compiling goes on in a thread, and reading what is not there yet waits for it.

    Parameters
    ----------
    f
        A plain or already transformed function.
    *arguments
        None: what comes back takes them, `trace(f)(x)`. Here only so that the error can say so.
    static_argnums, static_argnames, donate_argnums
        As for `jax.jit`.
    compile
        Whether to lower and compile the program too.

    Returns
    -------
    Callable
        Takes what `f` takes: arrays, pytrees of arrays, or `jax.ShapeDtypeStruct`.

    Raises
    ------
    TypeError
        At once when `f` is not callable, or its arguments are given here; later when they do not fit or are not
        arrays.
        What `f` itself raises while it is traced comes through untouched.

    Examples
    --------
    >>> import jax.numpy as jnp
    >>> report = trace(lambda x: jnp.sin(x) + 1)(jnp.ones(3))
    >>> [equation.primitive for equation in report.programs[0].stages[0].equations]
    ['sin', 'add']
    """
    check_callable(f)
    check_no_arguments(f, len(arguments))

    def traced(*args: Any, **kwargs: Any) -> Report:
        running = cells.running()
        live = session.trace_call(
            f,
            args,
            kwargs,
            static_argnums=static_argnums,
            static_argnames=static_argnames,
            donate_argnums=donate_argnums,
            compile=compile,
            cell=documents.Cell(*running) if running is not None else None,
        )
        from jax_viz.hosts.kept import kept_reports  # noqa: PLC0415 - hosts load only when used

        kept_reports.add(live)
        return Report(live)

    return traced


def load(path: str | Path) -> Report:
    """Return the report that `Report.save` wrote as `.json`.

    Raises
    ------
    FileNotFoundError
        When there is no such file.
    jax_viz.ReportFileError
        When it is cut short, newer than this jax_viz, or not a report; the message says what to do.
    """
    file = Path(path)
    return Report(session.LiveReport(documents.decode(file.read_bytes(), name=file.name)))


def set_renderer(name: str) -> None:
    """Choose what the outputs of this kernel hold from now on.

    The environment variable `JAX_VIZ_RENDERER` says the same for all kernels; a call wins over it.

    Parameters
    ----------
    name
        `"auto"`, the usual: `"widget"` in Colab, VS Code and marimo, else `"lab"`. `"lab"`: all that needs no kernel;
        live in JupyterLab and Notebook 7 with our extension and on pages that have the viewer, a picture with tables
        elsewhere. `"widget"`: a widget besides, live wherever anywidget works, while the kernel lives. `"page"`: the
        first output from now on brings the viewer along, so that the notebook as HTML is live by itself. `"static"`:
        a picture and tables, no scripts.

    Raises
    ------
    TypeError
        When `name` is not a text.
    ValueError
        When there is no such renderer; the message lists them.

    Examples
    --------
    >>> set_renderer("auto")
    """
    from jax_viz.hosts import renderers  # noqa: PLC0415 - hosts load only when used

    renderers.set_renderer(name)


def last_report() -> Report | None:
    """Return the newest report of a `%%jaxviz` or `%jaxviz` in this kernel, `None` before the first."""
    live = session.last()
    return None if live is None else Report(live)
