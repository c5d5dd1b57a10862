"""What users install: a wheel that holds the built viewer and needs no Node."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROGRAM = """
import jax.numpy as jnp, jax_viz
print(jax_viz.__file__)
report = jax_viz.trace(lambda x: jnp.sin(x) + 1, compile=False)(jnp.ones(3))
print(report.save("page.html"))
print(report.save("picture.svg"))
"""


@pytest.fixture(scope="module")
def without_node(tmp_path_factory):
    """Return an environment whose PATH has no Node and no npm."""
    folder = tmp_path_factory.mktemp("path")
    for name in ("sh", "env", "git"):
        if (found := shutil.which(name)) is not None:
            (folder / name).symlink_to(found)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("npm_", "NODE"))}
    environment |= {"PATH": str(folder), "PYTHONNOUSERSITE": "1"}
    environment.pop("PYTHONPATH", None)
    assert shutil.which("node", path=environment["PATH"]) is None
    return environment


@pytest.fixture(scope="module")
def wheel(without_node, tmp_path_factory):
    """Make the wheel from the built viewer that `make` left here."""
    folder = tmp_path_factory.mktemp("wheel")
    _run(without_node, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    (made,) = folder.glob("*.whl")
    return made


def test_the_built_viewer_is_in_it_once(wheel):
    names = zipfile.ZipFile(wheel).namelist()

    assert names.count("jax_viz/static/viewer.js") == 1
    assert names.count("jax_viz/static/worker.js") == 1
    extension = [name for name in names if name.endswith("labextensions/jupyterlab-jax-viz/package.json")]
    assert len(extension) == 1
    assert extension[0].startswith("jupyterlab_jax_viz-")
    assert [name for name in names if name.startswith("jax_viz/labextension/")] == []
    assert sum(name.endswith("/install.json") for name in names) == 1
    assert sum(name.endswith(".dist-info/licenses/LICENSE") for name in names) == 1


def test_nothing_else_is_in_it(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}

    assert {top for top in tops if not top.startswith("jupyterlab_jax_viz-")} == {"jax_viz"}
    assert [name for name in names if name.endswith((".ts", ".map", ".pyc"))] == []
    assert wheel.stat().st_size < 3_000_000


def test_it_works_where_there_is_no_node(wheel, without_node, tmp_path):
    """In a new environment with this one's other packages behind it."""
    fresh = tmp_path / "venv"
    _run(without_node, "-m", "venv", "--without-pip", fresh)
    python = next(fresh / folder / "python" for folder in ("bin", "Scripts") if (fresh / folder).exists())
    _run(without_node, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    site = Path(
        _run(without_node, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", python=python).strip()
    )
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")

    file, page, picture = _run(without_node, "-c", PROGRAM, python=python, cwd=tmp_path).splitlines()

    assert Path(file).is_relative_to(site)
    assert (tmp_path / page).stat().st_size > 100_000
    assert "<svg" in (tmp_path / picture).read_text()
    extension = fresh / "share" / "jupyter" / "labextensions" / "jupyterlab-jax-viz" / "package.json"
    assert extension.is_file()


def _run(environment, *arguments, python=sys.executable, cwd=ROOT):
    done = subprocess.run([python, *arguments], env=environment, cwd=cwd, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
