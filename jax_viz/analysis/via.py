"""The public JAX function between a user's line and a primitive: `jnp.dot`, `lax.scan`."""

import functools
import importlib
import inspect
from collections.abc import Hashable
from types import CodeType
from typing import Any, NamedTuple

from jax_viz import internals
from jax_viz.analysis.callees import callee_at
from jax_viz.capture.files import FileKind, file_kind

_MODULES = {
    "jax": "jax",
    "jnp": "jax.numpy",
    "jnp.linalg": "jax.numpy.linalg",
    "jnp.fft": "jax.numpy.fft",
    "lax": "jax.lax",
    "lax.linalg": "jax.lax.linalg",
    "jax.nn": "jax.nn",
    "jax.random": "jax.random",
    "jax.scipy.special": "jax.scipy.special",
    "jax.scipy.linalg": "jax.scipy.linalg",
    "jax.scipy.stats.norm": "jax.scipy.stats.norm",
    "jax.image": "jax.image",
    "jax.tree": "jax.tree",
}


class PublicFunctions:
    """Finds the public function through which the user's line reached an equation; reads each traceback once."""

    def __init__(self) -> None:
        self._read: dict[Hashable, _Frames] = {}

    def __call__(self, equation: Any) -> str | None:
        """Return its name, empty where there is none.

        `None` for an equation without a frame outside JAX: inside a library function of JAX, where the
        enclosing equation knows.
        """
        key = internals.traceback_key(equation)
        frames = self._read.get(key)
        if frames is None:
            frames = self._read[key] = _read_frames(equation)
        if not frames.users:
            return None
        if frames.on_stack:
            return frames.on_stack
        called = internals.called_function(equation)
        if called is not None and not internals.is_jax_file(called[1]):
            return ""
        if called is not None and called[0] in _jitted_by_name():
            return _jitted_by_name()[called[0]]
        return frames.in_text


class _Frames(NamedTuple):
    """What a traceback says: whether it has a user's frame, and the function found on the stack or in the text."""

    users: bool
    on_stack: str = ""
    in_text: str = ""


def _read_frames(equation: Any) -> _Frames:
    codes, offsets = internals.raw_frames(equation)
    users = next((i for i, code in enumerate(codes) if file_kind(code.co_filename) is not FileKind.INTERNAL), None)
    if users is None:
        return _Frames(users=False)
    by_code = _functions_by_code()
    for code in reversed(codes[:users]):
        known = by_code.get(id(code))
        if known is not None:
            return _Frames(users=True, on_stack=known[1])
        if code.co_name in _OPERATORS:
            return _Frames(users=True, on_stack=_OPERATORS[code.co_name])
    return _Frames(users=True, in_text=_from_text(codes[users], offsets[users]))


def _from_text(code: CodeType, offset: int) -> str:
    """Read the user's own text at the frame's columns; only of the user's files, which are few and small."""
    if file_kind(code.co_filename) is FileKind.LIBRARY:
        return ""
    written = callee_at(code.co_filename, internals.position(code, offset))
    last = written.rsplit(".", 1)[-1]
    candidates = _public_by_last_name().get(last, [])
    exact = [name for name in candidates if name == written]
    # `np.dot` on a tracer, `np` being the user's name for jax.numpy, is jnp.dot; `self.dot` is not.
    return (exact or candidates or [""])[0] if written.count(".") <= 1 and not written.startswith("self.") else ""


@functools.cache
def _public() -> list[tuple[str, Any]]:
    found = []
    for short, module_name in _MODULES.items():
        module = importlib.import_module(module_name)
        found += [
            (f"{short}.{name}", value)
            for name, value in vars(module).items()
            if not name.startswith("_") and callable(value) and not isinstance(value, type)
        ]
    return found


@functools.cache
def _functions_by_code() -> dict[int, tuple[CodeType, str]]:
    """By identity of the code object, which is kept; hashing one would read all of it."""
    codes: dict[int, tuple[CodeType, str]] = {}
    for name, value in _public():
        code = getattr(inspect.unwrap(value), "__code__", None)
        if isinstance(code, CodeType):
            codes.setdefault(id(code), (code, name))
    return codes


@functools.cache
def _jitted_by_name() -> dict[str, str]:
    """Functions that are jitted themselves leave no frame of their own on the outer equation, only their name."""
    names: dict[str, str] = {}
    for name, value in _public():
        if internals.is_jitted(value):
            names.setdefault(getattr(value, "__name__", ""), name)
    return names


@functools.cache
def _public_by_last_name() -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for name, _ in _public():
        names.setdefault(name.rsplit(".", 1)[-1], []).append(name)
    return names


_OPERATORS = {
    "_operator_" + operator: "jnp." + name
    for operator, name in {
        "add": "add",
        "radd": "add",
        "sub": "subtract",
        "rsub": "subtract",
        "mul": "multiply",
        "rmul": "multiply",
        "truediv": "true_divide",
        "rtruediv": "true_divide",
        "matmul": "matmul",
        "rmatmul": "matmul",
        "pow": "power",
        "rpow": "power",
        "gt": "greater",
        "ge": "greater_equal",
        "lt": "less",
        "le": "less_equal",
        "eq": "equal",
        "ne": "not_equal",
    }.items()
}
"""Array's operators have a frame of their own in JAX, named after Python's method."""
