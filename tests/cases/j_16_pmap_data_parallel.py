"""Data-parallel SGD with pmap: parameters replicated, the batch split over the devices, gradients averaged.

Source: jax-ml/jax, examples/spmd_mnist_classifier_fromscratch.py. Re-expressed.
Needs four devices (tests/conftest.py asks for virtual ones); pmap is a shard_map in a jit today.
"""

import jax
import jax.numpy as jnp


def make():
    devices = jax.device_count()
    keys = jax.random.split(jax.random.key(0), 2)
    params = [
        (jax.random.normal(keys[0], (12, 32)) * 0.3, jnp.zeros(32)),
        (jax.random.normal(keys[1], (32, 3)) * 0.3, jnp.zeros(3)),
    ]
    replicated = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (devices, *leaf.shape)), params)

    def loss(params, x, y):
        (w1, b1), (w2, b2) = params
        return -(jax.nn.log_softmax(jnp.tanh(x @ w1 + b1) @ w2 + b2) * y).sum(1).mean()

    def step(params, x, y):
        gradients = jax.lax.pmean(jax.grad(loss)(params, x, y), "batch")
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)

    arguments = (replicated, jnp.ones((devices, 8, 12)), jnp.ones((devices, 8, 3)) / 3)
    return jax.pmap(step, axis_name="batch"), arguments
