"""When a page is visually complete in a real browser.

The browser sends a picture of the page whenever it painted, with the time at which it was on the screen. The page is
complete when the last picture comes that is unlike the one before it; nothing changes after that, for `QUIET` seconds.
The method knows nothing of what the page shows, so it is the same for every page.
"""

import asyncio
import hashlib
import re
import time
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Browser, BrowserContext, CDPSession, Page, ViewportSize, async_playwright

QUIET = 3.0
VIEWPORT: ViewportSize = {"width": 1280, "height": 800}
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


WATCH = """
window.longTasks = [];
new PerformanceObserver(list => window.longTasks.push(...list.getEntries().map(({duration}) => duration))).observe(
  {type: 'longtask', buffered: true}
);
Object.defineProperty(window, 'jaxViz', {
  configurable: true,
  get: () => window.shownViewer,
  set: viewer => {
    window.shownViewer = viewer;
    viewer.ready.then(() => { window.readyAfter = performance.now(); });
  }
});
"""


class Load(NamedTuple):
    """Seconds from the start of the navigation."""

    complete: float
    """Until the page looks as it does in the end."""
    ready: float | None
    """Until our viewer has all its panes and answers; None for a page of somebody else."""
    longest: float
    """Seconds of the longest task of the page's main thread; 0 where none took more than 50 ms."""


class Watched(NamedTuple):
    """The pictures of a page, one by one."""

    frames: list[tuple[float, str]]
    """Grows by (time shown, digest) of every new picture."""
    session: CDPSession

    async def stop(self) -> None:
        """Take no more pictures: each costs the browser tens of milliseconds, which are not the page's."""
        await self.session.send("Page.stopScreencast")


def measure(
    chromium: str, pages: list[Path | str], repeats: int, pictures: Path, patience: float | None = None
) -> list[list[Load]]:
    """Load each page, a file or an address on this machine, `repeats` times, in turn; return the times page by page.

    The last picture of each page is left in the folder `pictures`, so that a person can check what was waited for.
    Raises `TimeoutError` if a page is not complete after `patience` seconds.
    """
    pictures.mkdir(parents=True, exist_ok=True)
    return asyncio.run(_measure(chromium, pages, repeats, pictures, patience))


async def _measure(
    chromium: str, pages: list[Path | str], repeats: int, pictures: Path, patience: float | None
) -> list[list[Load]]:
    loads: list[list[Load]] = [[] for _ in pages]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        for turn in range(repeats + 1):
            for number, page in enumerate(pages):
                async with asyncio.timeout(patience):
                    taken = await _load(browser, page, pictures / f"{_name(page)}.png")
                if turn > 0:  # the first turn warms the browser and the disk
                    loads[number].append(taken)
        await browser.close()
    return loads


async def _load(browser: Browser, file: Path | str, picture: Path) -> Load:
    # A peer that is a server on this machine needs the loopback interface; a file needs nothing.
    context = await browser.new_context(viewport=VIEWPORT, offline=isinstance(file, Path))
    await _agree(context, str(file))
    page = await context.new_page()
    await page.add_init_script(WATCH)
    frames = (await watch(page)).frames
    frames.clear()
    await page.goto(file.as_uri() if isinstance(file, Path) else file)
    session = await context.new_cdp_session(page)
    started = await _value(session, "performance.timeOrigin / 1000")
    complete = await until_quiet(frames) - started
    await page.screenshot(path=picture)
    ready = await _value(session, "window.readyAfter ?? null")
    longest = await _value(session, "Math.max(0, ...window.longTasks) / 1000")
    await context.close()
    return Load(complete, None if ready is None else ready / 1000, longest)


async def _agree(context: BrowserContext, address: str) -> None:
    """Answer the question about cookies that Netron puts before it opens anything."""
    if address.startswith("http"):
        await context.add_cookies([{"name": "consent", "value": "1", "url": address.partition("?")[0]}])


async def _value(session: CDPSession, expression: str) -> Any:
    """Return what an expression gives in the page; not by `page.evaluate`, as a page may have taken `eval` away."""
    answer = await session.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
    return answer["result"].get("value")


async def until_quiet(frames: list[tuple[float, str]], *, since: float = 0.0, quiet: float = QUIET) -> float:
    """Wait until nothing has changed for `quiet` seconds; return when the last picture unlike the one before came."""
    while not frames or time.time() - max(frames[-1][0], since) < quiet:  # noqa: ASYNC110 - quiet has no event
        await asyncio.sleep(0.1)
    same = [next(alike) for _, alike in groupby(frames, key=lambda frame: frame[1])]
    return same[-1][0]


def _name(page: Path | str) -> str:
    return page.stem if isinstance(page, Path) else re.sub(r"\W+", "_", page)[:40]


async def watch(page: Page) -> Watched:
    """Take a picture whenever the page has painted."""
    frames: list[tuple[float, str]] = []
    session = await page.context.new_cdp_session(page)

    def shown(event: dict[str, Any]) -> None:
        frames.append((event["metadata"]["timestamp"], hashlib.sha256(event["data"].encode()).hexdigest()))
        acknowledged = asyncio.ensure_future(session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]}))
        acknowledged.add_done_callback(lambda done: done.exception())  # the page may be closed by now

    session.on("Page.screencastFrame", shown)
    await session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})
    return Watched(frames, session)
