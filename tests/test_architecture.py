"""The house keeps its floors: CONTRIBUTING.md says what each room is for. eslint.config.mjs does the same for src/."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "jax_viz"
MODULES = sorted(PACKAGE.rglob("*.py"))

FLOORS = {
    "document": 1,
    "internals": 1,
    "views": 2,
    "capture": 2,
    "picture": 3,
    "analysis": 3,
    "benchmark": 3,
    "session": 4,
    "hosts": 5,
    "api": 6,
    "__init__": 7,
}
"""Rooms of the package. One imports from itself and from lower floors."""

LONGEST_FILE = 600
PRIVATE = ("jax._src", "jaxlib._jax")


def room_of(module: Path) -> str:
    """Return the name of the room that a module of the package is in."""
    first = module.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports_of(module: Path) -> list[tuple[int, str]]:
    """Return (line, dotted name) of everything that a module imports, in functions too."""
    found = []
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: relative import"
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def name_of(module: Path) -> str:
    return str(module.relative_to(ROOT))


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_imports_go_down(module):
    room = room_of(module)
    assert room in FLOORS, f"{room} is a new room: give it a floor here and in CONTRIBUTING.md"
    for line, name in imports_of(module):
        if not name.startswith("jax_viz."):
            continue
        target = name.split(".")[1]
        if target in FLOORS and target != room:
            assert FLOORS[target] < FLOORS[room], f"{name_of(module)}:{line}: {room} must not import {target}"


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_private_jax_is_behind_internals(module):
    if room_of(module) != "internals":
        named = [name for name in PRIVATE if name in module.read_text()]
        assert not named, f"{name_of(module)} uses {named}: put a function with a docstring into jax_viz/internals"


@pytest.mark.parametrize("module", [m for m in MODULES if room_of(m) == "document"], ids=name_of)
def test_the_document_knows_no_jax(module):
    assert [name for _, name in imports_of(module) if name.split(".")[0] in {"jax", "jaxlib", "numpy"}] == []


def test_files_are_short_enough_to_read_in_one_go():
    sources = [*MODULES, *(ROOT / "src").rglob("*.ts"), *(ROOT / "tests").rglob("*.py")]
    sources = [source for source in sources if source != ROOT / "src" / "report" / "schema.ts"]
    long = {name_of(s): lines for s in sources if (lines := len(s.read_text().splitlines())) > LONGEST_FILE}

    assert long == {}
