"""Why a cell has no report: one known cause and the next step, or what `%%jaxviz` looks for."""

import ast
import dataclasses
import enum
import inspect
import sys
import types
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import jax

from jax_viz.capture.arguments import given_arguments, with_article
from jax_viz.hosts.cell_text import is_empty

FOUND_NONE = "jax_viz: this cell made no call that %%jaxviz can show."

GENERAL = (
    "It looks for the cell's last call of a function that JAX transformed (jit, grad, vmap, …), else of a Python "
    "function on arrays; calls inside functions do not count. Call the function in this cell, or write %jaxviz f(x)."
)


class PassedOver(NamedTuple):
    """A call of the user's function that cannot be shown as it stands. Holds types, never an operand."""

    number: int
    name: str
    awaits: bool
    arguments: list[tuple[str, type, bool]]
    """What people call each argument, its type, and whether that is somebody's own class and no pytree."""

    @classmethod
    def of(
        cls, number: int, name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> "PassedOver":
        """Return what is kept of a call."""
        signature = None
        if isinstance(function, types.FunctionType | types.MethodType):  # another object may run the user's code
            with suppress(TypeError, ValueError):
                signature = inspect.signature(function)
        given = given_arguments(signature, args, kwargs)
        return cls(number, name, is_awaited(function), [_kept(item.label, item.value) for item in given])


def is_awaited(function: Any) -> bool:
    """Whether a call of the function only makes a coroutine."""
    # Only functions are looked at: asking an object may run its `__getattr__`.
    return isinstance(function, types.FunctionType | types.MethodType) and inspect.iscoroutinefunction(function)


def why_nothing(
    passed_over: PassedOver | None,
    texts: Mapping[int, str],
    tree: ast.Module | None,
    namespace: Mapping[str, Any],
    raw_cell: str,
) -> str:
    """Return what to tell the user of a cell that has no call to show.

    Parameters
    ----------
    passed_over
        The last call of the user's function that cannot be shown.
    texts
        The source of each call by its number.
    tree
        What the cell ran.
    namespace
        The user's names after the cell.
    raw_cell
        The cell as typed.
    """
    if is_empty(raw_cell):
        cause = "It is empty. Write a call below the %%jaxviz line, such as f(x)."
    elif passed_over is not None:
        cause = _of_call(passed_over, texts)
    else:
        cause = _of_tree(tree, namespace) or GENERAL
    return f"{FOUND_NONE} {cause}"


def _of_call(call: PassedOver, texts: Mapping[int, str]) -> str:
    text = texts.get(call.number, f"{call.name}(…)").partition("\n")[0]
    text = text if len(text) <= 60 else f"{call.name}(…)"
    if call.awaits:
        return (
            f"`{text}` makes a coroutine, which JAX cannot trace. Put the work on arrays into a plain function and "
            "call that in the cell."
        )
    if not call.arguments:
        return f"`{text}` has no arguments, so no arrays to be traced on. To see it all the same: %jaxviz {text}"
    label, kind, is_own = next((item for item in call.arguments if item[2]), call.arguments[0])
    what = f"{label} of `{text}` is {with_article(kind.__name__)}"
    if is_own:
        how = (
            f"jax.tree_util.register_dataclass({kind.__name__})"
            if dataclasses.is_dataclass(kind)
            else f"jax.tree_util.register_pytree_node({kind.__name__}, …)"
        )
        return f"{what}, which JAX does not take for a pytree of arrays. If it holds arrays, register it: {how}."
    others = " and no other argument holds an array" if len(call.arguments) > 1 else ""
    return f"{what}, not an array{others}. To see it all the same: %jaxviz {text}"


def _is_own(kind: type) -> bool:
    """Whether it is a class of somebody's own, which may hold arrays."""
    package = kind.__module__.partition(".")[0]
    known = package in ("jax", "jaxlib", "numpy") or (package in sys.stdlib_module_names and package != "__main__")
    return not known and not issubclass(kind, enum.Enum)


def _kept(label: str, value: Any) -> tuple[str, type, bool]:
    """Return what is kept of an argument: of a leaf in it that is somebody's own object, else of itself."""
    for path, leaf in jax.tree_util.tree_leaves_with_path(value):
        if _is_own(type(leaf)):
            return label + jax.tree_util.keystr(path), type(leaf), True
    return label, type(value), False


def _of_tree(tree: ast.Module | None, namespace: Mapping[str, Any]) -> str:
    if tree is None or not tree.body:
        return ""
    defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    if defined and len(defined) == len(tree.body):
        return f"It defines {defined[-1]} and does not call it. Call it in this cell with arrays: {defined[-1]}(…)."
    nodes = _own_nodes(tree)
    # A name that is bound again may have been something else before.
    bound = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    arrays = {name for name, value in namespace.items() if isinstance(value, jax.Array) and bound[name] <= 1}
    operations = [node for node in nodes if _is_eager(node, arrays)]
    if not operations:
        return ""
    text = ast.unparse(max(operations, key=lambda node: len(ast.unparse(node))))
    shown = f" (`{text}`)" if len(text) <= 60 else ""
    trace = f", or write %jaxviz {text}" if shown and "\n" not in text else ""
    return (
        f"Its operations on arrays{shown} run one by one, outside of any function. Put them into a function and call it"
        f"{trace}."
    )


def _own_nodes(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes that the cell itself runs for sure: not those in functions, classes and branches."""
    found: list[ast.AST] = []
    open_nodes: list[ast.AST] = [tree]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, _MAY_NOT_RUN):
            continue
        found.append(node)
        open_nodes.extend(ast.iter_child_nodes(node))
    return found


_MAY_NOT_RUN = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.If,
    ast.IfExp,
    ast.BoolOp,
    ast.While,
    ast.Try,
    ast.TryStar,
    ast.Match,
    ast.comprehension,
)


def _is_eager(node: ast.AST, arrays: Collection[str]) -> bool:
    """Whether an operator, or a method, is applied to a name that is an array."""
    if isinstance(node, ast.BinOp):
        operands = [node.left, node.right]
    elif isinstance(node, ast.UnaryOp):
        operands = [node.operand]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        operands = [node.func.value]
    else:
        return False
    return any(
        isinstance(inner, ast.Name) and inner.id in arrays for operand in operands for inner in _operands(operand)
    )


def _operands(node: ast.expr) -> list[ast.expr]:
    """Return what an operand computes on: `a` for `a`, `a.T`, `a[0]`, `a @ b` and `a.sum()`."""
    if isinstance(node, ast.Attribute | ast.Subscript):
        return _operands(node.value)
    if isinstance(node, ast.Call):
        return _operands(node.func) if isinstance(node.func, ast.Attribute) else []
    if isinstance(node, ast.BinOp):
        return [*_operands(node.left), *_operands(node.right)]
    return [node]
