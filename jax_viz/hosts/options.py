"""The options of `%%jaxviz` and `%jaxviz`."""

import io
import shlex
from dataclasses import dataclass
from pathlib import Path

from IPython.core.error import UsageError

from jax_viz.document import visible
from jax_viz.hosts.files import SUFFIXES

OPTIONS = {
    "--no-compile": "trace only, do not lower and compile",
    "--save PATH": "write the report too: .html, .json, .svg or .png",
    "--name NAME": "what the report calls the program",
    "--help": "print this and run nothing",
}


def usage_error(message: str) -> UsageError:
    """Return what IPython shows as a message alone; it quotes what somebody wrote, and shows all of it."""
    return UsageError(visible(message))


class HelpAskedError(UsageError):  # type: ignore[misc, unused-ignore] # IPython has no types
    """The line asks for the options; the message lists them, and nothing is run."""


@dataclass(frozen=True)
class Options:
    """What the magic's line asks for."""

    compile: bool = True
    save: str | None = None
    name: str | None = None


def parse_cell_line(line: str) -> Options:
    """Return the options on a `%%jaxviz` line.

    Raises
    ------
    UsageError
        For anything that is not an option; IPython then shows the message and runs nothing.
    """
    options, rest = _parse(line, "%%jaxviz")
    if rest:
        raise usage_error(
            f"%%jaxviz does not know {rest!r}. It takes options only and shows the cell's last call:\n{_listing()}\n"
            "To trace one expression write %jaxviz EXPRESSION."
        )
    return options


def parse_expression_line(line: str) -> tuple[Options, str]:
    """Return the options and the expression on a `%jaxviz` line.

    Raises
    ------
    UsageError
        When an option is unknown or the expression is missing.
    """
    options, rest = _parse(line, "%jaxviz")
    if not rest:
        raise usage_error(
            f"%jaxviz needs an expression: %jaxviz f(x) traces f without running it. Options first:\n{_listing()}"
        )
    return options, rest


def _parse(line: str, magic: str) -> tuple[Options, str]:
    """Read options from the front of `line`; what follows them is returned as it is."""
    rest = line.strip()
    compile_program, save, name = True, None, None
    while rest.startswith("-"):
        word, _, after = rest.partition(" ")
        option, given, value = word.partition("=")
        if word in ("-h", "--help"):
            raise HelpAskedError(_help())
        if option == "--no-compile" and not given:
            compile_program, rest = False, after.strip()
        elif option in ("--save", "--name"):
            value, rest = _value(option, rest[len(option) + len(given) :] if given else after, magic)
            save, name = (value, name) if option == "--save" else (save, value)
            if option == "--save":
                _check_suffix(value, magic)
        else:
            raise usage_error(f"{magic} has no option {word}. It takes:\n{_listing()}")
    return Options(compile_program, save, name), rest


def _value(option: str, text: str, magic: str) -> tuple[str, str]:
    """Return the first word of `text`, which may be quoted, and what follows it."""
    stream = io.StringIO(text)
    words = shlex.shlex(stream, posix=True, punctuation_chars="")
    words.whitespace_split = True
    words.commenters = ""
    try:
        value = words.get_token()
    except ValueError as error:
        raise usage_error(f"{magic}: the value of {option} is not readable ({error}).") from None
    if not value or value.startswith("--"):
        raise usage_error(f"{magic}: {option} needs a value. It takes:\n{_listing()}")
    return value, stream.read().strip()


def _check_suffix(path: str, magic: str) -> None:
    """Refuse a name that cannot be saved before anything has run; one with `{name}` or `$name` is not known yet."""
    if "{" not in path and "$" not in path and Path(path).suffix.lower() not in SUFFIXES:
        raise usage_error(f"{magic} --save {path}: the name must end in one of {', '.join(SUFFIXES)}.")


def _help() -> str:
    what = "%%jaxviz shows the program of the cell's last call, %jaxviz EXPRESSION that of an expression, not run."
    return f"{what} Options:\n{_listing()}"


def _listing() -> str:
    width = max(map(len, OPTIONS))
    return "\n".join(f"  {option:<{width}}  {meaning}" for option, meaning in OPTIONS.items())
