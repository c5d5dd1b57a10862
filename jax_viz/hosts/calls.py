"""The calls of a cell that may be worth a report, and what is kept of them: shapes, never operands."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jax
import numpy as np

from jax_viz.capture.arguments import function_name
from jax_viz.capture.stopwatch import Step
from jax_viz.hosts.worth import Worth, function_of_interest, worth_of


class _Array(NamedTuple):
    """What is kept of an array: enough for an equal trace."""

    aval: Any
    sharding: Any

    def struct(self) -> jax.ShapeDtypeStruct:
        return jax.ShapeDtypeStruct(
            self.aval.shape, self.aval.dtype, weak_type=getattr(self.aval, "weak_type", False), sharding=self.sharding
        )


@dataclass(frozen=True, eq=False)
class _Operand:
    """An argument without its data: its leaves, an `_Array` for each array, and its tree."""

    leaves: list[Any]
    treedef: Any

    def value(self) -> Any:
        return self.treedef.unflatten([leaf.struct() if isinstance(leaf, _Array) else leaf for leaf in self.leaves])

    def has_arrays(self) -> bool:
        return any(isinstance(leaf, _Array) for leaf in self.leaves)

    def avals(self) -> tuple[Any, list[Any]]:
        return self.treedef, [leaf.aval for leaf in self.leaves if isinstance(leaf, _Array)]


@dataclass(frozen=True, eq=False)
class RecordedCall:
    """One call of a cell. Arrays are gone; other leaves are the objects themselves."""

    function: Callable[..., Any]
    worth: Worth
    operands: list[_Operand] = field(default_factory=list)
    named_operands: dict[str, _Operand] = field(default_factory=dict)
    seconds: dict[Step, float] = field(default_factory=dict)
    """What JAX spent on it when the cell made it, or made it first."""

    def arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return positional and keyword arguments with a `ShapeDtypeStruct` for each array."""
        named = {name: operand.value() for name, operand in self.named_operands.items()}
        return tuple(operand.value() for operand in self.operands), named

    def has_arrays(self) -> bool:
        """Whether any argument is or holds an array."""
        return any(operand.has_arrays() for operand in (*self.operands, *self.named_operands.values()))

    def is_like(self, other: "RecordedCall") -> bool:
        """Whether JAX would take both for the same program, as far as arrays tell."""
        return (
            self.function is other.function
            and self.named_operands.keys() == other.named_operands.keys()
            and [operand.avals() for operand in self.operands] == [operand.avals() for operand in other.operands]
            and all(
                operand.avals() == other.named_operands[name].avals() for name, operand in self.named_operands.items()
            )
        )


class CallTap:
    """Notes the calls of one cell; `jax_viz.hosts.rewrite` says how the cell passes everything through here.

    Each method returns its last argument untouched. `number` tells the calls of the cell apart.
    """

    KEPT = 8
    """Calls kept of each worth; of one function only the last."""

    def __init__(self) -> None:
        self._open: dict[int, RecordedCall] = {}
        self._judged: dict[int, tuple[Any, Any, Worth | None]] = {}
        self._made: RecordedCall | None = None
        self._calls: dict[Worth, deque[RecordedCall]] = {worth: deque(maxlen=self.KEPT) for worth in Worth}

    def function(self, number: int, function: Any) -> Any:
        """Begin call `number`."""
        self._open.pop(number, None)
        with suppress(Exception):  # here and below: a fault of ours must not reach the user's cell
            known = self._judged.get(number)
            if known is None or known[0] is not function:  # a loop calls one function again and again
                traceable = function_of_interest(function)
                known = self._judged[number] = function, traceable, worth_of(traceable)
            if known[2] is not None:
                self._open[number] = RecordedCall(known[1], known[2])
        return function

    def argument(self, number: int, value: Any) -> Any:
        """Note a positional argument."""
        with suppress(Exception):
            self._note(number, lambda call: call.operands.append(_without_data(value)))
        return value

    def arguments(self, number: int, values: Any) -> Any:
        """Note what `*values` adds. Only tuples and lists are looked into: the call itself uses up anything else."""
        with suppress(Exception):
            self._note(number, lambda call: call.operands.extend(map(_without_data, _of(tuple | list, values))))
        return values

    def keyword(self, number: int, name: str, value: Any) -> Any:
        """Note a keyword argument."""
        with suppress(Exception):
            self._note(number, lambda call: call.named_operands.update({name: _without_data(value)}))
        return value

    def keywords(self, number: int, values: Any) -> Any:
        """Note what `**values` adds, where it is a plain dict."""
        with suppress(Exception):
            self._note(
                number,
                lambda call: call.named_operands.update(
                    {name: _without_data(value) for name, value in _of(dict, values).items()}
                ),
            )
        return values

    def made(self, number: int, value: Any) -> Any:
        """Everything is evaluated and the call is made next."""
        call = self._made = self._open.pop(number, None)
        if call is not None and (call.worth is Worth.TRANSFORMED or call.has_arrays()):
            kept = self._calls[call.worth]
            earlier = next((other for other in kept if other.function is call.function), None)
            if earlier is not None:
                kept.remove(earlier)
                with suppress(Exception):
                    if earlier.seconds and earlier.is_like(call):
                        call.seconds.update(earlier.seconds)
            kept.append(call)
        return value

    def on_step(self, step: Step, name: str, seconds: float) -> None:
        """Note what JAX spends on the call that was made last."""
        if self._made is not None and function_name(self._made.function) == name:
            self._made.seconds[step] = seconds

    def candidates(self) -> Iterator[RecordedCall]:
        """Yield the noted calls, the one most worth a report first, among equals the last one first."""
        for worth in sorted(Worth, reverse=True):
            yield from reversed(self._calls[worth])

    def _note(self, number: int, note: Callable[[RecordedCall], None]) -> None:
        call = self._open.pop(number, None)
        if call is not None:
            note(call)  # a call with an argument that cannot be noted is forgotten
            self._open[number] = call


def _of(kind: Any, values: Any) -> Any:
    if not isinstance(values, kind):
        raise TypeError(type(values).__name__)
    return values


def _without_data(value: Any) -> _Operand:
    leaves, treedef = jax.tree_util.tree_flatten(value)
    return _Operand([_kept(leaf) for leaf in leaves], treedef)


def _kept(leaf: Any) -> Any:
    if isinstance(leaf, jax.Array):
        return _Array(jax.typeof(leaf), leaf.sharding if leaf.committed else None)
    if isinstance(leaf, np.ndarray) and leaf.dtype != object:
        dtype = jax.dtypes.canonicalize_dtype(leaf.dtype)
        return _Array(jax.ShapeDtypeStruct(leaf.shape, dtype), None)
    return leaf
