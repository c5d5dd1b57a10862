"""Haiku's ResNet-50 in training mode: loss, gradient and new batch statistics.

Source: google-deepmind/dm-haiku, haiku/_src/nets/resnet.py; jax-ml/jax, examples/resnet50.py. Small images.
Name scopes four modules deep, 481 argument leaves, convolutions forward and transposed.
"""

import haiku as hk
import jax
import jax.numpy as jnp
import optax


def make(size=32):
    network = hk.transform_with_state(lambda images: hk.nets.ResNet50(10)(images, is_training=True))
    images, labels = jnp.ones((2, size, size, 3)), jnp.zeros(2, jnp.int32)
    # Only shapes are needed, so the initialisers are traced, not run.
    params, state = jax.eval_shape(network.init, jax.random.PRNGKey(0), images)

    def loss(params, state, images, labels):
        logits, state = network.apply(params, state, None, images)
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean(), state

    return jax.jit(jax.value_and_grad(loss, has_aux=True)), (params, state, images, labels)
