"""Gaussian-process regression: marginal likelihood by momentum gradient descent in a scan.

Source: jax-ml/jax, examples/gaussian_process_regression.py. Re-expressed.
Cholesky and triangular solves with their gradients, vmap of vmap, five levels of nesting.
"""

import jax
import jax.numpy as jnp
from jax.scipy.linalg import solve_triangular


def make(points=40, steps=30):
    x = jnp.linspace(-2, 2, points)[:, None]
    y = jnp.sin(3 * x[:, 0]) + 0.1 * jnp.cos(17 * x[:, 0])

    def kernel(params, a, b):
        exponent = -jnp.sum((a - b) ** 2) / jax.nn.softplus(params["len"]) ** 2
        return jax.nn.softplus(params["amp"]) * jnp.exp(exponent)

    def negative_log_likelihood(params):
        covariance = jax.vmap(lambda a: jax.vmap(lambda b: kernel(params, a, b))(x))(x)
        covariance = covariance + (jax.nn.softplus(params["noise"]) + 1e-5) * jnp.eye(points)
        factor = jnp.linalg.cholesky(covariance)
        weights = solve_triangular(factor.T, solve_triangular(factor, y, lower=True))
        return 0.5 * y @ weights + jnp.log(jnp.diag(factor)).sum()

    def fit(params):
        def step(carry, _):
            params, momentum = carry
            gradients = jax.grad(negative_log_likelihood)(params)
            momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradients)
            params_new = jax.tree.map(lambda p, m: p - 1e-3 * m, params, momentum)
            return (params_new, momentum), negative_log_likelihood(params)

        return jax.lax.scan(step, (params, jax.tree.map(jnp.zeros_like, params)), None, length=steps)

    return jax.jit(fit), ({"amp": jnp.float32(0.0), "len": jnp.float32(0.0), "noise": jnp.float32(-3.0)},)
