"""The calls of a cell that may be worth a report, and what is kept of them: shapes, never operands."""

import functools
import types
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jax
import numpy as np

from jax_viz import internals
from jax_viz.capture.arguments import function_name
from jax_viz.capture.stopwatch import Step
from jax_viz.hosts.nothing_found import PassedOver, is_awaited
from jax_viz.hosts.settings import Settings
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


@dataclass(eq=False)
class RecordedCall:
    """One call of a cell. Arrays are gone; other leaves are the objects themselves."""

    function: Callable[..., Any]
    worth: Worth
    number: int = 0
    operands: list[_Operand] = field(default_factory=list)
    named_operands: dict[str, _Operand] = field(default_factory=dict)
    seconds: dict[Step, float] = field(default_factory=dict)
    """What JAX spent on it when the cell made it, or made it first."""
    settings: Settings | None = None
    order: int = 0
    """Counts up with the calls that the cell makes."""

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


@dataclass(slots=True)
class _Judged:
    """What is known of the function that one call of the cell names. `key` holds no operand."""

    key: Any
    worth: Worth | None
    times: int = 0
    last: RecordedCall | None = None


class CallTap:
    """Notes the calls of one cell; `jax_viz.hosts.rewrite` says how the cell passes everything through here.

    Each method returns its last argument untouched. `number` tells the calls of the cell apart.
    """

    KEPT = 8
    """Calls kept of each worth; of one function only the last."""
    NOTED = 16
    """Times that one call in a loop is noted with its arguments; then it only counts as made."""

    def __init__(self) -> None:
        self._open: dict[int, RecordedCall] = {}
        self._judged: dict[int, _Judged] = {}
        self._made: RecordedCall | None = None
        self._calls: dict[Worth, deque[RecordedCall]] = {worth: deque(maxlen=self.KEPT) for worth in Worth}
        self._clock = 0
        self.passed_over: dict[int, PassedOver] = {}
        """Calls of the user's functions that cannot be shown, by number, the last one last."""

    def function(self, number: int, function: Any) -> Any:
        """Begin call `number`."""
        if self._open:
            self._open.pop(number, None)
        if type(function) in _NEVER:
            return function
        try:
            known = self._judged.get(number)
            # A loop calls one function again and again. A bound method is another object each time.
            if known is None or known.key is not function:
                traceable = function_of_interest(function)
                known = _Judged(traceable if traceable is function else None, worth_of(traceable))
                if isinstance(known.key, types.FunctionType) or (known.worth is not None and _may_be_held(function)):
                    self._judged[number] = known
            else:
                traceable = function
                known.times += 1
                if known.times > self.NOTED:
                    if known.last is not None:
                        self._clock += 1
                        known.last.order = self._clock
                    return function
            if known.worth is not None:
                self._open[number] = RecordedCall(traceable, known.worth, number)
        except Exception:  # noqa: BLE001, S110 - here and below: a fault of ours must not reach the user's cell
            pass
        return function

    def argument(self, number: int, value: Any) -> Any:
        """Note a positional argument."""
        if number in self._open:
            with suppress(Exception):
                self._note(number, lambda call: call.operands.append(_without_data(value)))
        return value

    def arguments(self, number: int, values: Any) -> Any:
        """Note what `*values` adds. Only tuples and lists are looked into: the call itself uses up anything else."""
        if number in self._open:
            with suppress(Exception):
                self._note(number, lambda call: call.operands.extend(map(_without_data, _of(tuple | list, values))))
        return values

    def keyword(self, number: int, name: str, value: Any) -> Any:
        """Note a keyword argument."""
        if number in self._open:
            with suppress(Exception):
                self._note(number, lambda call: call.named_operands.update({name: _without_data(value)}))
        return value

    def keywords(self, number: int, values: Any) -> Any:
        """Note what `**values` adds, where it is a plain dict."""
        if number in self._open:
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
        if number not in self._open:
            return value
        call = self._made = self._open.pop(number)
        if call.worth is Worth.FUNCTION and number not in self.passed_over:
            with suppress(Exception):
                if is_awaited(call.function) or not call.has_arrays():
                    name, given = name_of(call.function), call.arguments()
                    self.passed_over[number] = PassedOver.of(number, name, call.function, *given)
        if is_awaited(call.function):
            return value
        if call.worth is Worth.TRANSFORMED or call.has_arrays():
            with suppress(Exception):
                call.settings = Settings.now()
            kept = self._calls[call.worth]
            earlier = next((other for other in kept if other.function is call.function), None)
            if earlier is not None:
                kept.remove(earlier)
                with suppress(Exception):
                    if earlier.seconds and earlier.is_like(call):
                        call.seconds.update(earlier.seconds)
            self._clock += 1
            call.order = self._clock
            if number in self._judged:
                self._judged[number].last = call
            kept.append(call)
        return value

    def on_step(self, step: Step, name: str, seconds: float) -> None:
        """Note what JAX spends on the call that was made last."""
        if self._made is not None and name_of(self._made.function) == name:
            self._made.seconds[step] = seconds

    def candidates(self) -> Iterator[RecordedCall]:
        """Yield the noted calls, the one most worth a report first, among equals the last one first."""
        for worth in sorted(Worth, reverse=True):
            yield from sorted(self._calls[worth], key=lambda call: call.order, reverse=True)

    def _note(self, number: int, note: Callable[[RecordedCall], None]) -> None:
        call = self._open.pop(number, None)
        if call is not None:
            note(call)  # a call with an argument that cannot be noted is forgotten
            self._open[number] = call


_NEVER = frozenset({types.BuiltinFunctionType, types.MethodWrapperType, types.WrapperDescriptorType, type})
"""What is seen at once not to be worth a report: much of what a loop calls."""


def _may_be_held(function: Any) -> bool:
    """Whether to keep a function until the cell ends cannot keep an array alive that it is bound to."""
    return not isinstance(function, types.MethodType | functools.partial)


def name_of(function: Any) -> str:
    """Return a function's name, without running what the user's own object does when it is asked for one."""
    own = isinstance(function, types.FunctionType | types.MethodType | functools.partial) or internals.is_jitted(
        function
    )
    return function_name(function) if own else type(function).__name__


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
