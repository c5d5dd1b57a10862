"""Static arguments: found as `jax.jit` finds them, shown without values of arrays, addresses or failing reprs."""

import dataclasses
import enum
import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jax_viz

X = jnp.ones(3)


def statics(f, *args, **kwargs):
    return jax_viz.trace(f, compile=False)(*args, **kwargs).programs[0].static_arguments


def test_in_var_keywords():
    assert statics(jax.jit(lambda x, **k: x * len(k["m"]), static_argnames="m"), X, m="ab") == {"m": "'ab'"}


@pytest.mark.parametrize("number", [1, -1])
def test_in_var_positionals_from_either_end(number):
    assert statics(jax.jit(lambda *a: a[0] * len(a[1]), static_argnums=number), X, "ab") == {"a[1]": "'ab'"}


def test_by_number_but_given_as_keyword():
    assert statics(jax.jit(lambda x, n: x**n, static_argnums=1), X, n=3) == {"n": "3"}


def test_options_come_on_top_of_what_a_function_was_jitted_with():
    f = jax.jit(lambda x, n: x * n, static_argnums=1)
    report = jax_viz.trace(f, donate_argnums=0, compile=False)(X, 3)
    assert report.programs[0].static_arguments == {"n": "3"}
    assert [e.primitive for e in report.programs[0].stages[0].equations] == ["mul"]


class Mode(enum.Enum):
    FAST = 1


class Fails:
    def __repr__(self):
        raise RuntimeError("repr")


@dataclasses.dataclass(eq=False)
class Holder:
    w: object

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, x):
        return x * self.w


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Mode.FAST, "Mode.FAST"),
        ((1, "a", None), "(1, 'a', None)"),
        ((Mode.FAST,), "(Mode.FAST,)"),
        (jnp.sin, "sin"),
        (Fails(), "Fails"),
        (Holder(np.array([2.0])), "Holder"),
        ("x" * 500, "'" + "x" * 58 + "…"),
    ],
)
def test_shown_by_plain_value_or_by_type(value, text):
    report = jax_viz.trace(lambda x, s: x, static_argnums=1, compile=False)(X, value)
    assert report.programs[0].static_arguments == {"s": text}


def test_no_array_value_of_a_static_self_gets_into_the_report():
    report = jax_viz.trace(Holder(np.array([1 / 7, 2.0])).step, compile=False)(jnp.ones(2))
    assert report.programs[0].static_arguments == {"self": "Holder"}
    assert str(1 / 7)[:6] not in str(report.document)


def test_a_callable_that_cannot_be_hashed_is_closed_over():
    @dataclasses.dataclass
    class Model:
        w: object

        def __call__(self, x):
            return jnp.dot(x, self.w)

    report = jax_viz.trace(Model(jnp.ones(3)), compile=False)(X)
    assert report.programs[0].name == "Model"
    assert [c.shape for c in report.programs[0].constants] == [[3]]
    assert [e.primitive for e in report.programs[0].stages[0].equations] == ["dot_general"]


def test_the_hint_is_code_that_one_can_type():
    with pytest.raises(TypeError, match=r"jax_viz\.trace\(f, static_argnames=\('m',\)\)"):
        jax_viz.trace(lambda x, m: x)(X, "relu")
