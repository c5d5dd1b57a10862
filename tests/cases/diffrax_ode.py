"""An ODE solved by diffrax with an adaptive step size, and the gradient through the solve.

Source: patrick-kidger/diffrax, documentation, neural ODE example. Re-expressed, small sizes.
Loops that equinox nests and checkpoints; custom derivatives; closed-over jaxprs in parameters.
"""

import diffrax
import jax
import jax.numpy as jnp


def make():
    def field(t, y, params):
        del t
        return jnp.tanh(params["w"] @ y + params["b"])

    def loss(params, start):
        solution = diffrax.diffeqsolve(
            diffrax.ODETerm(field),
            diffrax.Tsit5(),
            t0=0.0,
            t1=1.0,
            dt0=0.1,
            y0=start,
            args=params,
            saveat=diffrax.SaveAt(ts=jnp.linspace(0.0, 1.0, 5)),
            stepsize_controller=diffrax.PIDController(rtol=1e-3, atol=1e-6),
            max_steps=64,
        )
        return (solution.ys**2).mean()

    params = {"w": jnp.eye(3) * 0.5, "b": jnp.zeros(3)}
    return jax.jit(jax.value_and_grad(loss)), (params, jnp.ones(3))
