"""A hidden Markov model fitted by expectation maximisation: forward and backward scans in a scan of steps.

Source: jax-ml/jax, examples/hmm_em.py. Re-expressed.
Two scans, one of them reversed, inside a third; logsumexp with its stop_gradient and select noise.
"""

import jax
import jax.numpy as jnp
from jax.scipy.special import logsumexp


def make(length=30, states=4, symbols=6, steps=5):
    observed = (jnp.arange(length) * 5) % symbols
    keys = jax.random.split(jax.random.key(0), 3)
    shapes = ((states,), (states, states), (states, symbols))
    params = tuple(jax.nn.log_softmax(jax.random.normal(key, shape)) for key, shape in zip(keys, shapes, strict=True))

    def posterior(params):
        start, transition, emission = params

        def forward(alpha, symbol):
            alpha = logsumexp(alpha[:, None] + transition, 0) + emission[:, symbol]
            return alpha, alpha

        first = start + emission[:, observed[0]]
        _, alphas = jax.lax.scan(forward, first, observed[1:])
        alphas = jnp.concatenate([first[None], alphas])

        def backward(beta, symbol):
            beta = logsumexp(transition + emission[:, symbol] + beta, 1)
            return beta, beta

        _, betas = jax.lax.scan(backward, jnp.zeros(states), observed[1:], reverse=True)
        betas = jnp.concatenate([betas, jnp.zeros((1, states))])
        likelihood = logsumexp(alphas[-1])
        ahead = (emission[:, observed[1:]].T + betas[1:])[:, None, :]
        pairs = alphas[:-1, :, None] + transition + ahead - likelihood
        return alphas + betas - likelihood, pairs, likelihood

    def fit(params):
        def step(params, _):
            single, pairs, likelihood = posterior(params)
            one_hot = jax.nn.one_hot(observed, symbols)
            emission = jnp.log(jnp.exp(single).T @ one_hot + 1e-6)
            new = (
                jax.nn.log_softmax(single[0]),
                jax.nn.log_softmax(logsumexp(pairs, 0), -1),
                jax.nn.log_softmax(emission, -1),
            )
            return new, likelihood

        return jax.lax.scan(step, params, None, length=steps)

    return jax.jit(fit), (params,)
