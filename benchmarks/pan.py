"""Open everything of a report in the viewer, pan, zoom and mark, and print what it cost the page's main thread.

Prints one JSON object a report: for each act its seconds, its longest task in milliseconds and, where something moves,
frames a second. Usage: pan.py REPORT.json …
"""

import json
import os
import shutil
import sys
from pathlib import Path

from opening import OPEN_ALL
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
VIEWER = ROOT / "jax_viz" / "static" / "viewer.js"
OUT = ROOT / "artifacts" / "benchmarks"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
WINDOW = {"width": 1280, "height": 900}
SECONDS = 3
LONGEST_WAIT = 120_000

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>pan</title>
<style>html, body {{ margin: 0; height: 100% }} #figure {{ height: 100% }}</style>
<div id="figure" data-jax-viz="pan" data-height="fill"></div>
<script type="application/vnd.jaxviz.v1+json" data-for="pan">{report}</script>
<script type="module">{viewer}</script></html>
"""

WATCH = """
window.tasks = [];
new PerformanceObserver(list => window.tasks.push(...list.getEntries().map(e => [e.startTime, e.duration])))
  .observe({ type: 'longtask', buffered: true });
"""

MOVE = """async ([seconds, kind]) => {
  const graph = document.querySelector('[data-jax-viz-viewer]').shadowRoot.querySelector('.graph');
  const { left, top, width, height } = graph.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, composed: true, cancelable: true };
  const started = performance.now();
  let frames = 0, longest = 0, last = started;
  while (performance.now() - started < seconds * 1000) {
    const part = (performance.now() - started) / (seconds * 1000);
    const turn = (delta, more = {}) => graph.dispatchEvent(new WheelEvent('wheel', { ...at, ...delta, ...more }));
    if (kind === 'pan') turn({ deltaX: part < 0.5 ? 9 : -9, deltaY: part < 0.5 ? 40 : -40 });
    if (kind === 'zoom') turn({ deltaY: part < 0.5 ? 14 : -14 }, { ctrlKey: true });
    if (kind === 'hover') {
      const x = left + width * ((frames * 0.013) % 1), y = top + height * ((frames * 0.0071) % 1);
      graph.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: x, clientY: y, pointerId: 1 }));
    }
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
  }
  return { frames_a_second: frames / ((performance.now() - started) / 1000), longest_frame: longest };
}"""


def main() -> None:
    """Measure each report."""
    OUT.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("JAX_VIZ_CHROMIUM") or shutil.which("chromium") or "chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for report in map(Path, sys.argv[1:]):
            page = browser.new_page(viewport=WINDOW)
            page.set_default_timeout(LONGEST_WAIT)
            page.add_init_script(WATCH)
            print(json.dumps({"report": report.stem, **measure(page, report)}), flush=True)
            page.close()
        browser.close()


def measure(page: Page, report: Path) -> dict[str, object]:
    """Return what each act cost on a page of the report."""
    file = OUT / f"pan-{report.stem}.html"
    text = report.read_text(encoding="utf-8").replace("</", "<\\/")
    file.write_text(PAGE.format(report=text, viewer=VIEWER.read_text(encoding="utf-8")), encoding="utf-8")
    got: dict[str, object] = {}

    def act(name: str, script: str, arg: object = None, settle: float = 0.6) -> None:
        started = page.evaluate("performance.now()")
        result = page.evaluate(script, arg)
        ended = page.evaluate("performance.now()")
        page.wait_for_timeout(1000 * settle)
        longest = page.evaluate("from => Math.max(0, ...tasks.filter(t => t[0] >= from).map(t => t[1]))", started)
        figures = result if isinstance(result, dict) else {"seconds": (ended - started) / 1000}
        rounded = {key: round(value, 2) for key, value in figures.items()}
        got[name] = {**rounded, "longest_task": longest}

    page.goto(file.as_uri())
    page.wait_for_function("window.jaxViz !== undefined")
    act("open", "() => jaxViz.ready")
    root = "document.querySelector('[data-jax-viz-viewer]').shadowRoot"
    press = (
        f"key => {{ const graph = {root}.querySelector('.graph');"
        " graph.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));"
        " return new Promise(requestAnimationFrame); }"
    )
    act("open everything", OPEN_ALL)
    got["boxes_drawn"] = page.evaluate("jaxViz.drawn()")
    for name in ("near", "far"):
        act(f"pan {name}", MOVE, [SECONDS, "pan"])
        act(f"hover {name}", MOVE, [SECONDS, "hover"])
        page.screenshot(path=OUT / f"pan-{report.stem}-{name}.png")
        if name == "near":
            act("zoom out and in", MOVE, [SECONDS, "zoom"])
            act("fit", press, "f", settle=3)
    act(
        "search",
        f"() => {{ const box = {root}.querySelector('input[type=search]'); box.value = 'prim:sin';"
        " box.dispatchEvent(new Event('input', { bubbles: true })); }",
        settle=4,
    )
    page.screenshot(path=OUT / f"pan-{report.stem}-search.png")
    act("dark theme", "() => { document.documentElement.dataset.theme = 'dark'; }", settle=3)
    page.screenshot(path=OUT / f"pan-{report.stem}-dark.png")
    page.set_viewport_size({"width": 1000, "height": 700})
    act("smaller window", "() => new Promise(requestAnimationFrame)", settle=2)
    return got


if __name__ == "__main__":
    main()
