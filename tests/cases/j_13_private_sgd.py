"""Differentially private SGD: gradients per example by vmap, clipped, summed, with noise from a key per leaf.

Source: jax-ml/jax, examples/differentially_private_sgd.py. Re-expressed.
vmap of grad; a key tree with one child for each parameter leaf; raw uint32 keys.
"""

import jax
import jax.numpy as jnp


def make():
    sizes = (20, 64, 64, 4)
    keys = jax.random.split(jax.random.PRNGKey(0), 3)
    params = [
        (jax.random.normal(key, (rows, columns)) * (2 / rows) ** 0.5, jnp.zeros(columns))
        for key, rows, columns in zip(keys, sizes, sizes[1:], strict=False)
    ]

    def loss(params, x, y):
        for w, b in params[:-1]:
            x = jax.nn.tanh(x @ w + b)
        w, b = params[-1]
        return -jax.nn.log_softmax(x @ w + b)[y]

    def clipped_gradient(params, x, y, limit):
        leaves, tree = jax.tree.flatten(jax.grad(loss)(params, x, y))
        norm = jnp.sqrt(sum((leaf**2).sum() for leaf in leaves))
        return jax.tree.unflatten(tree, [leaf / jnp.maximum(norm / limit, 1.0) for leaf in leaves])

    def step(params, key, x, y):
        per_example = jax.vmap(clipped_gradient, (None, 0, 0, None))(params, x, y, 1.0)
        leaves, tree = jax.tree.flatten(per_example)
        noisy = [
            (leaf.sum(0) + 1.1 * jax.random.normal(key, leaf.shape[1:])) / x.shape[0]
            for leaf, key in zip(leaves, jax.random.split(key, len(leaves)), strict=True)
        ]
        return jax.tree.map(lambda p, g: p - 0.15 * g, params, jax.tree.unflatten(tree, noisy))

    return jax.jit(step), (params, jax.random.PRNGKey(1), jnp.ones((32, 20)), jnp.zeros(32, jnp.int32))
