"""`make demo`, as the README says it."""

import os
import re
import signal
import subprocess
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path

from lab import START_SECONDS, wait_for

REPOSITORY = Path(__file__).parent.parent
CONTENTS = "api/contents/first_look.ipynb?content=0&"


def page_at(address: str) -> str | None:
    """Return what the server answers, if it listens: it says its address a moment before it does."""
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError:
        raise
    except urllib.error.URLError:
        return None


def test_make_demo_serves_a_copy_of_the_example(tmp_path: Path) -> None:
    before = (REPOSITORY / "examples" / "first_look.ipynb").read_bytes()
    environment = {**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path), "JUPYTERLAB_SETTINGS_DIR": str(tmp_path)}
    command = ["make", "demo", "LAB=--no-browser --port=0 --IdentityProvider.token=demo"]
    server = subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    said = []
    try:
        assert server.stdout is not None
        for line in server.stdout:
            said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        else:
            raise AssertionError("".join(said))
        for path, content in (("lab/tree/first_look.ipynb?", "jupyterlab"), (CONTENTS, '"notebook"')):
            address = f"{found[0]}/{path}token=demo"
            assert content in wait_for(partial(page_at, address), START_SECONDS, lambda: "".join(said))
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)
    assert "Error" not in "".join(said)
    assert (REPOSITORY / "examples" / "first_look.ipynb").read_bytes() == before
