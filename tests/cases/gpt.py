"""A GPT-like training step in Flax linen, unrolled over its layers: the size that costs are measured on.

Twelve layers give about 6,800 equations.
"""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax

WIDTH = 64
HEADS = 4
VOCABULARY = 1000
LENGTH = 64


class Block(nn.Module):
    @nn.compact
    def __call__(self, x, mask):
        attention = nn.MultiHeadDotProductAttention(num_heads=HEADS, qkv_features=WIDTH)
        normed = nn.LayerNorm()(x)
        x = x + attention(normed, normed, mask=mask)
        hidden = nn.gelu(nn.Dense(4 * WIDTH)(nn.LayerNorm()(x)))
        return x + nn.Dense(WIDTH)(hidden)


class Decoder(nn.Module):
    layers: int

    @nn.compact
    def __call__(self, tokens):
        positions = jnp.arange(tokens.shape[1])
        x = nn.Embed(VOCABULARY, WIDTH)(tokens) + nn.Embed(LENGTH, WIDTH)(positions)
        mask = nn.make_causal_mask(tokens)
        for _ in range(self.layers):
            x = Block()(x, mask)
        return nn.Dense(VOCABULARY, use_bias=False)(nn.LayerNorm()(x))


def make(layers=12, batch=4):
    model = Decoder(layers)
    optimizer = optax.adamw(1e-3)
    tokens = jnp.arange(batch * LENGTH, dtype=jnp.int32).reshape(batch, LENGTH) * 37 % VOCABULARY
    # Only shapes are needed, so the initialisers are traced, not run.
    params = jax.eval_shape(model.init, jax.random.key(0), tokens)
    state = jax.eval_shape(optimizer.init, params)

    def loss_of(params, tokens):
        logits = model.apply(params, tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    def step(params, state, tokens):
        loss, gradients = jax.value_and_grad(loss_of)(params, tokens)
        updates, state = optimizer.update(gradients, state, params)
        return optax.apply_updates(params, updates), state, loss

    return step, (params, state, tokens)
