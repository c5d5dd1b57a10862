"""When a page is visually complete in a real browser.

The browser sends a picture of the page whenever it changed, with the time at which it was on the screen. The page is
complete at the first of those pictures that equals the last one, after which nothing changed for `QUIET` seconds. The
method knows nothing of what the page shows, so it is the same for every page.
"""

import asyncio
import hashlib
import time
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

QUIET = 3.0
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def measure(chromium: str, pages: list[Path], repeats: int, pictures: Path) -> list[list[float]]:
    """Load each page `repeats` times, in turn, and return the seconds from navigation to complete, page by page.

    The last picture of each page is left in the folder `pictures`, so that a person can check what was waited for.
    """
    pictures.mkdir(parents=True, exist_ok=True)
    return asyncio.run(_measure(chromium, pages, repeats, pictures))


async def _measure(chromium: str, pages: list[Path], repeats: int, pictures: Path) -> list[list[float]]:
    seconds: list[list[float]] = [[] for _ in pages]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        for turn in range(repeats + 1):
            for number, page in enumerate(pages):
                taken = await _load(browser, page, pictures / f"{page.stem}.png")
                if turn > 0:  # the first turn warms the browser and the disk
                    seconds[number].append(taken)
        await browser.close()
    return seconds


async def _load(browser: Browser, file: Path, picture: Path) -> float:
    """Return the seconds from the start of the navigation to the first picture like the last one."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800}, offline=True)
    page = await context.new_page()
    frames = await _watch(page)
    frames.clear()
    await page.goto(file.as_uri())
    started = await page.evaluate("performance.timeOrigin / 1000")
    await page.evaluate("window.jaxViz ? window.jaxViz.ready.then(() => null) : null")
    while not frames or time.time() - frames[-1][0] < QUIET:  # noqa: ASYNC110 - quiet has no event
        await asyncio.sleep(0.1)
    await page.screenshot(path=picture)
    await context.close()
    last = frames[-1][1]
    complete = next(shown for shown, digest in frames if digest == last)
    return complete - started


async def _watch(page: Page) -> list[tuple[float, str]]:
    """Return a list that grows by (time shown, digest) of every new picture of the page."""
    frames: list[tuple[float, str]] = []
    session = await page.context.new_cdp_session(page)

    def shown(event: dict[str, Any]) -> None:
        frames.append((event["metadata"]["timestamp"], hashlib.sha256(event["data"].encode()).hexdigest()))
        acknowledged = asyncio.ensure_future(session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]}))
        acknowledged.add_done_callback(lambda done: done.exception())  # the page may be closed by now

    session.on("Page.screencastFrame", shown)
    await session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})
    return frames
