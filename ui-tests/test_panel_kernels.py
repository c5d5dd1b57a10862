"""What kernels do to the panel: restarts, deaths, changes, long cells, messages of a wrong shape, another protocol."""

import re

from lab import JupyterLab, OpenNotebook
from panel import PanelOnPage, execute, is_running, wait_until_busy, wait_until_ended
from playwright.sync_api import Page, expect

SETUP = "import jax, jax.numpy as jnp\n%load_ext jax_viz"


def cell(name: str, code: str = "jnp.sin(x)", options: str = "") -> str:
    return f"%%jaxviz {options}\n@jax.jit\ndef {name}(x):\n    return {code}\n\nout = {name}(jnp.ones(3))"


def opened(lab: JupyterLab, page: Page, name: str, *cells: str, width: int = 420) -> tuple[OpenNotebook, PanelOnPage]:
    lab.write(name, *cells)
    notebook = lab.open(page, name)
    return notebook, PanelOnPage(page).open(width)


def test_restart(lab: JupyterLab, page: Page) -> None:
    notebook, panel = opened(lab, page, "restart.ipynb", SETUP, cell("first", options="--no-compile"))
    notebook.run_all()
    panel.wait_for_report("first")
    expect(panel.compile).to_be_enabled()
    page.evaluate("() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    panel.wait_for("not-loaded")
    # What was shown stays, and what needs the kernel says why it cannot.
    panel.wait_for_report("first")
    expect(panel.note).to_contain_text("The kernel that made this report is gone")
    expect(panel.compile).to_be_disabled()
    assert "that kernel does not answer" in str(panel.compile.get_attribute("title"))
    assert any("(earlier kernel)" in text for text in panel.listed())
    page.screenshot(path="artifacts/panel-restarted.png")
    # Loading it again, in the notebook, connects; a new run is shown at once.
    notebook.run_all()
    panel.wait_for("connected")
    expect(panel.note).to_be_hidden()
    expect(panel.compile).to_be_enabled()
    assert not any("(earlier kernel)" in text for text in panel.listed())


def test_killed_kernel_comes_back(lab: JupyterLab, page: Page) -> None:
    notebook, panel = opened(lab, page, "killed.ipynb", SETUP, cell("first"))
    notebook.run_all()
    panel.wait_for_report("first")
    execute(page, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    expect(panel.note).to_contain_text("The kernel that made this report is gone", timeout=60_000)
    # JupyterLab says that the kernel appears to have died.
    page.locator(".jp-Dialog button.jp-mod-accept").click(timeout=60_000)
    panel.wait_for("not-loaded")
    panel.wait_for_report("first")
    panel.load.click()
    panel.wait_for("connected")
    expect(panel.note).to_contain_text("The kernel that made this report is gone")


def test_kernel_is_changed_and_shut_down(lab: JupyterLab, page: Page) -> None:
    notebook, panel = opened(lab, page, "changed.ipynb", SETUP, cell("first"))
    notebook.run_all()
    panel.wait_for_report("first")
    page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.changeKernel({name: 'python3'}).then(() => null)"
    )
    panel.wait_for("not-loaded")
    panel.wait_for_report("first")
    expect(panel.note).to_contain_text("is gone")
    notebook.run_all()
    panel.wait_for("connected")
    expect(panel.note).to_be_hidden()
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown().then(() => null)")
    panel.wait_for("no-kernel")
    expect(panel.words).to_contain_text("Start one from the Kernel menu")
    panel.wait_for_report("first")


def test_answers_while_the_kernel_sleeps_or_compiles(lab: JupyterLab, page: Page) -> None:
    compiling = (
        "def long(x):\n    for k in range(1200):\n        x = jnp.sin(x) * (k + 1.0)\n        x = x @ x\n    return x\n"
        "jax.jit(long).lower(jnp.ones((8, 8))).compile()"
    )
    notebook, panel = opened(lab, page, "busy.ipynb", SETUP, cell("first"), cell("second", "jnp.cos(x)"))
    notebook.run_all()
    panel.wait_for_report("second")
    for code, name in (("import time; time.sleep(20)", "first"), (compiling, "second")):
        execute(page, code)
        wait_until_busy(page)
        panel.choose(name)
        panel.wait_for_report(name)
        assert is_running(page), f"the answer came only after {code[:20]!r}"
        panel.wait_for("connected")
        wait_until_ended(page)


def test_report_comes_while_its_cell_still_runs(lab: JupyterLab, page: Page) -> None:
    """Also what is pushed from a running cell must not turn the panel's questions to the main shell."""
    traced = "import jax_viz, time\nreport = jax_viz.trace(jnp.tanh)(1.0)\ntime.sleep(20)"
    notebook, panel = opened(lab, page, "pushed.ipynb", SETUP, cell("first"), traced)
    notebook.run(2)
    panel.wait_for_report("first")
    execute(page, traced)
    panel.wait_for_report("tanh")
    assert is_running(page)
    panel.choose("first")
    panel.wait_for_report("first")
    assert is_running(page)
    wait_until_ended(page)
    # What was chosen stays until the user asks for the newest again.
    notebook.run_all()
    expect(panel.reports.locator("option").first).to_contain_text("tanh")
    panel.wait_for_report("first")
    panel.reports.select_option(value="")
    panel.wait_for_report("tanh")


def test_compile_on_demand(lab: JupyterLab, page: Page) -> None:
    notebook, panel = opened(lab, page, "compile.ipynb", SETUP, cell("first", options="--no-compile"), width=600)
    notebook.run_all()
    panel.wait_for_report("first")
    rows = panel.viewer.root.locator(".details")
    expect(rows.first).not_to_contain_text("compile")
    panel.compile.click()
    expect(rows.first).to_contain_text("compile", timeout=30_000)
    expect(panel.compile).to_be_hidden()


def test_reload_idle_and_busy(lab: JupyterLab, page: Page) -> None:
    notebook, panel = opened(lab, page, "reload.ipynb", SETUP, cell("first"))
    notebook.run_all()
    panel.wait_for_report("first")
    notebook.save()
    page.wait_for_timeout(1500)  # the workspace is saved a second after its last change
    page.goto(page.url.split("?")[0])
    panel.wait_for("connected")
    panel.wait_for_report("first")
    execute(page, "import time; time.sleep(12)")
    wait_until_busy(page)
    page.reload()
    panel.wait_for("busy")
    expect(panel.words).to_contain_text("The kernel is busy")
    panel.wait_for("connected")
    panel.wait_for_report("first")


def test_messages_of_a_wrong_shape(lab: JupyterLab, page: Page) -> None:
    notebook, panel = opened(lab, page, "shapes.ipynb", SETUP, cell("first"))
    notebook.run_all()
    panel.wait_for_report("first")
    requests = [
        3,
        ["list"],
        {"type": "list", "protocol": 1},
        {"id": {"a": 1}, "type": "list", "protocol": 1},
        {"id": "no-protocol", "type": "list"},
        {"id": "newer", "type": "list", "protocol": 99},
        {"id": "older", "type": "list", "protocol": 0},
        {"id": "unknown", "type": "measure", "protocol": 1},
        {"id": "untyped", "type": {"x": 1}, "protocol": 1},
        {"id": "nameless", "type": "get", "protocol": 1},
        {"id": "missing", "type": "get", "report": "no-such-report", "protocol": 1},
        {"id": "good", "type": "list", "protocol": 1},
    ]
    answers = page.evaluate(
        """async requests => {
            const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
            const comm = kernel.createComm('jax_viz');
            const answers = [];
            const done = new Promise(resolve => {
                comm.onMsg = message => {
                    answers.push(message.content.data);
                    if (message.content.data.id === 'good') resolve();
                };
            });
            await comm.subshellStarted;
            comm.open({ protocol: 1 });
            for (const request of requests) comm.send(request);
            await done;
            comm.close();
            return answers;
        }""",
        requests,
    )
    assert answers[0]["type"] == "hello"
    errors = [str(answer.get("error")) for answer in answers[1:]]
    assert len(errors) == len(requests)
    wanted = [
        "A request is an object",
        "A request is an object",
        "needs an id",
        "needs an id",
        "names its protocol",
        "is newer than jax_viz in this kernel",
        "is older than jax_viz in this kernel",
        "does not know the request 'measure'. It knows: list, get, compile, cancel",
        "does not know the request",
        "has no report None",
        "has no report 'no-such-report'",
        "None",
    ]
    for error, part in zip(errors, wanted, strict=True):
        assert part in error, (error, part)
    # Nothing else suffers.
    notebook.run_all()
    panel.wait_for("connected")
    panel.wait_for_report("first")


def test_kernel_of_another_protocol(lab: JupyterLab, page: Page) -> None:
    newer = "import jax, jax.numpy as jnp\nimport jax_viz.hosts.panel as kernel_end\nkernel_end.PROTOCOL = 2"
    notebook, panel = opened(lab, page, "skew.ipynb", newer, "%load_ext jax_viz", cell("first"))
    panel.wait_for("not-loaded")
    notebook.run(2)
    panel.wait_for("skew")
    expect(panel.words).to_contain_text("is newer than this panel")
    expect(panel.words).to_contain_text("pip install -U jupyterlab-jax-viz")
    notebook.run_all_below(2)
    # The output has its report, and a line that says what to do, on the kernel's side too.
    expect(notebook.reports).to_have_count(1)
    expect(notebook.cells.nth(2).locator(".jp-OutputArea-output").last).to_contain_text(
        re.compile("The panel .* is older than jax_viz in this kernel")
    )
