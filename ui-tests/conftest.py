"""Fixtures of the browser tests: a real browser, a real JupyterLab, real pages.

The browser is the one that `JAX_VIZ_CHROMIUM` names, else `chromium` on the path. Each test leaves a screenshot in
`artifacts/`.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lab import JupyterLab, PlainJupyterLab
from playwright.sync_api import Page, expect

REPOSITORY = Path(__file__).parent.parent
ARTIFACTS = REPOSITORY / "artifacts"

expect.set_options(timeout=10_000)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Return how Chromium is started."""
    executable = os.environ.get("JAX_VIZ_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if executable is None:
        pytest.fail("The browser tests need Chromium: install it, or let JAX_VIZ_CHROMIUM name it.")
    return {**browser_type_launch_args, "executable_path": executable, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Return the size and language of a page."""
    return {**browser_context_args, "viewport": {"width": 1280, "height": 900}, "locale": "en-US"}


@pytest.fixture
def page(page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return a fresh page; the test leaves a screenshot of it as it was at the end, passed or not."""
    page.set_default_timeout(15_000)
    yield page
    ARTIFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTIFACTS / f"{request.node.name.replace('[chromium]', '')}.png")


@pytest.fixture(scope="session")
def mlp_page(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """Return the page of the demo's training step and its number of equations."""
    import jax_viz
    from jax_viz.hosts.demo import example

    update, arguments = example()
    report = jax_viz.trace(update)(*arguments)
    path = report.save(tmp_path_factory.mktemp("page") / "mlp.html")
    return path, len(report.programs[0].stages[0].equations)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterLab]:
    """Return a running JupyterLab with our extension, settings of its own and an empty folder of notebooks."""
    yield from running(JupyterLab(REPOSITORY, tmp_path_factory.mktemp("lab"), Path(sys.executable)))


@pytest.fixture(scope="session")
def plain_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainJupyterLab]:
    """Return a running JupyterLab in which our extension is disabled."""
    yield from running(PlainJupyterLab(REPOSITORY, tmp_path_factory.mktemp("plain_lab"), Path(sys.executable)))


def running(server: JupyterLab) -> Iterator[Any]:
    """Yield a server while it runs."""
    server.start()
    try:
        yield server
    finally:
        server.stop()
