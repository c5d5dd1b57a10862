"""Content security policies: our page's own, and those of sites that show the viewer."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sample import example

import jax_viz
from jax_viz.document import encode
from jax_viz.hosts.markup import figure, inert_json
from viewer import ViewerOnPage

STATIC = Path(jax_viz.__file__).parent / "static"
VIOLATIONS = """
window.violations = [];
document.addEventListener('securitypolicyviolation', event =>
  window.violations.push(`${event.effectiveDirective} ${event.blockedURI}`));
"""


@pytest.fixture(scope="session")
def report() -> jax_viz.Report:
    """Return the report of the sample program."""
    function, arguments = example()
    made = jax_viz.trace(function)(*arguments)
    made.wait()
    return made


def changed(report: jax_viz.Report, folder: Path, change: Callable[[str], str]) -> Path:
    """Return our page with its policy changed."""
    path = report.save(folder / "page.html")
    text = path.read_text(encoding="utf-8")
    policy = re.search(r'Security-Policy" content="([^"]+)"', text)[1]
    assert change(policy) != policy
    path.write_text(text.replace(policy, change(policy)), encoding="utf-8")
    return path


def use(viewer: ViewerOnPage, report: jax_viz.Report) -> None:
    """Ask for what the page does not carry: another scene, and a picture."""
    equations = len(report.programs[0].stages[0].equations)
    assert viewer.drawn() == viewer.equations_in_header() == equations
    scan = viewer.graph.locator(".jv-box[data-path='0']")
    viewer.toggle(scan)
    assert viewer.drawn() == equations
    viewer.root.get_by_role("button", name="Menu").click()
    with viewer.page.expect_download() as download:
        viewer.root.get_by_role("menuitem", name="SVG").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("<svg")


def test_our_policy_is_kept_and_in_force(page: Page, report: jax_viz.Report, tmp_path: Path) -> None:
    page.add_init_script(VIOLATIONS)
    page.goto(report.save(tmp_path / "page.html").as_uri())
    viewer = ViewerOnPage(page)
    viewer.wait_until_drawn()
    use(viewer, report)
    assert len(page.workers) == 1
    # Search in a worker, both themes, the tree, print: styles of every kind.
    viewer.root.locator("[data-form='tree']").click()
    page.emulate_media(color_scheme="dark", media="print")
    page.emulate_media(color_scheme="light", media="screen")
    assert page.evaluate("() => window.violations") == []
    # What a report that found a way into the page would try is refused, each by its own rule.
    tries = {
        "require-trusted-types-for": "document.body.innerHTML = '<b>x</b>'",
        "require-trusted-types-for, handlers": "document.body.setAttribute('onclick', 'window.hacked = 1')",
        "trusted-types": "trustedTypes.createPolicy('other', {})",
        "script-src": "eval('1')",
    }
    for rule, code in tries.items():
        # In a turn of its own: what the test's own call does, the browser lets pass.
        outcome = page.evaluate(f"""() => new Promise(resolve => setTimeout(() => {{
            try {{ {code}; resolve('ran'); }} catch (error) {{ resolve(error.name); }}
        }}))""")
        assert outcome in {"TypeError", "EvalError"}, rule
    page.evaluate("""() => {
        const style = document.createElement('style');
        style.textContent = 'body { color: red }';
        document.body.append(style);
        const image = document.createElement('img');
        image.src = 'http://127.0.0.1:9/x.png';
        image.setAttribute('style', 'color: red');
        document.body.append(image);
        const frame = document.createElement('iframe');
        frame.src = 'data:text/html,x';
        document.body.append(frame);
        fetch('http://127.0.0.1:9/').catch(() => undefined);
        try { new WebSocket('ws://127.0.0.1:9/'); } catch { /* said by the event */ }
    }""")
    kinds = {"style-src-elem", "style-src-attr", "img-src", "frame-src", "connect-src"}
    page.wait_for_function(
        "kinds => kinds.every(kind => window.violations.some(violation => violation.startsWith(kind)))",
        arg=sorted(kinds),
    )
    said = {violation.split()[0] for violation in page.evaluate("() => window.violations")}
    assert kinds <= said


@pytest.mark.parametrize(
    "change",
    [
        lambda policy: policy.replace("worker-src blob:", "worker-src 'none'"),
        lambda policy: policy.replace(" jax-viz-worker", ""),
    ],
    ids=["no blob workers", "policy of workers not allowed"],
)
def test_without_workers_the_page_itself_answers(
    page: Page, report: jax_viz.Report, tmp_path: Path, change: Callable[[str], str]
) -> None:
    page.goto(changed(report, tmp_path, change).as_uri())
    viewer = ViewerOnPage(page)
    viewer.wait_until_drawn()
    use(viewer, report)
    assert page.workers == []


@pytest.mark.parametrize(
    ("policy", "workers"),
    [
        ("default-src 'none'; script-src 'nonce-one'; worker-src blob:; img-src data: blob:", 1),
        ("default-src 'none'; script-src 'nonce-one'", 0),
        ("default-src 'self'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'", 0),
    ],
    ids=["nonce", "nonce alone", "trusted types alone"],
)
def test_a_site_with_a_strict_policy_shows_the_viewer(
    page: Page, report: jax_viz.Report, policy: str, workers: int
) -> None:
    """The site loads the bundle itself; its policy forbids inline styles, and mostly workers."""
    held = figure(report.document, "waiting") + inert_json(encode_plain(report), report.id)
    html = (
        f'<!doctype html><meta charset="utf-8"><body>{held}<script nonce="one" type="module" src="/viewer.js"></script>'
    )
    page.add_init_script(VIOLATIONS)
    page.route(
        "http://site.test/",
        lambda route: route.fulfill(
            body=html, content_type="text/html", headers={"Content-Security-Policy": policy, "X-Test": "1"}
        ),
    )
    page.route(
        "http://site.test/viewer.js",
        lambda route: route.fulfill(path=STATIC / "viewer.js", content_type="text/javascript"),
    )
    page.goto("http://site.test/")
    viewer = ViewerOnPage(page)
    viewer.wait_until_drawn()
    use(viewer, report)
    assert len(page.workers) == workers
    # Styled all the same.
    assert viewer.root.evaluate("root => getComputedStyle(root).display") != "inline"
    assert viewer.root.locator(".line-number").first.evaluate("e => getComputedStyle(e).userSelect") == "none"
    expect(viewer.graph).to_be_visible()
    styles = [v for v in page.evaluate("() => window.violations") if v.startswith("style")]
    assert styles == []


def encode_plain(report: jax_viz.Report) -> object:
    import json

    return json.loads(encode(report.document))
