"""Large programs in a real browser: until they are there, opened to the last box, moved, one group opened."""

import asyncio
import statistics
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from opening import OPEN_ALL
from playwright.async_api import Browser, Page, async_playwright
from playwright.async_api import Error as PlaywrightError
from rows import Row, seconds, spread
from visually_complete import ARGUMENTS, VIEWPORT, WATCH, Watched, measure, until_quiet, watch

REPEATS = 5
PEER_REPEATS = 2
PEER_PATIENCE = 90.0
"""A page of a peer that still changes after so many seconds is not waited for."""
FLAT_BOUND = 1.0
TASK_BOUND = 0.05
LARGE_BOUND = 2.0
FRAMES_BOUND = 30.0
EXPAND_BOUND = 0.1
DRAG_SECONDS = 3.0
LAYOUT_QUIET = 20.0
"""The page may be quiet for long while so many boxes are laid out."""

COUNT_FRAMES = """() => {
  window.frames_ = [];
  const tick = time => { window.frames_.push(time); window.framing = requestAnimationFrame(tick); };
  window.framing = requestAnimationFrame(tick);
}"""
STOP_FRAMES = "() => { cancelAnimationFrame(window.framing); return window.frames_; }"


@dataclass(frozen=True)
class Panned:
    """The 100,000 boxes, opened and moved."""

    opened: float
    """Seconds from the key that opens everything until nothing changes any more."""
    drawn: int
    """Boxes, each an equation of its own, that were drawn at least once."""
    frames: list[float]
    """Seconds between the frames of the drag."""


def scale_rows(
    chromium: str, folder: Path, made: dict[str, dict[str, float]], served: dict[str, dict[str, str]]
) -> list[Row]:
    """Return all figures of the suite. `made` and `served` are those of `scale_pages.py` and `peers.serving`."""
    flat, large = folder / "flat_3000.html", folder / "transformer_25000.html"
    loads = dict(zip((flat, large), measure(chromium, [flat, large], REPEATS, folder), strict=True))
    rows = [*_opening("flat, 3,000 equations", loads[flat], FLAT_BOUND)]
    rows += _opening(f"transformer, {made['transformer_25000']['equations']:,} equations", loads[large], LARGE_BOUND)
    panned, expanded = asyncio.run(_interactions(chromium, folder))
    rows += _panning(panned)
    middle = statistics.median(expanded)
    rows.append(
        Row(
            "12 functions of 200",
            f"opening one: from the click to the last change{spread(expanded)}",
            seconds(middle),
            f"≤ {seconds(EXPAND_BOUND)}",
            middle <= EXPAND_BOUND,
        )
    )
    rows += [Row("saving the page", name, seconds(facts["save"])) for name, facts in made.items()]
    return rows + _peers(chromium, folder, served)


def _opening(suite: str, loads: list[Any], bound: float) -> list[Row]:
    complete = [load.complete for load in loads]
    ready = [load.ready for load in loads]
    longest = [load.longest for load in loads]
    middle = statistics.median(complete)
    return [
        Row(suite, f"until complete{spread(complete)}", seconds(middle), f"≤ {seconds(bound)}", middle <= bound),
        Row(suite, f"until it answers{spread(ready)}", seconds(statistics.median(ready))),
        Row(
            suite,
            f"longest task of the main thread{spread(longest)}",
            seconds(statistics.median(longest)),
            f"≤ {seconds(TASK_BOUND)}",
            statistics.median(longest) <= TASK_BOUND,
        ),
    ]


def _panning(panned: Panned) -> list[Row]:
    suite = f"flat, {panned.drawn:,} boxes open"
    rate = len(panned.frames) / sum(panned.frames)
    worst = max(panned.frames)
    return [
        Row(suite, "from opening everything to the last change", seconds(panned.opened)),
        Row(suite, "frames a second while dragged", f"{rate:.1f}", f"≥ {FRAMES_BOUND:g}", rate >= FRAMES_BOUND),
        Row(suite, "  longest between two frames", seconds(worst)),
    ]


async def _interactions(chromium: str, folder: Path) -> tuple[Panned, list[float]]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        panned = await _pan(browser, folder / "flat_100000.html")
        expanded = [await _expand(browser, folder / "functions_of_200.html") for _ in range(REPEATS)]
        await browser.close()
    return panned, expanded


async def _pan(browser: Browser, file: Path) -> Panned:
    page, watched = await _opened(browser, file)
    started = time.time()
    drawn = await page.evaluate(OPEN_ALL)
    opened = await until_quiet(watched.frames, since=started, quiet=LAYOUT_QUIET) - started
    await watched.stop()
    box = await page.locator(".graph").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await page.screenshot(path=file.with_suffix(".open.png"))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.evaluate(COUNT_FRAMES)
    ends = time.monotonic() + DRAG_SECONDS
    step = 0
    while time.monotonic() < ends:
        step += 1
        await page.mouse.move(x - step % 40, y - 6 * step)
        await asyncio.sleep(1 / 120)
    times = await page.evaluate(STOP_FRAMES)
    await page.mouse.up()
    await page.screenshot(path=file.with_suffix(".panned.png"))
    await page.context.close()
    return Panned(opened, drawn, [(after - before) / 1000 for before, after in pairwise(times)])


async def _expand(browser: Browser, file: Path) -> float:
    page, watched = await _opened(browser, file)
    await page.locator(".tools select").first.select_option("regions")
    await until_quiet(watched.frames, since=time.time())
    await page.evaluate(
        "() => addEventListener('click', event => "
        "{ window.clickedAt = performance.timeOrigin + event.timeStamp; }, true)"
    )
    await page.locator(".toggle-grip").nth(2).click()
    last = await until_quiet(watched.frames, since=time.time())
    clicked = await page.evaluate("window.clickedAt / 1000")
    await page.screenshot(path=file.with_suffix(".open.png"))
    await page.context.close()
    return float(last - clicked)


async def _opened(browser: Browser, file: Path) -> tuple[Page, Watched]:
    # What glides into its place is there before it has arrived.
    context = await browser.new_context(viewport=VIEWPORT, offline=True, reduced_motion="reduce")
    page = await context.new_page()
    await page.add_init_script(WATCH)
    watched = await watch(page)
    await page.goto(file.as_uri())
    await until_quiet(watched.frames)
    return page, watched


def _peers(chromium: str, folder: Path, served: dict[str, dict[str, str]]) -> list[Row]:
    return [
        row
        for peer, programs in served.items()
        for program, address in programs.items()
        for row in _peer(chromium, folder / "peers", peer, program, address)
    ]


def _peer(chromium: str, pictures: Path, peer: str, program: str, address: str) -> list[Row]:
    """Return the figures of one program in a peer's viewer, or one row with the reason why there are none."""
    if not address.startswith(("http", "file")):
        return [Row(peer, f"{program}: {address}", "-")]
    try:
        [loads] = measure(chromium, [address], PEER_REPEATS, pictures, PEER_PATIENCE)
    except TimeoutError:
        return [Row(peer, f"{program}: until nothing changes", f"> {PEER_PATIENCE:.0f} s")]
    except PlaywrightError as error:
        return [Row(peer, f"{program}: {error.message.splitlines()[0]}", "-")]
    complete = [load.complete for load in loads]
    longest = [load.longest for load in loads]
    return [
        Row(peer, f"{program}: until nothing changes{spread(complete)}", seconds(statistics.median(complete))),
        Row(peer, f"{program}: longest task of the main thread", seconds(statistics.median(longest))),
    ]
