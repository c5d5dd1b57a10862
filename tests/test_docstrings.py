"""Public names say what they do, and the examples in their docstrings run."""

import builtins
import doctest
import inspect

import pytest

import jax_viz
from jax_viz import api, document, views


def public_things():
    for module in (api, views):
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
                continue
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                        yield f"{module.__name__}.{name}.{member}", value


@pytest.mark.parametrize(
    ("name", "thing"), list(public_things()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_public_names_have_a_docstring(name, thing):
    inherited = getattr(thing, "fget", thing)
    assert inspect.getdoc(inherited), name


def test_structs_of_the_document_say_what_their_rows_are():
    for name in ("File", "Frames", "Stacks", "Values", "Regions", "Equations", "Avals", "Stage"):
        assert getattr(document, name).__doc__, name


def test_examples_run():
    result = doctest.testmod(api)
    # doctest's display hook leaves the last value here, and IPython then takes `_` for the user's own.
    vars(builtins).pop("_", None)
    assert result.attempted >= 3
    assert result.failed == 0


def test_the_package_exports_by_name():
    for name in jax_viz.__all__:
        assert hasattr(jax_viz, name)
