"""The programs that tests go over: what people write with JAX, by the name of its file in tests/cases."""

import functools
import importlib
import inspect
from collections.abc import Callable
from typing import Any

import jax

import jax_viz

USER_PROGRAMS = (
    "j_01_flax_nnx_transformer",
    "j_02_equinox_cnn",
    "j_04_haiku_resnet50",
    "j_05_optax_mlp_in_scan",
    "j_08_blackjax_hmc",
    "j_09_jraph_graph_network",
    "j_10_mjx_step",
    "j_12_gaussian_process",
    "j_13_private_sgd",
    "j_15_hidden_markov_em",
    "j_16_pmap_data_parallel",
)
"""Family j: whole programs of users, with recorded facts."""

SHAPES_OF_PROGRAM = (
    "control_flow",
    "custom_derivatives",
    "diffrax_ode",
    "mlp",
    "nested_while",
    "pallas_kernel",
    "remat",
    "scan_rnn",
    "shard_map_matmul",
)
"""One for each way that a jaxpr can hold another."""

PROGRAMS = SHAPES_OF_PROGRAM + USER_PROGRAMS


def make(name: str, **sizes: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return the function and the arguments of the program `name`."""
    module = importlib.import_module(f"cases.{name}")
    return module.make(**sizes)


@functools.cache
def traced(name: str) -> tuple[Any, jax_viz.Report]:
    """Return what JAX itself traces of the program `name`, and the report on it: once for all tests."""
    function, arguments = make(name)
    return closed_jaxpr(function, arguments), jax_viz.trace(function, compile=False)(*arguments)


def source_file(name: str) -> str:
    """Return the path of the file that the program's own lines are in."""
    return inspect.getfile(importlib.import_module(f"cases.{name}"))


def closed_jaxpr(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return what JAX itself traces: a jitted function's own jaxpr, without the outer `jit` equation."""
    jitted = function if hasattr(function, "trace") else jax.jit(function)
    return jitted.trace(*arguments).jaxpr


def jax_series() -> str:
    """Return the series of the JAX that runs, `0.12`: facts are the same within one."""
    return ".".join(jax.__version__.split(".")[:2])
