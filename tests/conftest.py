"""Settings of all Python tests. They stand before the first import of jax, which reads them once."""

import os

DEVICES = "--xla_force_host_platform_device_count=4"

if "xla_force_host_platform_device_count" not in os.environ.get("XLA_FLAGS", ""):
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {DEVICES}".strip()
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import pytest  # noqa: E402


@pytest.fixture(scope="session")
def mlp_report():
    """Return the compiled report of the MLP training step."""
    from cases import mlp

    import jax_viz

    f, args = mlp.make()
    report = jax_viz.trace(f)(*args)
    report.wait()
    return report
