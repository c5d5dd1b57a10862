"""Other people's viewers for the same programs, each in an environment of its own; nothing here imports them."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).parent.parent
NETRON = ROOT / ".venv" / "peer-netron"
EXPLORER = ROOT / ".venv" / "peer-model-explorer"
PORTS = {"netron": 18_461, "explorer": 18_561}
"""The first of a range: one for each program."""
PATIENCE = 120.0
PROGRAMS = ("flat_3000", "flat_100000")


@contextmanager
def serving(folder: Path) -> Iterator[dict[str, dict[str, str]]]:
    """Give `{peer: {program: address or why there is none}}` while the peers' servers run."""
    with ExitStack() as stack:
        yield {
            "Netron 9.3.3": _netron(folder, stack),
            "Model Explorer 0.1.34": _explorer(folder, stack),
        }


def _netron(folder: Path, stack: ExitStack) -> dict[str, str]:
    fault = _install(NETRON, "netron==9.3.3", "onnx")
    served = {}
    for number, program in enumerate(PROGRAMS):
        model = folder / f"{program}.onnx"
        if fault is None and not model.exists():
            graph = folder / f"{program}.graph.json"
            subprocess.run([NETRON / "bin/python", "benchmarks/peer_onnx.py", graph, model], cwd=ROOT, check=True)
        port = PORTS["netron"] + number
        address = f"http://localhost:{port}/"
        command = [NETRON / "bin/netron", model, "--port", str(port)]
        served[program] = fault or _start(command, address, stack)
    return served


def _explorer(folder: Path, stack: ExitStack) -> dict[str, str]:
    fault = _install(EXPLORER, "ai-edge-model-explorer==0.1.34")
    served = {}
    for number, program in enumerate(PROGRAMS):
        model = (folder / f"{program}.graph.explorer.json").resolve()
        port = PORTS["explorer"] + number
        what = quote(json.dumps({"models": [{"url": str(model)}]}))
        command = [EXPLORER / "bin/model-explorer", model, "--port", str(port), "--no_open_in_browser"]
        command.append("--skip_health_check")
        served[program] = fault or _start(command, f"http://localhost:{port}/?data={what}", stack)
    return served


def _install(environment: Path, *packages: str) -> str | None:
    """Return why it cannot be installed, or `None`."""
    if (environment / "installed").exists():
        return None
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    done = subprocess.run(
        [environment / "bin/pip", "install", "--quiet", *packages], check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        return f"cannot be installed: {done.stderr.strip().splitlines()[-1]}"
    (environment / "installed").touch()
    return None


def _start(command: list[object], address: str, stack: ExitStack) -> str:
    """Start a server and return its address, or why there is none."""
    server = subprocess.Popen(
        [str(part) for part in command],
        env=os.environ | {"BROWSER": "true"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(server.wait)
    stack.callback(server.terminate)
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if server.poll() is not None:
            return f"ended with {server.returncode}"
        try:
            with urllib.request.urlopen(address.partition("?")[0], timeout=5):
                return address
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    return f"did not answer within {PATIENCE:.0f} s"
