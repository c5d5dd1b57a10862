"""Notebooks in a real kernel: what is in the outputs when nobody looks on."""

from pathlib import Path

import nbclient
import nbformat
import pytest

from jax_viz.document import unwrap_envelope

EXAMPLES = Path(__file__).parent.parent / "examples"
MIME_TYPE = "application/vnd.jaxviz.v1+json"

DEFINITIONS = """\
import time
import jax, jax.numpy as jnp
import jax_viz
%load_ext jax_viz

@jax.jit
def step(x):
    return jnp.tanh(x @ x.T).sum()

def slow_compile(seconds):
    from jax_viz.capture import compilation
    plain = compilation.Compilation._compile
    def compile_later(self, on_done):
        time.sleep(seconds)
        plain(self, on_done)
    compilation.Compilation._compile = compile_later
    return lambda: setattr(compilation.Compilation, "_compile", plain)"""


def execute(*cells: str) -> list[nbformat.NotebookNode]:
    """Return the executed cells."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    nbclient.NotebookClient(notebook, timeout=120).execute()
    nbformat.validate(notebook)
    return notebook.cells


def reports(cell: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [output.data for output in cell.outputs if MIME_TYPE in output.get("data", {})]


def program(data: nbformat.NotebookNode):
    return unwrap_envelope(data[MIME_TYPE]).programs[0]


@pytest.fixture(scope="module")
def cells():
    return execute(
        DEFINITIONS,
        "# above\n\n%%jaxviz\nimport asyncio\nawait asyncio.sleep(0)\nstep(jnp.ones((3, 2)))\n40 + 2",
        "_",
        "%%jaxviz\n!echo one\nprint('two')\nstep(jnp.ones((3, 2)));",
        "undo = slow_compile(0.5)",
        "%%jaxviz\nstep(jnp.ones((4, 2)));",
        "undo(); undo = slow_compile(3.5)",
        "%%jaxviz\nstep(jnp.ones((5, 2)));",
        "jax_viz.last_report().wait(); undo()",
        "%jaxviz --no-compile step(jnp.ones((6, 2)))",
        "%%time\n%%jaxviz\nstep(jnp.ones((3, 2)));",
    )


def test_cell_runs_as_always_and_the_report_follows(cells):
    texts = [output.data["text/plain"] for output in cells[1].outputs if output.output_type == "execute_result"]
    assert texts == ["42"]
    assert len(reports(cells[1])) == 1
    assert cells[2].outputs[0].data["text/plain"] == "42"


def test_streams_come_before_the_report(cells):
    kinds = [output.output_type for output in cells[3].outputs]
    assert kinds[-1] == "display_data"
    streams = "".join(output.text for output in cells[3].outputs if output.get("name") == "stdout")
    assert streams.replace("\r", "").split() == ["one", "two"]


def test_report_knows_its_cell(cells):
    document = unwrap_envelope(reports(cells[1])[0][MIME_TYPE])
    assert document.cell.execution_count == cells[1].execution_count == 2
    names = [file.name for file in document.sources.files if file.kind == "cell"]
    assert "Cell [1]" in names
    lines = next(file for file in document.sources.files if file.name == "Cell [1]").excerpts
    assert "return jnp.tanh(x @ x.T).sum()" in "\n".join(line for excerpt in lines for line in excerpt.lines)


def test_compile_times_are_in_the_saved_output(cells):
    for number in (1, 5):
        assert program(reports(cells[number])[0]).timings.compile is not None
        assert "compile" in reports(cells[number])[0]["text/plain"]


def test_later_compile_times_do_not_hold_the_cell_up(cells):
    """After two seconds the cell ends; what is in the output by then is complete but for the compile time."""
    data = reports(cells[7])[0]
    assert len(reports(cells[7])) == 1
    assert len(program(data).stages[0].equations.primitive) > 0


def test_every_member_is_there(cells):
    for number in (1, 3, 5, 7, 9, 10):
        assert set(reports(cells[number])[0]) == {MIME_TYPE, "text/html", "image/svg+xml", "text/plain"}, number


def test_first_look():
    notebook = nbformat.read(EXAMPLES / "first_look.ipynb", 4)
    assert not [cell for cell in notebook.cells if cell.get("outputs")], "examples are kept without outputs"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    shown = [data for cell in notebook.cells if cell.cell_type == "code" for data in reports(cell)]
    update, loss = (program(data) for data in shown)
    assert (update.name, loss.name) == ("update", "loss")
    for data in shown:
        assert set(data) == {MIME_TYPE, "text/html", "image/svg+xml", "text/plain"}
        equations = len(program(data).stages[0].equations.primitive)
        assert f"): {equations} equations" in data["text/plain"].splitlines()[0]
        assert f"{equations} equations" in data["text/html"]
    assert len(update.stages[0].equations.primitive) > 100
    assert update.timings.compile > 0.01
    assert update.timings.cached == []
    printed = "".join(o.text for c in notebook.cells for o in c.get("outputs", []) if o.output_type == "stream")
    assert "epoch 5: 9" in printed, "the network should have learnt to read"
