"""Which members an output has, and how large it is: measured in executed notebooks."""

import json
import subprocess
import sys
import types
from pathlib import Path

import nbclient
import nbformat
import pytest
from test_output import Elements

import jax_viz
from jax_viz.hosts import output, renderers
from jax_viz.hosts.markup import MIME_TYPE
from jax_viz.hosts.output import WIDGET_TYPE

CASES = Path(__file__).parent / "cases"
VIEWER = "application/vnd.jaxviz.viewer+gzip"

STEP = "%%jaxviz\nparams = step(params, images, targets)"

SETUP = f"""\
import sys
sys.path.insert(0, {str(CASES)!r})
import jax, jax_viz, mlp
%load_ext jax_viz
step, (params, images, targets) = jax.jit(mlp.update), mlp.arguments()"""

FIRST = 300_000
FURTHER = 40_000
"""Bytes of an output of the MLP step, with its share of the saved widget state."""

MEMBERS = {
    "lab": {MIME_TYPE, "text/html", "image/svg+xml", "text/plain"},
    "widget": {MIME_TYPE, WIDGET_TYPE, "text/html", "image/svg+xml", "text/plain"},
    "page": {MIME_TYPE, "text/html", "image/svg+xml", "text/plain"},
    "static": {"text/html", "image/svg+xml", "text/plain"},
}


@pytest.fixture(autouse=True)
def undone(monkeypatch):
    """Let no test's choice reach another."""
    monkeypatch.delenv(renderers.VARIABLE, raising=False)
    monkeypatch.setattr(renderers, "_chosen", None)
    output._carrier.forget()
    yield
    output._carrier.forget()


@pytest.mark.parametrize("name", MEMBERS)
def test_members(name, mlp_report):
    jax_viz.set_renderer(name)
    bundle = output.mimebundle(mlp_report)
    assert set(bundle) == MEMBERS[name]
    found = Elements(bundle["text/html"])
    assert any(tag == "img" for tag, _ in found.elements)
    assert (
        set(found.scripts)
        == {
            "lab": {MIME_TYPE, None},
            "widget": set(),
            "page": {MIME_TYPE, VIEWER, None},
            "static": set(),
        }[name]
    )


@pytest.fixture(scope="module")
def saved():
    """Return a notebook as it is on disk, with saved widget state: the step three times with each renderer."""
    cells = [SETUP, *(source for name in MEMBERS for source in (f"jax_viz.set_renderer({name!r})", STEP, STEP, STEP))]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    nbclient.NotebookClient(notebook, timeout=120, store_widget_state=True).execute()
    nbformat.validate(notebook)
    return json.loads(nbformat.writes(notebook))


@pytest.mark.parametrize("with_state", [False, True], ids=["without state", "with state"])
@pytest.mark.parametrize("name", MEMBERS)
def test_sizes_of_outputs(name, with_state, saved, mlp_report):
    start = 1 + 4 * list(MEMBERS).index(name)
    outputs = [
        o for c in saved["cells"][start + 1 : start + 4] for o in c["outputs"] if "text/html" in o.get("data", {})
    ]
    assert len(outputs) == 3
    count = f"{len(mlp_report.programs[0].stages[0].equations)} equations"
    assert all(count in o["data"]["text/plain"][0] for o in outputs)
    sizes = [len(as_in_file(o)) for o in outputs]
    if with_state and name == "widget":
        state = dict(saved["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"])
        views = [state.pop(o["data"][WIDGET_TYPE]["model_id"]) for o in outputs]
        sizes = [size + len(as_in_file(view)) for size, view in zip(sizes, views, strict=True)]
        # What belongs to all of them came with the first.
        sizes[0] += len(as_in_file(state))
    print(f"{name}, {'with' if with_state else 'without'} widget state: {sizes} bytes")
    assert sizes[0] <= FIRST
    assert all(size <= FURTHER for size in sizes[1:]), sizes
    carriers = [VIEWER in "".join(o["data"]["text/html"]) for o in outputs]
    assert carriers == [name == "page", False, False]


def test_saved_state_is_the_widgets_own(saved):
    """No other renderer leaves any: three models and their one layout."""
    state = saved["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert sorted(model["model_name"] for model in state.values()) == [
        "AnyModel",
        "AnyModel",
        "AnyModel",
        "LayoutModel",
    ]


def as_in_file(value) -> bytes:
    """Return a part of a notebook as nbformat writes it, without what its depth indents it by."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode()


def test_cell_that_carries_the_viewer_carries_it_when_it_is_run_again(mlp_report):
    from msgspec.structs import replace

    from jax_viz.document import Cell
    from jax_viz.session import LiveReport

    def carries(report_id, cell):
        document = replace(mlp_report.document, id=report_id, cell=Cell(1, cell))
        return VIEWER in output.mimebundle(LiveReport(document))["text/html"]

    jax_viz.set_renderer("page")
    assert carries("a", "first")
    assert carries("a", "first"), "the same output, replaced when its compile time is there"
    assert not carries("b", "second")
    assert carries("c", "first"), "the cell again, with a new report"
    assert not carries("d", None)
    jax_viz.set_renderer("page")
    assert carries("e", "third"), "asked for again"


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match=r"no renderer 'lap'. Choose one of 'auto', 'lab', 'widget', 'page', 'static'"):
        jax_viz.set_renderer("lap")
    with pytest.raises(TypeError, match="takes a name, not NoneType"):
        jax_viz.set_renderer(None)


def test_variable_chooses_and_a_call_wins(monkeypatch):
    monkeypatch.setenv(renderers.VARIABLE, " Static ")
    assert renderers.renderer()[0].name == "static"
    jax_viz.set_renderer("page")
    assert renderers.renderer()[0].name == "page"


def test_wrong_variable_costs_a_line_and_nothing_else(monkeypatch, mlp_report):
    monkeypatch.setenv(renderers.VARIABLE, "plotly")
    bundle = output.mimebundle(mlp_report)
    assert set(bundle) == MEMBERS["lab"]
    assert "JAX_VIZ_RENDERER says 'plotly', and there is no such renderer" in bundle["text/plain"]


def test_auto_knows_where_widgets_are_the_way(monkeypatch):
    assert renderers.renderer()[0].name == "lab"
    with monkeypatch.context() as colab:
        colab.setitem(sys.modules, "google.colab", types.ModuleType("google.colab"))
        assert renderers.renderer()[0].name == "widget"
    with monkeypatch.context() as vscode:
        vscode.setenv("VSCODE_PID", "1")
        assert renderers.renderer()[0].name == "widget"
    with monkeypatch.context() as marimo:
        module = types.ModuleType("marimo")
        module.running_in_notebook = lambda: True
        marimo.setitem(sys.modules, "marimo", module)
        assert renderers.renderer()[0].name == "widget"
    assert renderers.renderer()[0].name == "lab"


def test_without_anywidget_everything_else_stands():
    """Where it cannot be imported: nothing is said at import, and only the widget is missing."""
    program = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import jax_viz\n"
        "report = jax_viz.trace(lambda x: x + 1, compile=False)(1.0)\n"
        "assert 'ipywidgets' not in sys.modules\n"
        "jax_viz.set_renderer('widget')\n"
        "bundle = report._repr_mimebundle_()\n"
        "print(sorted(bundle)); print(bundle['text/plain'].splitlines()[-1])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    members, last = ran.stdout.splitlines()
    assert ran.stderr == ""
    assert members == str(sorted(MEMBERS["lab"]))
    assert "not made   widget: ModuleNotFoundError" in last
