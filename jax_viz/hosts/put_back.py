"""Puts the session back after a second run of a function.

Tracing a function that is not jitted runs its Python code once more, on tracers. What it writes then (a global, an
attribute, an item of a list) would stay, tracers included. So everything mutable that it can reach is noted before, one
level of each object, and what is another object afterwards is put back.

Looking never runs code of the user's: no properties, no `__getattr__`, no `__eq__`. What cannot be put back is a step
of an iterator, and what leaves the process: a file, a plot, a print.
"""

import functools
import inspect
import random
import sys
import types
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Self

import jax
import numpy as np

from jax_viz.capture.files import FileKind, file_kind

MOST_OBJECTS = 20_000
"""Objects that are noted at most, the nearest first."""
MOST_ITEMS = 1_000
"""Items of one container that are looked into; all are noted."""
MOST_STEPS = 8
"""How far from the function they may be."""
MOST_BYTES = 1 << 26
"""Bytes of NumPy arrays that are copied at most."""

_OWN_PLACES = frozenset({"builtins", "collections", "types", "dataclasses", "__main__", "random", "functools"})
_SKIPPED = (sys.stdlib_module_names | {"jax", "jaxlib", "numpy", "IPython", "ipykernel", "traitlets"}) - _OWN_PLACES
_PLAIN = (str, bytes, int, float, complex, bool, type(None), types.BuiltinFunctionType, types.CodeType)
_MISSING: Any = object()


class PutBack:
    """Notes what `roots` can change on entering, and puts it back on leaving, also when the block raised.

    `changed` then names what had to be put back.

    Parameters
    ----------
    roots
        The function and its arguments.
    """

    def __init__(self, *roots: Any) -> None:
        self._roots = roots
        self._undo: list[Callable[[], Iterator[str]]] = []
        self._namespace: dict[str, Any] = {}
        self._namespaces: set[int] = set()
        self._bytes = 0
        self.changed: list[str] = []

    def __enter__(self) -> Self:
        self._undo.append(_random_states())
        with suppress(Exception):  # a part that cannot be looked at costs no more than itself
            self._look()
        return self

    def __exit__(self, *_: object) -> None:
        for undo in self._undo:
            with suppress(Exception):
                self.changed.extend(name for name in undo() if name not in self.changed)

    def _look(self) -> None:
        seen: dict[int, Any] = {}
        waiting = deque((root, "", 0) for root in self._roots)
        while waiting and len(seen) < MOST_OBJECTS:
            value, label, steps = waiting.popleft()
            if id(value) in seen or isinstance(value, (*_PLAIN, jax.Array)):
                continue
            seen[id(value)] = value
            with suppress(Exception):
                found = list(self._note(value, label))
                if steps < MOST_STEPS:
                    waiting.extend((inner, name, steps + 1) for inner, name in found)

    def _note(self, value: Any, label: str) -> Iterator[tuple[Any, str]]:
        """Note one object, and yield what it holds with a name for each."""
        if isinstance(value, types.FunctionType):
            yield from self._note_function(value)
        elif isinstance(value, types.MethodType):
            yield value.__self__, self._name_of(value.__self__, value.__func__)
            yield value.__func__, ""
        elif isinstance(value, types.ModuleType):
            if _is_users(getattr(value, "__file__", None)):
                self._undo.append(_mapping(vars(value), lambda key: f"{value.__name__}.{key}"))
        elif isinstance(value, type):
            yield from self._note_class(value)
        elif isinstance(value, np.ndarray):
            self._note_array(value, label)
        elif isinstance(value, np.random.Generator | np.random.RandomState | random.Random):
            self._undo.append(_generator(value, label))
        else:
            yield from self._note_object(value, label)

    def _note_function(self, function: types.FunctionType) -> Iterator[tuple[Any, str]]:
        self._undo.append(_mapping(function.__dict__, lambda key: f"{function.__name__}.{key}"))
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
            self._undo.append(_cell(cell, name))
            with suppress(ValueError):  # a cell that is empty yet
                yield cell.cell_contents, name
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            yield default, f"a default of {function.__name__}"
        for key, value in function.__dict__.items():
            yield value, f"{function.__name__}.{key}"
        if not _is_users(function.__code__.co_filename):
            return
        names = function.__globals__
        self._namespace = self._namespace or names
        if id(names) not in self._namespaces:
            self._namespaces.add(id(names))
            self._undo.append(_mapping(names, str))
        for name in dict.fromkeys(_names(function.__code__)):
            value = names.get(name, _MISSING)
            if value is not _MISSING:
                yield value, name
                if isinstance(value, types.ModuleType) and _is_users(getattr(value, "__file__", None)):
                    for inner in _names(function.__code__):
                        if inner in vars(value):
                            yield vars(value)[inner], f"{name}.{inner}"

    def _note_class(self, found: type) -> Iterator[tuple[Any, str]]:
        module = sys.modules.get(found.__module__)
        if found.__module__ != "__main__" and not _is_users(getattr(module, "__file__", None)):
            return
        self._undo.append(_class(found))
        for key, value in list(vars(found).items()):
            inner = value.__func__ if isinstance(value, staticmethod | classmethod) else value
            inner = inner.fget if isinstance(inner, property) else inner
            yield inner, f"{found.__name__}.{key}"
        for base in found.__mro__[1:]:
            yield base, base.__name__

    def _note_array(self, array: Any, label: str) -> None:
        if array.dtype != object and self._bytes + array.nbytes <= MOST_BYTES and array.flags.writeable:
            self._bytes += array.nbytes
            self._undo.append(_array(array, label))

    def _note_object(self, value: Any, label: str) -> Iterator[tuple[Any, str]]:
        if isinstance(value, dict):
            self._undo.append(_mapping(value, lambda key: f"{label}[{_short(key)}]"))
            for key, inner in list(islice(dict.items(value), MOST_ITEMS)):
                yield inner, f"{label}[{_short(key)}]"
        elif isinstance(value, list | deque | set | bytearray):
            self._undo.append(_collection(value, label))
            yield from (
                ()
                if isinstance(value, bytearray)
                else ((inner, label) for inner in list(islice(_iter(value), MOST_ITEMS)))
            )
        elif isinstance(value, tuple | frozenset):
            yield from ((inner, label) for inner in list(islice(_iter(value), MOST_ITEMS)))
        elif isinstance(value, functools.partial):
            yield from ((inner, "") for inner in (value.func, value.args, value.keywords))
        kind = type(value)
        top = kind.__module__.partition(".")[0]
        if top in _SKIPPED and not kind.__name__.startswith("PjitFunction"):
            return
        name = label or self._name_of(value, inspect.getattr_static(kind, "__call__", None))
        attributes = _attributes(value)
        if attributes is not None:
            self._undo.append(_mapping(attributes, lambda key: f"{name}.{key}"))
            yield from ((inner, f"{name}.{key}") for key, inner in list(attributes.items()))
        for member in _slots(kind):
            self._undo.append(_slot(value, member, f"{name}.{member.__name__}"))
            with suppress(AttributeError):
                yield member.__get__(value), f"{name}.{member.__name__}"
        yield kind, kind.__name__

    def _name_of(self, value: Any, method: Any) -> str:
        """Return what the user calls an object: the global name that it has."""
        if isinstance(value, type):
            return value.__name__
        names = getattr(method, "__globals__", None) or self._namespace or vars(sys.modules["__main__"])
        known = (name for name, other in list(names.items()) if other is value and not name.startswith("_"))
        return next(known, type(value).__name__)


def _names(code: types.CodeType) -> Iterator[str]:
    """Yield the names that a function and those written in it use."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _is_users(file_name: Any) -> bool:
    return isinstance(file_name, str) and file_kind(file_name) in (FileKind.CELL, FileKind.USER)


def _iter(value: Any) -> Iterable[Any]:
    """Iterate as the built-in type does, whatever a subclass makes of it."""
    base = next(base for base in (list, deque, set, tuple, frozenset) if isinstance(value, base))
    return iter(base.__iter__(value))


def _attributes(value: Any) -> dict[str, Any] | None:
    for base in type(value).__mro__:
        descriptor = base.__dict__.get("__dict__")
        if descriptor is not None:
            found = descriptor.__get__(value) if isinstance(descriptor, types.GetSetDescriptorType) else None
            return found if isinstance(found, dict) else None
    # A function that C made, such as jax.jit's, has one without a descriptor of its own.
    return None


def _slots(kind: type) -> list[types.MemberDescriptorType]:
    written_in_python = 1 << 9  # Py_TPFLAGS_HEAPTYPE
    return [
        member
        for base in kind.__mro__
        if base.__flags__ & written_in_python
        for member in list(base.__dict__.values())
        if isinstance(member, types.MemberDescriptorType) and "__slots__" in base.__dict__
    ]


def _short(key: Any) -> str:
    return repr(key)[:40] if isinstance(key, str | int | float | bool | tuple) else type(key).__name__


def _same(before: Any, after: Any) -> bool:
    """Whether nobody could tell the two apart, so that putting it back is not worth a word."""
    plain = type(before) is type(after) and isinstance(before, str | bytes | int | float | bool)
    return before is after or (plain and before == after)


# Each of these notes one thing and returns what puts it back, yielding the names of what was another object.


def _mapping(target: dict[Any, Any], label: Callable[[Any], str]) -> Callable[[], Iterator[str]]:
    base: Any = OrderedDict if isinstance(target, OrderedDict) else dict
    before = list(dict.items(target))

    def undo() -> Iterator[str]:
        after = list(dict.items(target))
        if len(after) == len(before) and all(a[0] is b[0] and a[1] is b[1] for a, b in zip(after, before, strict=True)):
            return
        old, new = dict(before), dict(after)
        changed = [key for key in (old | new) if old.get(key, _MISSING) is not new.get(key, _MISSING)]
        for key in changed:
            if key in old:
                base.__setitem__(target, key, old[key])
            else:
                base.__delitem__(target, key)
        if list(dict(target)) != list(old):  # one was taken out, and is last now
            base.clear(target)
            for key, value in before:
                base.__setitem__(target, key, value)
        yield from (label(key) for key in changed if not _same(old.get(key, _MISSING), new.get(key, _MISSING)))

    return undo


def _collection(target: Any, label: str) -> Callable[[], Iterator[str]]:
    base: Any = next(base for base in (list, deque, set, bytearray) if isinstance(target, base))
    before = bytes(target) if base is bytearray else list(_iter(target))

    def undo() -> Iterator[str]:
        if base is bytearray:
            equal = bytes(target) == before
        elif base is set:
            equal = {id(item) for item in _iter(target)} == {id(item) for item in before}
        else:
            now = list(_iter(target))
            equal = len(now) == len(before) and all(a is b for a, b in zip(now, before, strict=True))
        if not equal:
            base.clear(target)
            (base.update if base is set else base.extend)(target, before)
            yield label

    return undo


def _cell(target: types.CellType, label: str) -> Callable[[], Iterator[str]]:
    def contents() -> Any:
        try:
            return target.cell_contents
        except ValueError:
            return _MISSING

    before = contents()

    def undo() -> Iterator[str]:
        after = contents()
        if after is before:
            return
        if before is _MISSING:
            del target.cell_contents
        else:
            target.cell_contents = before
        if not _same(before, after):
            yield label

    return undo


def _slot(target: Any, member: Any, label: str) -> Callable[[], Iterator[str]]:
    def contents() -> Any:
        try:
            return member.__get__(target)
        except AttributeError:
            return _MISSING

    before = contents()

    def undo() -> Iterator[str]:
        after = contents()
        if after is before:
            return
        if before is _MISSING:
            member.__delete__(target)
        else:
            member.__set__(target, before)
        if not _same(before, after):
            yield label

    return undo


def _class(target: type) -> Callable[[], Iterator[str]]:
    before = dict(vars(target))

    def undo() -> Iterator[str]:
        after = dict(vars(target))
        for key in before | after:
            if before.get(key, _MISSING) is after.get(key, _MISSING):
                continue
            if key in before:
                type.__setattr__(target, key, before[key])
            else:
                type.__delattr__(target, key)
            if not _same(before.get(key, _MISSING), after.get(key, _MISSING)):
                yield f"{target.__name__}.{key}"

    return undo


def _array(target: Any, label: str) -> Callable[[], Iterator[str]]:
    before = target.copy()

    def undo() -> Iterator[str]:
        if target.shape == before.shape and target.tobytes() != before.tobytes():
            target[...] = before
            yield label

    return undo


def _generator(target: Any, label: str) -> Callable[[], Iterator[str]]:
    def state() -> Any:
        if isinstance(target, np.random.Generator):
            return target.bit_generator.state
        return target.getstate() if isinstance(target, random.Random) else target.get_state()

    before = state()

    def undo() -> Iterator[str]:
        if repr(state()) != repr(before) or not _equal_states(state(), before):
            if isinstance(target, np.random.Generator):
                target.bit_generator.state = before
            elif isinstance(target, random.Random):
                target.setstate(before)
            else:
                target.set_state(before)
            yield label

    return undo


def _equal_states(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return all(_equal_states(value, other[key]) for key, value in one.items())
    if isinstance(one, tuple):
        return all(map(_equal_states, one, other))
    return bool(np.array_equal(one, other)) if isinstance(one, np.ndarray) else bool(one == other)


def _random_states() -> Callable[[], Iterator[str]]:
    numpy_state, python_state = np.random.get_state(), random.getstate()  # noqa: NPY002

    def undo() -> Iterator[str]:
        if not _equal_states(np.random.get_state(), numpy_state):  # noqa: NPY002 - the state that users have
            np.random.set_state(numpy_state)  # noqa: NPY002
            yield "NumPy's random state"
        if random.getstate() != python_state:
            random.setstate(python_state)
            yield "Python's random state"

    return undo
