"""A whole training run inside one scan: fresh data from a key each step, AdamW with warm-up and decay.

Source: google-deepmind/optax, getting started (adamw, warmup_cosine_decay_schedule); jax-ml/jax#16611, loops in scan.
Everything of interest is in the body of one scan; keys are split outside and inside it.
"""

import jax
import jax.numpy as jnp
import optax


def make(steps=50):
    sizes = (8, 32, 32, 1)
    keys = jax.random.split(jax.random.key(0), 3)
    params = [
        {"w": jax.random.normal(key, (rows, columns)) / rows**0.5, "b": jnp.zeros(columns)}
        for key, rows, columns in zip(keys, sizes, sizes[1:], strict=False)
    ]
    schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-2, 10, steps)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule))

    def predict(params, x):
        for layer in params[:-1]:
            x = jax.nn.swish(x @ layer["w"] + layer["b"])
        return x @ params[-1]["w"] + params[-1]["b"]

    def train(params, key):
        def step(carry, key):
            params, state = carry
            data_key, noise_key = jax.random.split(key)
            x = jax.random.normal(data_key, (64, 8))
            y = jnp.sin(x.sum(1, keepdims=True)) + 0.1 * jax.random.normal(noise_key, (64, 1))
            loss, gradients = jax.value_and_grad(lambda params: ((predict(params, x) - y) ** 2).mean())(params)
            updates, state = optimizer.update(gradients, state, params)
            return (optax.apply_updates(params, updates), state), loss

        (params, _), losses = jax.lax.scan(step, (params, optimizer.init(params)), jax.random.split(key, steps))
        return params, losses

    return jax.jit(train), (params, jax.random.key(1))
