"""`%jaxviz EXPR`: what to trace for an expression, without running the program that it stands for."""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from jax_viz.hosts.options import usage_error
from jax_viz.hosts.text import shortened
from jax_viz.hosts.worth import worth_of


@dataclass(frozen=True)
class Program:
    """A function and the arguments to trace it on."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]


@dataclass(frozen=True)
class Place:
    """Where the expression's text begins; lines from 1, columns in UTF-8 bytes from 0."""

    file_name: str
    line: int = 1
    column: int = 0


def read_expression(text: str, namespace: dict[str, Any], place: Place) -> Program:
    """Return the program that an expression stands for.

    A call of something that can be traced (`f(x)`, `jax.grad(f)(x)`) is that function on those arguments, which are
    evaluated. Any other expression (`f(x) + y`, `x.sum()`) is a function of the arrays that it names.

    Parameters
    ----------
    text
        The expression.
    namespace
        Where its names are looked up.
    place
        Where it stands, for tracebacks and for the report.

    Raises
    ------
    UsageError
        When it is not one expression, or names a function and does not call it.
    Exception
        What evaluating the function or an argument raises.
    """
    expression = _parse(text, place)
    if isinstance(expression, ast.Name | ast.Attribute) and worth_of(_evaluate(expression, namespace, place)):
        raise usage_error(f"%jaxviz traces a call: write %jaxviz {text}(x), with the arguments that it takes.")
    if isinstance(expression, ast.Call) and not _calls_a_result(expression.func):
        function = _evaluate(expression.func, namespace, place)
        if worth_of(function) is not None:
            gather = ast.Call(ast.Name(_GATHER, ast.Load()), expression.args, expression.keywords)
            scope = {**namespace, _GATHER: _gather}
            arguments, keywords = _evaluate(ast.copy_location(gather, expression), scope, place)
            return Program(function, arguments, keywords)
    return _as_function(expression, namespace, place)


def _parse(text: str, place: Place) -> ast.expr:
    """Parse one line; every node gets the position that it has in its cell."""
    try:
        expression = ast.parse(text, place.file_name, mode="eval").body
    except SyntaxError as error:
        shown = shortened(text)
        raise usage_error(f"%jaxviz takes one expression, such as f(x), and `{shown}` is none: {error.msg}.") from None
    for node in ast.walk(expression):
        if isinstance(node, ast.expr | ast.keyword | ast.arg):
            node.col_offset += place.column
            node.end_col_offset = (node.end_col_offset or 0) + place.column
    return ast.increment_lineno(expression, place.line - 1)


def _calls_a_result(function: ast.expr) -> bool:
    """Whether it is a method of what a call returns, as in `f(x).sum()`: to get at it, `f` would have to run."""
    while isinstance(function, ast.Attribute | ast.Subscript):
        function = function.value
        if isinstance(function, ast.Call):
            return True
    return False


_GATHER = "__jaxviz_gather__"


def _gather(*arguments: Any, **keywords: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return arguments, keywords


def _evaluate(expression: ast.expr, namespace: dict[str, Any], place: Place) -> Any:
    code = compile(ast.fix_missing_locations(ast.Expression(expression)), place.file_name, "eval")
    return eval(code, namespace)  # noqa: S307 - the user's own code, which they asked to evaluate


def _as_function(expression: ast.expr, namespace: dict[str, Any], place: Place) -> Program:
    read = dict.fromkeys(node.id for node in ast.walk(expression) if isinstance(node, ast.Name))
    names = [name for name in read if name in namespace and _holds_arrays(namespace[name])]
    parameters = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
    function = ast.Lambda(parameters, expression)
    made = _evaluate(ast.copy_location(function, expression), namespace, place)
    made.__name__ = made.__qualname__ = "expression"
    return Program(made, tuple(namespace[name] for name in names), {})


def _holds_arrays(value: Any) -> bool:
    leaves = jax.tree_util.tree_leaves(value)
    return (
        bool(leaves)
        and all(
            isinstance(leaf, jax.Array | np.ndarray | jax.ShapeDtypeStruct | int | float | complex) for leaf in leaves
        )
        and any(isinstance(leaf, jax.Array | np.ndarray | jax.ShapeDtypeStruct) for leaf in leaves)
    )
