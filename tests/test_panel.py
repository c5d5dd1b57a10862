"""The kernel's end of the panel, without a kernel: what is kept, what is answered, what is said to whom."""

import threading
from types import SimpleNamespace

import jax.numpy as jnp
import pytest

import jax_viz
from jax_viz import session
from jax_viz.hosts import missing_extension
from jax_viz.hosts.jobs import JobQueue
from jax_viz.hosts.kept import KeptReports, kept_reports
from jax_viz.hosts.missing_extension import MissingExtension
from jax_viz.hosts.panel import PanelService
from jax_viz.hosts.protocol import PROTOCOL


def traced(f=jnp.sin, **options):
    return session.trace_call(f, (1.0,), {}, **options)


class Comm:
    """A comm that keeps what is sent."""

    comm_id = "one"

    def __init__(self):
        self.sent = []

    def on_msg(self, callback):
        self.say = lambda data: callback({"content": {"data": data}})

    def on_close(self, callback):
        pass

    def send(self, data):
        self.sent.append(data)

    def ask(self, **fields):
        self.say({"id": "q", "protocol": PROTOCOL, **fields})
        return self.sent[-1]


@pytest.fixture
def comm():
    comm = Comm()
    reports = KeptReports()
    service = PanelService(SimpleNamespace(user_ns={}), reports)
    reports.listen(service._tell)
    service._opened(comm, {"content": {"data": {"protocol": PROTOCOL}}})
    comm.reports = reports
    return comm


def test_as_many_reports_and_bytes_as_allowed_are_kept_newest_first():
    kept = KeptReports(most_reports=3)
    lives = [traced(compile=False) for _ in range(5)]
    for live in lives:
        kept.add(live)
    assert [entry["id"] for entry in kept.entries()] == [live.id for live in reversed(lives[2:])]
    kept.add(lives[2])
    assert kept.entries()[0]["id"] == lives[2].id
    assert kept.envelope(lives[0].id) is None
    small = KeptReports(most_bytes=1)
    for live in lives:
        small.add(live)
    assert [entry["id"] for entry in small.entries()] == [lives[-1].id]


def test_calls_are_not_kept_alive():
    kept = KeptReports()
    live = traced(compile=False)
    kept.add(live)
    assert kept.entries()[0]["compilable"]
    name = live.id
    del live
    assert not kept.entries()[0]["compilable"]
    assert "let go" in str(kept.compile(name))
    assert kept.envelope(name) is not None


def test_what_the_user_asked_for_is_kept_and_nothing_else():
    before = {entry["id"] for entry in kept_reports.entries()}
    traced(compile=False)
    report = jax_viz.trace(jnp.cos, compile=False)(1.0)
    new = [entry["id"] for entry in kept_reports.entries() if entry["id"] not in before]
    assert new == [report.id]


def test_list_and_get(comm):
    live = traced(compile=False)
    comm.reports.add(live)
    assert comm.sent[0]["type"] == "hello"
    assert comm.sent[1] == {"type": "report", "report": comm.reports.entry(live.id)}
    (entry,) = comm.ask(type="list")["reports"]
    assert (entry["name"], entry["equations"], entry["complete"]) == ("sin", 1, True)
    assert comm.ask(type="get", report=live.id)["report"]["summary"] == "sin(x): 1 equation"


def test_a_section_is_told_when_it_comes(comm):
    live = traced()
    comm.reports.add(live)
    assert live.wait(60)
    told = [message for message in comm.sent if message.get("type") == "section"]
    assert [(message["id"], message["section"]) for message in told] in ([], [(live.id, "timings")])
    assert comm.ask(type="get", report=live.id)["entry"]["complete"]


def test_compile_on_demand(comm):
    live = traced(compile=False)
    comm.reports.add(live)
    came = threading.Event()
    comm.reports.listen(lambda event, _: came.set() if event == "timings" else None)
    assert comm.ask(type="compile", report=live.id) == {"id": "q", "queued": True}
    assert came.wait(60)
    assert live.document.programs[0].timings.compile is not None or live.document.programs[0].timings.cached
    assert not comm.reports.entry(live.id)["compilable"]


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        (None, "A request is an object"),
        ([1], "A request is an object"),
        ({}, "needs an id"),
        ({"id": 1.5}, "needs an id"),
        ({"id": "a"}, "names its protocol"),
        ({"id": "a", "protocol": True}, "names its protocol"),
        ({"id": "a", "protocol": PROTOCOL + 1}, "is newer than jax_viz in this kernel"),
        ({"id": "a", "protocol": PROTOCOL - 1}, "is older than jax_viz in this kernel"),
        ({"id": "a", "protocol": PROTOCOL, "type": "measure"}, "'measure'. It knows: list, get, compile, cancel."),
        ({"id": "a", "protocol": PROTOCOL, "type": []}, "does not know the request []"),
        ({"id": "a", "protocol": PROTOCOL, "type": "get", "report": {}}, "has no report {}"),
    ],
)
def test_a_wrong_request_gets_an_error_that_says_what_is_wrong(comm, request_, part):
    comm.say(request_)
    assert part in comm.sent[-1]["error"]
    assert comm.ask(type="list") == {"id": "q", "reports": []}


def test_a_panel_that_is_gone_costs_the_cell_nothing(comm):
    comm.send = lambda _: 1 / 0
    comm.reports.add(traced(compile=False))


def test_jobs_run_one_after_the_other_and_can_be_cancelled_before():
    queue, go, done = JobQueue("test"), threading.Event(), []
    ended = threading.Event()
    assert queue.add("a", lambda: (go.wait(60), done.append("a")))
    while queue.cancel("a"):  # it had not begun
        assert queue.add("a", lambda: (go.wait(60), done.append("a")))
    assert queue.add("b", lambda: done.append("b"))
    assert queue.add("c", lambda: (done.append("c"), ended.set()))
    assert not queue.add("c", lambda: None)
    assert queue.cancel("b")
    go.set()
    assert ended.wait(60)
    assert done == ["a", "c"]


@pytest.fixture
def server(monkeypatch, tmp_path):
    """Return a kernel as a Jupyter server started it, whose own Python has no extension."""
    monkeypatch.setenv("JPY_SESSION_NAME", "a.ipynb")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("JUPYTER_PATH", raising=False)
    monkeypatch.delenv("VSCODE_PID", raising=False)
    python = str(tmp_path / "bin" / "python")
    monkeypatch.setattr(missing_extension, "server_python", lambda: python)
    return SimpleNamespace(user_ns={}, python=python, folder=tmp_path)


def test_a_missing_extension_is_told_once(server):
    missing = MissingExtension(server)
    hint = missing.hint()
    assert f"{server.python} -m pip install jupyterlab-jax-viz==" in str(hint)
    assert missing.hint() is None


def test_nothing_is_said_where_it_is_not_missing(server, monkeypatch):
    heard = MissingExtension(server)
    heard.heard()
    assert heard.hint() is None
    server.user_ns["__vsc_ipynb_file__"] = "a.ipynb"
    assert MissingExtension(server).hint() is None
    server.user_ns.clear()
    (server.folder / "share" / "jupyter" / "labextensions" / "jupyterlab-jax-viz").mkdir(parents=True)
    assert MissingExtension(server).hint() is None
    monkeypatch.delenv("JPY_SESSION_NAME")
    assert MissingExtension(server).hint() is None


def test_of_an_unknown_server_only_a_silence_tells(server, monkeypatch):
    monkeypatch.setattr(missing_extension, "server_python", lambda: None)
    missing = MissingExtension(server)
    missing.begins()
    missing.ends()
    missing.begins()
    assert missing.hint() is None
    monkeypatch.setattr(missing_extension, "PATIENCE", -1.0)
    missing.ends()
    missing.begins()
    assert "in the environment that runs Jupyter" in str(missing.hint())
