"""Opening and closing large reports in one page leaves nothing behind."""

import functools
import json
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cases import gpt
from playwright.sync_api import CDPSession, Page

import jax_viz
from jax_viz.document import encode, envelope

STATIC = Path(jax_viz.__file__).parent / "static"
TIMES = 50
WARM = 8
"""So many reports until V8 has compiled what it compiles; that stays, and is as much as a small report."""
LEFT = 0.2
"""Share by which the heap may have grown."""

OPEN_AND_CLOSE = """async ({times, payload}) => {
  const {mount} = await import('/viewer.js');
  let least = Infinity;
  for (let time = 0; time < times; time += 1) {
    const figure = document.createElement('div');
    figure.style.height = '700px';
    document.body.append(figure);
    const viewer = mount(figure, payload, {height: 'fill', links: false});
    await viewer.ready;
    least = Math.min(least, viewer.drawn());
    viewer.dispose();
    figure.remove();
  }
  return least;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """Serve the built viewer and an empty page, and return their address."""
    (tmp_path / "index.html").write_text("<!doctype html><title>memory</title><body></body>")
    (tmp_path / "viewer.js").write_bytes((STATIC / "viewer.js").read_bytes())
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=tmp_path))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_fifty_large_reports_leave_the_heap_as_it_was(page: Page, site: str) -> None:
    step, arguments = gpt.make()
    report = jax_viz.trace(step, compile=False)(*arguments)
    payload = {"gzip": envelope(report.document, "")["gzip"]}
    equations = len(report.programs[0].stages[0].equations)
    assert equations > 6000
    page.set_default_timeout(170_000)
    page.goto(site)
    session = page.context.new_cdp_session(page)
    assert page.evaluate(OPEN_AND_CLOSE, {"times": WARM, "payload": payload}) == equations
    before = _counts(session)
    assert page.evaluate(OPEN_AND_CLOSE, {"times": TIMES, "payload": payload}) == equations
    after = _counts(session)
    print(json.dumps({"before": before, "after": after}))
    assert after["heap"] <= (1 + LEFT) * before["heap"], (before, after)
    # Not even one report is left of fifty.
    assert after["heap"] - before["heap"] < len(encode(report.document)), (before, after)
    # One detached viewer has thousands of nodes.
    assert after["nodes"] <= before["nodes"] + 100, (before, after)
    assert page.workers == []


def _counts(session: CDPSession) -> dict[str, int]:
    """Return the bytes of the heap and the DOM nodes that are alive, detached ones too, without garbage."""
    session.send("HeapProfiler.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")
    nodes = session.send("Memory.getDOMCounters")
    return {"heap": int(heap["usedSize"]), "nodes": int(nodes["nodes"]), "listeners": int(nodes["jsEventListeners"])}
