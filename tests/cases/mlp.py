"""The MLP of the seed documents: 784-512-512-10, one-image prediction, vmap over the batch, SGD by grad over the pytree.

The main example of the house. `make` gives the training step as a user writes it, without `jit`.
"""

import jax
import jax.numpy as jnp

SIZES = (784, 512, 512, 10)
STEP = 0.01


def initialise(key, sizes=SIZES, scale=0.01):
    params = []
    for layer_key, inputs, outputs in zip(jax.random.split(key, len(sizes)), sizes, sizes[1:], strict=False):
        weight_key, bias_key = jax.random.split(layer_key)
        weight = scale * jax.random.normal(weight_key, (outputs, inputs))
        params.append((weight, scale * jax.random.normal(bias_key, (outputs,))))
    return params


def predict(params, image):
    activation = image
    for w, b in params[:-1]:
        activation = jnp.maximum(0, jnp.dot(w, activation) + b)
    w, b = params[-1]
    logits = jnp.dot(w, activation) + b
    return logits - jax.scipy.special.logsumexp(logits)


batched_predict = jax.vmap(predict, in_axes=(None, 0))


def loss(params, images, targets):
    return -jnp.mean(batched_predict(params, images) * targets)


def update(params, images, targets):
    gradients = jax.grad(loss)(params, images, targets)
    return [(w - STEP * dw, b - STEP * db) for (w, b), (dw, db) in zip(params, gradients, strict=True)]


def arguments(batch=128):
    images = jax.random.normal(jax.random.PRNGKey(1), (batch, SIZES[0]))
    return initialise(jax.random.PRNGKey(0)), images, jax.nn.one_hot(jnp.arange(batch) % 10, 10)


def make():
    return update, arguments()
