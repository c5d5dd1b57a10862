"""What is committed: nothing built, nothing of one machine, no registry's address, and types that are current."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

BUILT = re.compile(
    r"^(jax_viz/(static|labextension)|lib|dist|build|node_modules|artifacts|\.venv)/|\.(pyc|egg-info|tsbuildinfo|whl)$"
)
MACHINE_PATH = re.compile(r"(?<![\w./~$}-])/(root|work|home|tmp|Users)/[A-Za-z0-9_.]")
# Written in parts, so that this file does not name them.
REGISTRIES = ("registry.npm" + "js", "py" + "pi.org", "python" + "hosted.org", "deb." + "debian", "npm" + "mirror")
DELIVERY_NETWORKS = ("js" + "delivr", "un" + "pkg.com", "cdn" + "js.")


@pytest.fixture(scope="module")
def files():
    """Every file that git holds or would add, with its text; binary files have none."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    names = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    assert "pyproject.toml" in names
    return {name: _text(ROOT / name) for name in names}


def test_nothing_built_is_committed(files):
    assert [name for name in files if BUILT.search(name)] == []


def test_no_path_of_one_machine(files):
    found = [(name, match[0]) for name, text in files.items() for match in MACHINE_PATH.finditer(text)]

    assert found == []


def test_no_registry_is_named(files):
    named = [(name, host) for name, text in files.items() for host in REGISTRIES + DELIVERY_NETWORKS if host in text]

    assert named == []


def test_lock_file_names_no_download(files):
    assert '"resolved"' not in files["package-lock.json"]
    assert "--index-url" not in "".join(text for name, text in files.items() if name.startswith("requirements/"))


def test_typescript_types_are_current():
    checked = subprocess.run(
        [sys.executable, "tools/make_types.py", "--check"], cwd=ROOT, check=False, capture_output=True, text=True
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except UnicodeDecodeError:
        return ""
