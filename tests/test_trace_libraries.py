"""Callables of libraries, and methods: what JAX's own jit does not take as it is."""

import functools

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest
from flax import nnx

import jax_viz


@pytest.fixture(scope="module")
def model():
    return eqx.nn.MLP(3, 2, 8, 2, key=jax.random.key(0))


def loss(model, x):
    return jax.vmap(model)(x).sum()


@pytest.mark.parametrize(
    "wrap", [lambda f: f, eqx.filter_jit, eqx.filter_grad, lambda f: eqx.filter_jit(eqx.filter_value_and_grad(f))]
)
def test_equinox_models_are_traced_over_their_arrays(model, wrap):
    report = jax_viz.trace(wrap(loss), compile=False)(model, jnp.ones((4, 3)))
    program = report.programs[0]
    assert [leaf.path for leaf in program.arguments][:2] == ["model.layers[0].weight", "model.layers[0].bias"]
    assert program.arguments[-1].path == "x"
    assert len(program.stages[0].equations) > 10


@pytest.mark.parametrize("wrap", [nnx.jit, nnx.grad, lambda f: nnx.jit(nnx.grad(f))])
def test_nnx_transforms(wrap):
    layer = nnx.Linear(3, 2, rngs=nnx.Rngs(0))
    report = jax_viz.trace(wrap(lambda layer, x: layer(x).sum()))(layer, jnp.ones((4, 3)))
    assert report.wait(120)
    assert report.faults == []
    assert "dot_general" in {e.primitive for e in report.programs[0].stages[0].equations}


class Model:
    def __init__(self):
        self.weight = jnp.ones(3)

    def __hash__(self):
        return id(self)

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, x):
        return x * self.weight

    @jax.jit
    def forgot_static(self, x):
        return x


def test_a_bound_method_of_a_jitted_function_keeps_its_self():
    program = jax_viz.trace(Model().step, compile=False)(jnp.ones(3)).programs[0]
    assert [e.primitive for e in program.stages[0].equations] == ["mul"]
    assert "self" in program.static_arguments


def test_a_method_whose_self_is_no_array_gets_the_static_hint():
    with pytest.raises(TypeError, match=r"self of .*static_argnames=\('self',\)"):
        jax_viz.trace(Model().forgot_static)(jnp.ones(3))
