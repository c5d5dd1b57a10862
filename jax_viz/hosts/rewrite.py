"""Rewrites the calls of one cell so that they are seen, and nothing else about them changes.

    f(a, *b, k=c)
    TAP.function(7, f)(TAP.argument(7, a), *TAP.arguments(7, b), k=TAP.made(7, TAP.keyword(7, "k", c)))

`TAP` (a `CallTap`) hands back what it is given, so the call keeps its shape: it is made by the cell's own frame, on the
same objects, evaluated once and in order, with Python's own messages when it fails. Every new node carries the position
of what it stands for, so tracebacks name the same lines and columns. 7 numbers the call in its cell.
"""

import ast
import builtins
from collections.abc import Mapping
from itertools import count
from typing import Any


class CallRewriter(ast.NodeTransformer):
    """Rewrites the calls that a module makes by itself. Bodies that may run later are left alone.

    Parameters
    ----------
    name
        The global name under which the cell finds its `CallTap`.
    namespace
        The user's names. A built-in function that none of them hides is called as it is.
    """

    def __init__(self, name: str, namespace: Mapping[str, Any]) -> None:
        self._name = name
        self._namespace = namespace
        self._hidden: set[str] = set()
        self._numbers = count()
        self.texts: dict[int, str] = {}
        """Each call's number and source text."""
        self.lines: dict[int, int] = {}
        """Each call's number and line, from 1."""
        self.rewrote = 0
        """Modules seen that are more than one call of a magic."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Rewrite one cell."""
        self._hidden = {name for inner in ast.walk(node) for name in _bound(inner)}
        only = node.body[0] if len(node.body) == 1 else None
        if not (isinstance(only, ast.Expr) and isinstance(only.value, ast.Call) and _is_shell_call(only.value)):
            self.rewrote += 1
        return self.generic_visit(node)

    def forget(self) -> None:
        """Forget the calls of cells before."""
        self.texts.clear()
        self.lines.clear()

    def visit_TypeAlias(self, node: ast.AST) -> ast.AST:
        """Leave `type V = …` alone: it is evaluated when somebody asks."""
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Rewrite one call, its arguments first."""
        if _is_shell_call(node):
            return node
        text = ast.unparse(node)
        self.generic_visit(node)
        if self._is_builtin(node.func):
            return node
        # A call of a literal or a lambda is left alone: Python warns about some of them when it compiles them.
        if not isinstance(node.func, ast.Name | ast.Attribute | ast.Call | ast.Subscript) or _is_super(node.func):
            return node
        _count_from_name(node)
        line = node.lineno
        tapped = self._tapped(node)
        self.texts[self._last], self.lines[self._last] = text, line
        return tapped

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave a function alone: its body runs later, and JAX reads its source."""
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """Leave a coroutine function alone."""
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Leave a class alone."""
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Leave a lambda alone."""
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Rewrite only what a generator evaluates when it is made; the rest may run after the cell."""
        node.generators[0].iter = self.visit(node.generators[0].iter)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave the annotation alone: under `from __future__ import annotations` it is kept as text."""
        if node.value is not None:
            node.value = self.visit(node.value)
        node.target = self.visit(node.target)
        return node

    def _is_builtin(self, function: ast.expr) -> bool:
        """Whether it names a function or class of Python's own, which is never shown."""
        name = function.id if isinstance(function, ast.Name) else None
        if name is None or name not in vars(builtins) or "*" in self._hidden:
            return False
        return name not in self._hidden and name not in self._namespace

    def _tapped(self, call: ast.Call) -> ast.Call:
        number = self._last = next(self._numbers)

        def tap(method: str, node: ast.expr, *texts: str) -> ast.expr:
            def place(made: ast.expr) -> ast.expr:
                return ast.copy_location(made, node)

            tapped = place(ast.Attribute(place(ast.Name(self._name, ast.Load())), method, ast.Load()))
            constants = [place(ast.Constant(number)), *(place(ast.Constant(text)) for text in texts)]
            return place(ast.Call(tapped, [*constants, node], []))

        call.func = tap("function", call.func)
        for row, argument in enumerate(call.args):
            if isinstance(argument, ast.Starred):
                argument.value = tap("arguments", argument.value)
            else:
                call.args[row] = tap("argument", argument)
        for keyword in call.keywords:
            if keyword.arg is None:
                keyword.value = tap("keywords", keyword.value)
            else:
                keyword.value = tap("keyword", keyword.value, keyword.arg)
        # What Python evaluates last: keywords come after all positional arguments, wherever they stand.
        if call.keywords:
            call.keywords[-1].value = tap("made", call.keywords[-1].value)
        elif call.args and isinstance(last := call.args[-1], ast.Starred):
            last.value = tap("made", last.value)
        elif call.args:
            call.args[-1] = tap("made", call.args[-1])
        else:
            call.func = tap("made", call.func)
        return call


def _bound(node: ast.AST) -> list[str]:
    """Return the names that a node may bind."""
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if isinstance(node, ast.alias):
        return [(node.asname or node.name).partition(".")[0]]
    names = (getattr(node, field, None) for field in ("name", "rest", "arg"))
    return [name for name in names if isinstance(name, str)]


def _count_from_name(call: ast.Call) -> None:
    """Give a call the position that Python would give it: a method called on a later line counts from its name."""
    method = call.func
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    if starred or any(keyword.arg is None for keyword in call.keywords):
        return
    if isinstance(method, ast.Attribute) and method.end_lineno is not None and method.end_lineno != call.lineno:
        column = (method.end_col_offset or 0) - len(method.attr)
        if column >= 0:
            call.lineno, call.col_offset = method.end_lineno, column


def _is_super(function: ast.expr) -> bool:
    """Whether it is `super`, which looks at the frame that calls it."""
    return isinstance(function, ast.Name) and function.id == "super"


def _is_shell_call(call: ast.Call) -> bool:
    """Whether IPython wrote it for a magic or a shell line: `get_ipython().system('ls')`."""
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Call)
        and isinstance(function.value.func, ast.Name)
        and function.value.func.id == "get_ipython"
    )
