"""The program that `jax-viz demo` shows: one training step of a small network, written as in a notebook."""

import jax
import jax.numpy as jnp
from jax import grad, jit, random, vmap
from jax.nn import logsumexp

LAYERS = (784, 512, 512, 10)
BATCH = 128
STEP_SIZE = 0.01


def init_layer(key, inputs, outputs, scale=0.01):
    w_key, b_key = random.split(key)
    return scale * random.normal(w_key, (outputs, inputs)), scale * random.normal(b_key, (outputs,))


def init_network(key):
    keys = random.split(key, len(LAYERS) - 1)
    return [init_layer(k, m, n) for k, m, n in zip(keys, LAYERS[:-1], LAYERS[1:], strict=True)]


def predict(params, image):
    activations = image
    for w, b in params[:-1]:
        activations = jnp.maximum(jnp.dot(w, activations) + b, 0)
    w, b = params[-1]
    logits = jnp.dot(w, activations) + b
    return logits - logsumexp(logits)


batched_predict = vmap(predict, in_axes=(None, 0))


def loss(params, images, targets):
    return -jnp.mean(batched_predict(params, images) * targets)


@jit
def update(params, images, targets):
    grads = grad(loss)(params, images, targets)
    return [(w - STEP_SIZE * dw, b - STEP_SIZE * db) for (w, b), (dw, db) in zip(params, grads, strict=True)]


def example():
    """Return the training step and arguments for it: fresh parameters, random images, one-hot targets."""
    params_key, image_key, label_key = random.split(random.key(0), 3)
    images = random.uniform(image_key, (BATCH, LAYERS[0]))
    labels = random.randint(label_key, (BATCH,), 0, LAYERS[-1])
    return update, (init_network(params_key), images, jax.nn.one_hot(labels, LAYERS[-1]))
