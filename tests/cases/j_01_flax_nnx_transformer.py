"""A decoder-only transformer in Flax nnx with its Adam step: dropout, causal mask, clipped gradients.

Source: google/flax, examples/lm1b_nnx (models.py, train.py); google-deepmind/optax, adamw with clip_by_global_norm.
Re-expressed, small sizes. Hundreds of pytree leaves, one layer function called six times, no control flow.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Block(nnx.Module):
    def __init__(self, width, heads, rngs):
        self.before_attention = nnx.LayerNorm(width, rngs=rngs)
        self.before_mlp = nnx.LayerNorm(width, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(heads, width, decode=False, rngs=rngs)
        self.up = nnx.Linear(width, 4 * width, rngs=rngs)
        self.down = nnx.Linear(4 * width, width, rngs=rngs)
        self.dropout = nnx.Dropout(0.1, rngs=rngs)

    def __call__(self, x, mask):
        x = x + self.dropout(self.attention(self.before_attention(x), mask=mask))
        return x + self.dropout(self.down(nnx.gelu(self.up(self.before_mlp(x)))))


class Decoder(nnx.Module):
    def __init__(self, vocabulary, width, heads, layers, length, rngs):
        self.tokens = nnx.Embed(vocabulary, width, rngs=rngs)
        self.positions = nnx.Embed(length, width, rngs=rngs)
        self.blocks = nnx.List([Block(width, heads, rngs) for _ in range(layers)])
        self.last_norm = nnx.LayerNorm(width, rngs=rngs)

    def __call__(self, ids):
        x = self.tokens(ids) + self.positions(jnp.arange(ids.shape[1]))
        mask = nnx.make_causal_mask(ids)
        for block in self.blocks:
            x = block(x, mask)
        return self.tokens.attend(self.last_norm(x))


def make(layers=6):
    model = Decoder(512, 64, 4, layers, 32, nnx.Rngs(0, dropout=1))
    graph, params, rest = nnx.split(model, nnx.Param, ...)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(optax.cosine_decay_schedule(3e-4, 1000)))

    def step(params, state, rest, ids):
        def loss_of(params):
            model = nnx.merge(graph, params, rest, copy=True)
            logits = model(ids[:, :-1])
            loss = optax.softmax_cross_entropy_with_integer_labels(logits, ids[:, 1:]).mean()
            return loss, nnx.split(model, nnx.Param, ...)[2]

        (loss, new_rest), gradients = jax.value_and_grad(loss_of, has_aux=True)(params)
        updates, state = optimizer.update(gradients, state, params)
        return optax.apply_updates(params, updates), state, new_rest, loss

    return jax.jit(step), (params, optimizer.init(params), rest, jnp.ones((4, 32), jnp.int32))
