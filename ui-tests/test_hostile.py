"""Reports that try to break out, in a real browser: nothing of them runs, nothing is asked for, all is shown as text.

`HOSTS` says how each host shows a report; a new host is one line there.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from lab import JupyterLab, OpenNotebook
from panel import PanelOnPage
from playwright.sync_api import Locator, Page, expect

from viewer import ViewerOnPage

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import hostile

import jax_viz
from jax_viz.document import Report, encode
from jax_viz.hosts.export import export
from jax_viz.hosts.output import mimebundle
from jax_viz.hosts.page import page_html
from jax_viz.session import LiveReport

MIME_TYPE = "application/vnd.jaxviz.v1+json"

WITNESS = """
window.seen = [];
document.addEventListener('securitypolicyviolation', event =>
  window.seen.push(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
for (const name of ['alert', 'confirm', 'prompt', 'open']) window[name] = () => void window.seen.push(name);
"""
"""Runs before anything else in each document."""

EVERYTHING = """root => {
  const said = { text: [], attributes: [], elements: {}, dangerous: [] };
  const walk = node => {
    if (node.nodeType === 3) said.text.push(node.data);
    if (node.nodeType === 1) {
      const name = node.localName;
      said.elements[name] = (said.elements[name] ?? 0) + 1;
      for (const { name: attribute, value } of node.attributes) {
        if (attribute.startsWith('on') || /^\\s*(javascript|vbscript):/i.test(value) || attribute === 'srcdoc')
          if (!['title', 'aria-label', 'value', 'data-path', 'data-id'].includes(attribute))
            said.dangerous.push(`${name} ${attribute}=${value.slice(0, 80)}`);
        if (['title', 'aria-label', 'alt', 'placeholder', 'value'].includes(attribute)) said.attributes.push(value);
      }
      if (name === 'style' || name === 'script') return;
    }
    if (node.shadowRoot) walk(node.shadowRoot);
    for (const child of node.childNodes) walk(child);
  };
  walk(root);
  return said;
}"""

Show = Callable[[Page, pytest.FixtureRequest, Report, Path], Locator]
"""Shows a report and returns the element that holds it, when it is shown."""


def bundle_of(document: Report) -> dict[str, Any]:
    return mimebundle(jax_viz.Report(LiveReport(document)))


def on_page(page: Page, _request: pytest.FixtureRequest, document: Report, folder: Path) -> Locator:
    path = folder / "hostile.html"
    path.write_text(page_html(document), encoding="utf-8")
    page.goto(path.as_uri())
    ViewerOnPage(page).wait_until_drawn()
    return page.locator("body")


def on_page_without_scripts(page: Page, request: pytest.FixtureRequest, document: Report, folder: Path) -> Locator:
    """Show the picture and the tables, in a page that runs scripts, were there any."""
    path = folder / "hostile.html"
    html = page_html(document)
    inner = html[html.index("<noscript>") : html.index("</noscript>")].partition("</style>")[2]
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{inner}", encoding="utf-8")
    page.goto(path.as_uri())
    expect(page.locator("img")).to_be_visible()
    return page.locator("body")


def in_output(members: tuple[str, ...], *, trusted: bool) -> Show:
    """Return how JupyterLab shows an output with these members alone (all: every one)."""

    def show(page: Page, request: pytest.FixtureRequest, document: Report, folder: Path) -> Locator:
        lab: JupyterLab = request.getfixturevalue("lab")
        data = {name: value for name, value in bundle_of(document).items() if not members or name in members}
        name = f"{folder.name}.ipynb"
        if trusted:
            (lab.notebooks / f"{folder.name}.json").write_text(json.dumps(data))
            show_it = f"display(json.load(open('{folder.name}.json')), raw=True)"
            lab.write(name, f"import json\nfrom IPython.display import display\n{show_it}")
            notebook = lab.open(page, name)
            notebook.run_all()
        else:
            path = lab.write(name, "0")
            text = json.loads(path.read_text())
            output = {"output_type": "display_data", "data": data, "metadata": {}}
            text["cells"][0] |= {"outputs": [output], "execution_count": 1}
            path.write_text(json.dumps(text))
            notebook = lab.open(page, name, kernel=False)
        model = "window.jupyterapp.shell.currentWidget.content.widgets[0].model"
        page.wait_for_function(f"() => {model}.trusted === {json.dumps(trusted)}")
        output = notebook.cells.first.locator(".jp-OutputArea-output").first
        expect(output).to_be_visible()
        if not members:
            ViewerOnPage(page, notebook.reports).wait_until_drawn()
        return output

    return show


def as_widget(page: Page, request: pytest.FixtureRequest, document: Report, folder: Path) -> Locator:
    """Show a report where our extension is not."""
    lab: JupyterLab = request.getfixturevalue("plain_lab")
    notebook = loaded(page, lab, document, folder.name, "jax_viz.set_renderer('widget')")
    output = notebook.cells.last.locator(".jp-OutputArea-output").last
    ViewerOnPage(page, output).wait_until_drawn()
    return output


def in_panel(page: Page, request: pytest.FixtureRequest, document: Report, folder: Path) -> Locator:
    """Show a report beside the notebook, in whose kernel it was loaded."""
    notebook = loaded(page, request.getfixturevalue("lab"), document, folder.name, "%load_ext jax_viz")
    notebook.command("notebook:clear-all-cell-outputs")
    panel = PanelOnPage(page).open(600)
    panel.wait_for("connected")
    panel.viewer.wait_until_drawn()
    expect(panel.reports.locator("option")).to_have_count(2)  # it, and "the newest"
    return panel.root


def loaded(page: Page, lab: JupyterLab, document: Report, name: str, before: str) -> OpenNotebook:
    """Load a report in a kernel and show it as a cell's value."""
    jax_viz.Report(LiveReport(document)).save(lab.notebooks / f"{name}.report.json")
    lab.write(f"{name}.ipynb", f"import jax_viz\n{before}", f"jax_viz.load('{name}.report.json')")
    notebook = lab.open(page, f"{name}.ipynb")
    notebook.run_all()
    return notebook


def on_exported_page(page: Page, _request: pytest.FixtureRequest, document: Report, folder: Path) -> Locator:
    path = folder / "exported.ipynb"
    output = nbformat.v4.new_output("display_data", bundle_of(document))
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("0", outputs=[output])]), path)
    text, notes = export(path)
    assert notes == []
    path.with_suffix(".html").write_text(text, encoding="utf-8")
    page.goto(path.with_suffix(".html").as_uri())
    ViewerOnPage(page).wait_until_drawn()
    return page.locator("[data-jax-viz]")


def on_sphinx_page(page: Page, _request: pytest.FixtureRequest, document: Report, folder: Path) -> Locator:
    (folder / "conf.py").write_text("extensions = ['jax_viz.hosts.sphinx']\nproject = 'site'\n")
    (folder / "index.rst").write_text(
        "Hostile\n=======\n\n.. jax-viz:: hostile.json\n   :caption: A </figure> caption\n"
    )
    jax_viz.Report(LiveReport(document)).save(folder / "hostile.json")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(folder), str(folder / "site")]
    subprocess.run(command, check=True, capture_output=True, text=True)
    page.goto((folder / "site" / "index.html").as_uri())
    ViewerOnPage(page).wait_until_drawn()
    return page.locator("figure.jax-viz")


HOSTS: dict[str, Show] = {
    "page": on_page,
    "page without scripts": on_page_without_scripts,
    "exported page": on_exported_page,
    "sphinx page": on_sphinx_page,
    "panel": in_panel,
    "widget": as_widget,
    "output": in_output((), trusted=True),
    "untrusted output": in_output((), trusted=False),
    "html alone": in_output(("text/html", "text/plain"), trusted=True),
    "untrusted html": in_output(("text/html", "text/plain"), trusted=False),
    "svg alone": in_output(("image/svg+xml", "text/plain"), trusted=True),
    "untrusted svg": in_output(("image/svg+xml", "text/plain"), trusted=False),
    "text alone": in_output(("text/plain",), trusted=True),
}
LIVE = ("page", "exported page", "sphinx page", "panel", "widget", "output", "untrusted output")


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """Return the document of a hostile file, really traced, and one in which every text is hostile."""
    traced = hostile.traced(tmp_path_factory.mktemp("source"))
    return {"traced": traced.document, "filled": hostile.filled(traced.document)}


class Watch:
    """What a page did that no report may make it do."""

    def __init__(self, page: Page, *allowed: str) -> None:
        self._page = page
        self._allowed = ("blob:", "data:", "about:", *allowed)
        self.requests: list[str] = []
        self.problems: list[str] = []
        page.add_init_script(WITNESS)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("dialog", lambda dialog: (self.problems.append(f"dialog {dialog.message}"), dialog.dismiss()))
        # Of a notebook without a kernel ipywidgets' own extension says that it misses one.
        own = "/@jupyter-widgets/"
        page.on("pageerror", lambda error: own in error.stack or self.problems.append(f"{error} {error.stack}"))
        page.on("popup", lambda popup: self.problems.append(f"popup {popup.url}"))

    def nothing_happened(self) -> None:
        for frame in self._page.frames:
            assert frame.evaluate("() => typeof window.hacked") == "undefined"
            assert frame.evaluate("() => window.seen") == []
        assert [url for url in self.requests if not url.startswith(self._allowed)] == []
        assert self.problems == []


@pytest.mark.parametrize("which", ["traced", "filled"])
@pytest.mark.parametrize("host", HOSTS)
def test_nothing_runs_and_all_is_text(
    page: Page, request: pytest.FixtureRequest, documents: dict[str, Report], tmp_path: Path, host: str, which: str
) -> None:
    watch = Watch(page, tmp_path.as_uri(), *own_addresses(request, host))
    shown = HOSTS[host](page, request, documents[which], tmp_path)
    if host in LIVE:
        visit_everything(page, ViewerOnPage(page, shown))
    said = shown.evaluate(EVERYTHING)
    assert said["dangerous"] == []
    assert hostile.unseen_in("".join(said["text"])) == []
    assert hostile.unseen_in("".join(said["attributes"])) == []
    foreign = {"iframe", "object", "embed", "base", "form", "link", "textarea", "foreignobject"}
    assert foreign & said["elements"].keys() == set()
    assert said["elements"].get("img", 0) <= 1  # the static picture
    watch.nothing_happened()
    if "svg" not in host:
        assert "<img src=x onerror=window.hacked=3>" in "".join(said["text"])


def own_addresses(request: pytest.FixtureRequest, host: str) -> tuple[str, ...]:
    """Return what a host may ask: its own server, if it has one."""
    if "page" in host:
        return ()
    url = request.getfixturevalue("plain_lab" if host == "widget" else "lab").url
    return url, url.replace("http", "ws")


def visit_everything(page: Page, viewer: ViewerOnPage) -> None:
    """Look at each place that quotes the report: details of the program and of equations, tree, search, tooltips."""
    search = viewer.search
    for words in ("hacked", "</script>", "\u202e", "/(/", "prim:" + "x" * 10_000):
        search.fill(words)
        search.press("Enter")
    search.fill("prim:sin")
    search.press("Enter")
    search.press("Escape")
    for box in viewer.graph.locator(".jv-box").all()[:12]:
        for event in ("pointerover", "pointermove", "click"):
            box.dispatch_event(event)
    viewer.root.locator("[data-form='tree']").click()
    expect(viewer.tree).to_be_visible()
    items = viewer.tree.get_by_role("treeitem")
    items.first.focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    for name in viewer.root.locator(".details summary").all()[:10]:
        name.click()
    viewer.root.locator("[data-form='picture']").click()
    expect(viewer.graph).to_be_visible()


@pytest.mark.parametrize("which", ["traced", "filled"])
def test_what_the_menu_saves_is_data(page: Page, documents: dict[str, Report], tmp_path: Path, which: str) -> None:
    """SVG and PNG stand alone, DOT is what Graphviz reads, JSON is the document as it was."""
    from xml.etree import ElementTree as ET

    watch = Watch(page, tmp_path.as_uri())
    on_page(page, None, documents[which], tmp_path)
    viewer = ViewerOnPage(page)
    saved: dict[str, bytes] = {}
    for label, ending in (("SVG", "svg"), ("PNG", "png"), ("DOT", "dot"), ("JSON", "json")):
        viewer.root.get_by_role("button", name="Menu").click()
        with page.expect_download() as download:
            viewer.root.get_by_role("menuitem", name=label).click()
        name = download.value.suggested_filename
        assert name.endswith(f".{ending}")
        assert len(name) < 200
        assert name.replace("_", "a").replace("-", "a").replace(".", "a").isalnum()
        saved[ending] = Path(download.value.path()).read_bytes()
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(saved["svg"]).iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "title"}
    assert hostile.unseen_in(saved["svg"].decode()) == []
    assert saved["png"].startswith(b"\x89PNG")
    assert json.loads(saved["json"]) == json.loads(encode(documents[which]))
    dot = saved["dot"].decode()
    assert hostile.unseen_in(dot) == []
    assert balanced(dot)
    watch.nothing_happened()


def balanced(dot: str) -> bool:
    """Return whether every quoted string of a DOT text ends on its own line, and braces outside them match."""
    depth, quoted, escaped = 0, False, False
    for sign in dot:
        if quoted and sign == "\n":
            return False
        if escaped:
            escaped = False
        elif quoted and sign == "\\":
            escaped = True
        elif sign == '"':
            quoted = not quoted
        elif not quoted:
            depth += {"{": 1, "}": -1}.get(sign, 0)
    return depth == 0 and not quoted


def test_title_of_a_page_is_text(page: Page, documents: dict[str, Report], tmp_path: Path) -> None:
    on_page(page, None, documents["filled"], tmp_path)
    title = page.title()
    assert title.startswith("</script><script>window.hacked=1</script>")
    assert hostile.unseen_in(title) == []


def test_code_of_two_directions_stands_in_its_order(page: Page, documents: dict[str, Report], tmp_path: Path) -> None:
    """Right-to-left letters turn inside their string, nothing around it moves: what comes later stands further on."""
    on_page(page, None, documents["traced"], tmp_path)
    line = ViewerOnPage(page).root.locator(".line.has-equations").filter(has_text="שלום").first
    line.scroll_into_view_if_needed()
    places = line.locator("code > span").evaluate_all(
        "spans => spans.map(span => { const box = span.getClientRects(); return [box[0].left, box[0].top]; })"
    )
    assert len(places) > 8
    rows = [[x for x, y in places if y == top] for top in sorted({y for _, y in places})]
    for row in rows:
        assert row == sorted(row)
