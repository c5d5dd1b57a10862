"""The command `jax-viz`."""

import argparse
import importlib
import importlib.util
import inspect
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import jax
import numpy as np

from jax_viz.capture import ArgumentError
from jax_viz.document import Report, visible
from jax_viz.hosts import demo, export, files
from jax_viz.hosts.bundle import ViewerMissingError
from jax_viz.hosts.files import SUFFIXES
from jax_viz.hosts.frames import users_traceback
from jax_viz.hosts.shapes import ShapeError, parse_shape
from jax_viz.hosts.summary import count
from jax_viz.hosts.text import plain_text
from jax_viz.session import own_version, trace_call

DEMO_PAGE = "jax_viz_demo.html"


class CommandError(Exception):
    """A command cannot be carried out; the message says what to change."""


class UserCodeError(Exception):
    """The user's own code raised its cause."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, 1 when the user's code raised, 2 when it could not be carried out.

    Parameters
    ----------
    arguments
        The command line without the program's name; `None` for the process's own.
    """
    parsed = _parser().parse_args(arguments)
    try:
        parsed.run(parsed)
    except CommandError as error:
        print(f"jax-viz: {visible(str(error))}", file=sys.stderr)  # noqa: T201 - the command's answer
        return 2
    except UserCodeError as error:
        print(users_traceback(error.__cause__ or error), end="", file=sys.stderr)  # noqa: T201
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="jax-viz", description="See what JAX makes of a function.")
    parser.add_argument(
        "--version", action="version", version=f"jax-viz {own_version()} (JAX {jax.__version__})", help="print versions"
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    demo = commands.add_parser("demo", help="make the page of an example and open it")
    demo.add_argument("-o", "--output", type=Path, default=Path(DEMO_PAGE), help=f"the page (default: {DEMO_PAGE})")
    demo.add_argument("--no-browser", action="store_true", help="only write the page and print its path")
    demo.set_defaults(run=_demo)

    trace = commands.add_parser(
        "trace",
        help="trace one function and save the report",
        epilog="example: jax-viz trace train:predict --shape 'f32[784]' -o predict.html",
    )
    trace.add_argument("target", metavar="MODULE:FUNCTION", help="such as train:update, or path/to/train.py:update")
    given = trace.add_mutually_exclusive_group()
    given.add_argument(
        "--shape", action="append", default=[], metavar="SHAPE", help="one array argument, f32[128,784]; repeat it"
    )
    given.add_argument(
        "--args",
        metavar="EXPR",
        help="the arguments as a Python expression that may use the module's names: '(params, x)'",
    )
    trace.add_argument(
        "-o", "--output", type=Path, help=f"where to save: {', '.join(SUFFIXES)} (default: print a summary)"
    )
    trace.add_argument("--no-compile", action="store_true", help="trace only, do not lower and compile")
    trace.set_defaults(run=_trace)

    export = commands.add_parser(
        "export",
        help="make one page of a notebook, its reports live without a kernel",
        epilog="example: jax-viz export training.ipynb -o training.html",
    )
    export.add_argument("notebook", metavar="NOTEBOOK.ipynb", type=Path, help="a notebook with reports in its outputs")
    export.add_argument("-o", "--output", type=Path, help="the page (default: the notebook's name with .html)")
    export.add_argument(
        "--other-scripts", action="store_true", help="let scripts in the other outputs run too (still without network)"
    )
    export.set_defaults(run=_export)
    return parser


def _demo(parsed: argparse.Namespace) -> None:
    _check_output(parsed.output)
    update, arguments = demo.example()  # type: ignore[no-untyped-call]
    path = _save(_report(update, arguments, compile_program=True), parsed.output)
    print(path)  # noqa: T201
    if not parsed.no_browser:
        webbrowser.open(path.as_uri())


def _export(parsed: argparse.Namespace) -> None:
    path = parsed.output if parsed.output is not None else parsed.notebook.with_suffix(".html")
    if path.suffix.lower() not in export.SUFFIXES:
        raise CommandError(f"A notebook is exported as HTML, and {path.name!r} does not end in .html.")
    if not path.parent.is_dir():
        raise CommandError(f"There is no folder {path.parent}. Make it first.")
    try:
        text, notes = export.export(parsed.notebook, other_scripts=parsed.other_scripts)
        path.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, export.ExportError, ViewerMissingError) as error:
        raise CommandError(str(error)) from error
    for note in notes:
        print(f"jax-viz: {note}", file=sys.stderr)  # noqa: T201 - the command's answer
    print(path.resolve())  # noqa: T201


def _trace(parsed: argparse.Namespace) -> None:
    if parsed.output is not None:
        _check_output(parsed.output)
    try:
        module, name = _load(parsed.target)
        function = _function(module, name, parsed.target)
        arguments = _arguments(parsed, module)
        _check_fit(name, function, arguments)
        report = _report(function, arguments, compile_program=not parsed.no_compile)
    except ArgumentError as error:
        raise CommandError(str(error)) from error
    except CommandError:
        raise
    except Exception as error:
        raise UserCodeError from error
    if parsed.output is None:
        print(plain_text(report))  # noqa: T201
    else:
        print(_save(report, parsed.output))  # noqa: T201


def _report(function: Callable[..., Any], args: tuple[Any, ...], *, compile_program: bool) -> Report:
    live = trace_call(function, args, {}, compile=compile_program)
    live.wait()
    return live.document


def _check_output(path: Path) -> None:
    """Refuse a name that cannot be saved before the user's code runs."""
    try:
        files.check_path(path)
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from error


def _check_fit(name: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Refuse arguments that do not fit, in the command's own words."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*arguments)
    except TypeError as error:
        raise CommandError(
            f"{name}{signature} cannot be called with {count(len(arguments), 'argument')}: {error}. Give each array as "
            "--shape 'f32[128,784]', or all arguments as --args '(params, x)'."
        ) from None


def _save(report: Report, path: Path) -> Path:
    try:
        return files.save(report, path).resolve()
    except (OSError, ValueError, ViewerMissingError) as error:
        raise CommandError(str(error)) from error


def _load(target: str) -> tuple[ModuleType, str]:
    """Import the module of `module:function`; a module in the current folder, or a file, counts too."""
    place, _, name = target.rpartition(":")
    if not place or not name:
        raise CommandError(f"{target!r} names no function. Write MODULE:FUNCTION, such as train:update.")
    if place.endswith(".py"):
        return _load_file(Path(place)), name
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(place), name
    except ModuleNotFoundError as error:
        if error.name is not None and (place == error.name or place.startswith(f"{error.name}.")):
            raise CommandError(
                f"There is no module {error.name!r} in {Path.cwd()} or among the installed packages."
            ) from None
        raise  # the module is there and itself imports one that is not: that traceback is the answer


def _load_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise CommandError(f"There is no file {path}.")
    sys.path.insert(0, str(path.parent))
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _function(module: ModuleType, name: str, target: str) -> Callable[..., Any]:
    value: Any = module
    for part in name.split("."):
        value = getattr(value, part, None)
    if value is None:
        known = ", ".join(sorted(key for key, item in vars(module).items() if callable(item) and key[0] != "_"))
        raise CommandError(f"{module.__name__} has no {name!r}. Its functions: {known or 'none'}.")
    if not callable(value):
        raise CommandError(f"{target} is not a function but {type(value).__name__}.")
    return value  # type: ignore[no-any-return]


def _arguments(parsed: argparse.Namespace, module: ModuleType) -> tuple[Any, ...]:
    if parsed.args is None:
        try:
            return tuple(parse_shape(text) for text in parsed.shape)
        except ShapeError as error:
            raise CommandError(str(error)) from None
    try:
        value = eval(parsed.args, _names(module))  # noqa: S307 - the user's own expression
    except Exception as error:
        raise CommandError(f"--args could not be evaluated: {type(error).__name__}: {error}") from error
    return value if isinstance(value, tuple) else (value,)


def _names(module: ModuleType) -> dict[str, Any]:
    """Return the names that `--args` may use: the module's own, and the usual ones where it does not have them."""
    return {"jax": jax, "jnp": jax.numpy, "np": np, **vars(module)}
