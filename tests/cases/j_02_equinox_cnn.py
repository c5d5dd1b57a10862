"""A small convolutional classifier in Equinox: vmap over the batch, value and gradient.

Source: patrick-kidger/equinox, examples/mnist.ipynb. Re-expressed, no training loop.
Convolution, reduce_window and its gradient, batch by vmap; modules as pytrees.
"""

import equinox as eqx
import jax
import jax.numpy as jnp


class Classifier(eqx.Module):
    layers: list

    def __init__(self, key):
        keys = jax.random.split(key, 4)
        self.layers = [
            eqx.nn.Conv2d(1, 3, kernel_size=4, key=keys[0]),
            eqx.nn.MaxPool2d(kernel_size=2),
            jax.nn.relu,
            jnp.ravel,
            eqx.nn.Linear(1728, 512, key=keys[1]),
            jax.nn.sigmoid,
            eqx.nn.Linear(512, 64, key=keys[2]),
            jax.nn.relu,
            eqx.nn.Linear(64, 10, key=keys[3]),
            jax.nn.log_softmax,
        ]

    def __call__(self, image):
        for layer in self.layers:
            image = layer(image)
        return image


def make():
    arrays, static = eqx.partition(Classifier(jax.random.key(0)), eqx.is_array)

    def loss(arrays, images, labels):
        log_probabilities = jax.vmap(eqx.combine(arrays, static))(images)
        return -jnp.take_along_axis(log_probabilities, labels[:, None], 1).mean()

    return jax.jit(jax.value_and_grad(loss)), (arrays, jnp.ones((16, 1, 28, 28)), jnp.zeros(16, jnp.int32))
