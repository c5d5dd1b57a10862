"""`make demo`, as the README says it."""

import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent


def answer_of(address: str) -> bytes:
    """Return what the server answers; it says its address a moment before it listens."""
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return bytes(answer.read())
        except urllib.error.URLError as error:
            if isinstance(error, urllib.error.HTTPError) or time.monotonic() > end:
                raise
            time.sleep(0.1)


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
        assert b"jupyterlab" in answer_of(f"{found[0]}/lab/tree/first_look.ipynb?token=demo")
        assert b'"notebook"' in answer_of(f"{found[0]}/api/contents/first_look.ipynb?token=demo&content=0")
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)
    assert "Error" not in "".join(said)
    assert (REPOSITORY / "examples" / "first_look.ipynb").read_bytes() == before
