"""What the user's own text calls at a position: `jnp.dot` for the span of `jnp.dot(w, a)`.

JAX inlines many small jitted functions and leaves no frame of them; the text at the exact columns
of the user's frame still says which function was called.
"""

import ast
import functools
import linecache

from jax_viz.internals import Position

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "true_divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "power",
    ast.MatMult: "matmul",
    ast.BitAnd: "bitwise_and",
    ast.BitOr: "bitwise_or",
    ast.BitXor: "bitwise_xor",
    ast.Invert: "invert",
    ast.USub: "negative",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}


def callee_at(file_name: str, where: Position) -> str:
    """Return the dotted text of the call at a position, a NumPy name for an operator, empty for anything else."""
    node = _nodes(file_name).get(where)
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) if isinstance(node.func, ast.Name | ast.Attribute) else ""
    if isinstance(node, ast.BinOp | ast.UnaryOp):
        return _OPERATORS.get(type(node.op), "")
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _OPERATORS.get(type(node.ops[0]), "")
    return ""


def _nodes(file_name: str) -> dict[Position, ast.AST]:
    """Return the expressions of a file by their span; of two with one span the outer one."""
    lines = linecache.getlines(file_name)
    # A cell that runs again may have the same name and another text.
    return _index("".join(lines))


@functools.lru_cache(maxsize=64)
def _index(text: str) -> dict[Position, ast.AST]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # a cell with line magics, or a file that is no Python
        return {}
    found: dict[Position, ast.AST] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call | ast.BinOp | ast.UnaryOp | ast.Compare):
            end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
            found.setdefault(Position(node.lineno, node.col_offset, end_line, end_column), node)
    return found
