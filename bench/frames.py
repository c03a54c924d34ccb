"""Frames during a roll on a slow device: `.venv/bin/python -m bench.frames` from the root folder.

Opens a table in the browser of the tests, on a wide screen and on a phone. It slows the processor down (`--slowdown`,
by default four times) and rolls `--rolls` times. The browser draws without a graphics card.

A row describes the animation frames from the press until the dice are in their row: frames per second, and the
intervals between two frames in milliseconds (median, 99th percentile, longest). It also has the share of intervals that
lost a frame (over 25 ms), and the processor time of the page's thread per frame. More than 16.7 ms is too much. The
rows called idle have the same duration without a roll: frames lost there are the machine's fault.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, expect, sync_playwright

from tests.support.browser import MISSING, find_browser, launch
from tests.support.player import Player
from tests.support.profile import PHONE, WIDE, Profile
from tests.support.server import Server

LOST = 25.0
"""Milliseconds between two frames at sixty a second, and a half."""
FRAME = 1000 / 60
ROLL = """async () => {
  const inTheAir = () => document.querySelector(".tray canvas:not([hidden])") !== null;
  const times = [];
  document.querySelector("button.roll").click();
  let thrown = false;
  for (;;) {
    times.push(await new Promise(requestAnimationFrame));
    thrown ||= inTheAir();
    if (thrown && !inTheAir()) return times;
    if (times.at(-1) - times[0] > 10000) throw new Error("the dice never lay still");
  }
}"""
"""Rolls, and returns the time of each frame until the dice rest."""
IDLE = """async () => {
  const times = [];
  do times.push(await new Promise(requestAnimationFrame));
  while (times.at(-1) - times[0] < 900);
  return times;
}"""


@dataclass(frozen=True)
class Frames:
    """Milliseconds between the frames of a measurement, and the processor time of the page's thread meanwhile."""

    intervals: list[float]
    busy: float

    def __str__(self) -> str:
        whole = sum(self.intervals)
        lost = sum(one > LOST for one in self.intervals) / len(self.intervals)
        slow = sorted(self.intervals)[int(len(self.intervals) * 0.99)]
        return (
            f"{1000 * len(self.intervals) / whole:8.1f} {median(self.intervals):7.1f} {slow:5.0f}"
            f" {max(self.intervals):8.0f} {lost:6.1%} {self.busy / whole * FRAME:6.1f}"
        )


def record(page: Page, thread: CDPSession, script: str) -> Frames:
    """One roll, or the time of one without it."""
    before = busy(thread)
    times: list[float] = page.evaluate(script)
    return Frames([after - before for before, after in pairwise(times)], busy(thread) - before)


def busy(thread: CDPSession) -> float:
    """The processor time that the page's thread has spent on tasks, in milliseconds."""
    metrics = thread.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration") * 1000


def enter(player: Player, table: str) -> None:
    """Ends the turn with any entry."""
    entry = next(action for action in player.table(table)["legal_actions"] if action["type"] == "score")
    player.act(table, {name: entry[name] for name in ("type", "cell", "points")})


def together(all_frames: list[Frames]) -> Frames:
    """Several measurements as one."""
    return Frames([one for frames in all_frames for one in frames.intervals], sum(frames.busy for frames in all_frames))


def measure(
    browser: Browser, server: Server, viewport: ViewportSize, rolls: int, slowdown: float
) -> Iterator[tuple[str, Frames]]:
    """The frames on one screen: idle, and of this many rolls, three a turn."""
    context = browser.new_context(base_url=server.url, viewport=viewport, service_workers="block")
    profile = Profile.on(context, server.url)
    table = profile.player.open("Anna")
    page = profile.visit(f"/t/{table}")
    expect(page.locator(".tray canvas")).to_have_count(1)
    thread = context.new_cdp_session(page)
    thread.send("Performance.enable", {"timeDomain": "threadTicks"})
    thread.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    idle, rolled = [], []
    for number in range(rolls):
        if number and number % 3 == 0:
            enter(profile.player, table)
        expect(page.locator("button.roll")).to_have_attribute("aria-disabled", "false")
        idle.append(record(page, thread, IDLE))
        rolled.append(record(page, thread, ROLL))
    context.close()
    yield "idle", together(idle)
    yield "roll", together(rolled)


def main() -> None:
    """Print two rows for each screen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolls", type=int, default=30)
    parser.add_argument("--slowdown", type=float, default=4.0)
    chosen = parser.parse_args()
    print("screen      frames/s  median   p99  longest   lost   busy")
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = launch(playwright, find_browser() or sys.exit(MISSING))
        for screen, viewport in {"wide": WIDE, "phone": PHONE}.items():
            for kind, frames in measure(browser, server, viewport, chosen.rolls, chosen.slowdown):
                print(f"{screen:5} {kind:5} {frames}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
