"""Render every page and state for review: `.venv/bin/python -m tests.e2e.pictures`, after `./pasch test`.

The pictures go to `test-results/pictures`, which git ignores. They show each state in both languages, on a wide light
screen and on a dark phone, a table on six screens, five frames of a roll, and a TV. `screenshots.py` makes a selection
for docs/screenshots.
"""

import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.e2e.screenshots import LANGUAGES, in_the_middle, play
from tests.support.browser import MISSING, find_browser, launch
from tests.support.player import Player
from tests.support.profile import PHONE, WIDE, Profile
from tests.support.server import Server

FOLDER = Path(__file__).parents[2] / "test-results" / "pictures"
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 414, "height": 896},
    {"width": 740, "height": 360},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
)
FRAMES = (60, 230, 430, 640, 780)
"""Milliseconds after the answer to a roll: four while the dice fall, one while they line up."""
LINING_UP = 690
AT = """(moment) => {
  for (const one of document.querySelector(".table-page").getAnimations({ subtree: true })) {
    one.pause();
    one.currentTime = moment;
  }
}"""
QUIET = """() => new Promise((quiet) => {
  let timer = setTimeout(quiet, 400);
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(quiet, 400);
  }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
})"""
"""Wait until a page has not changed for a moment."""
TO_READ = {
    "learn": "/learn", "me": "/me", "rules": "/rules/kniffel", "chances": "/rules/kniffel/chances", "help": "/help",
    "glossary": "/glossary", "tips": "/tips", "scores": "/scores", "statistics": "/statistics", "history": "/history",
    "account": "/account", "about": "/about", "form": "/form", "ask": "/ask", "verify": "/verify",
    "house": "/house-rules", "continue": "/continue", "missing": "/nowhere",
}  # fmt: skip
SEATS = ("Anna", "Bernd")


@dataclass(frozen=True)
class Pictures:
    """A person's browser and the file names of its pictures."""

    profile: Profile
    look: str

    @property
    def player(self) -> Player:
        """The person, without a page."""
        return self.profile.player

    def visit(self, path: str) -> Page:
        """Open a page and wait until it is complete."""
        page = self.profile.visit(path)
        settle(page)
        return page

    def keep(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Take a picture of the screen or of the whole page."""
        page.screenshot(path=FOLDER / f"{name}-{self.look}.png", caret="hide", full_page=whole)

    def close(self, page: Page, name: str) -> None:
        """Take a picture of the open dialog or menu, then close it."""
        settle(page)
        self.keep(page, name)
        page.keyboard.press("Escape")


def settle(page: Page) -> None:
    """Wait for the words, the fonts and all parts of a page."""
    expect(page.locator("h1").first).to_be_attached()
    page.evaluate("document.fonts.ready")
    page.evaluate(QUIET)


def hold_time(page: Page) -> None:
    """Stop the timers of this page and of all pages that the same browser opens later."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def every_state(album: Pictures, guest: Pictures) -> None:
    """All pages and states of one look; the guest plays at another device."""
    start(album)
    waiting(album, guest)
    turn(album)
    ends(album)
    for name, path in TO_READ.items():
        page = album.visit(path)
        album.keep(page, name, whole=name in {"me", "learn"})
        page.close()
    feast(album)


def start(album: Pictures) -> None:
    """A first visit, its dialogs, and a later visit."""
    page = album.visit("/")
    album.keep(page, "start-first")
    page.locator("button.more").click()
    settle(page)
    album.keep(page, "start-more", whole=True)
    page.locator("button.all").click()
    album.close(page, "start-games")
    page.locator("header .tool").click()
    album.close(page, "settings")
    page.locator("button.more").click()
    page.locator("form .primary").click()
    expect(page.locator("button.roll")).to_be_visible()
    settle(page)
    album.keep(page, "table-new")
    page.goto("/")
    settle(page)
    album.keep(page, "start-again")
    page.close()


def waiting(album: Pictures, guest: Pictures) -> None:
    """A table for people at two devices: waiting, in the lobby, played, watched; chat and reactions."""
    album.player.post("/session", {"name": "Anna"})
    guest.player.post("/session", {"name": "Bernd"})
    table = album.player.open("Anna", "human", visibility="public", start=True)
    for name, caller, path in (
        ("waiting", album, f"/t/{table}"), ("invited", guest, f"/t/{table}"), ("lobby", guest, "/lobby"),
    ):  # fmt: skip
        page = caller.visit(path)
        album.keep(page, name)
        page.close()
    guest.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
    play(album.player, table, 1)
    album.player.post(f"/tables/{table}/chat", {"room": "players", "text": "Viel Glück – good luck!"})
    guest.player.post(f"/tables/{table}/chat", {"room": "players", "text": "👏"})
    page = album.visit(f"/t/{table}")
    album.keep(page, "others")
    page.keyboard.press("c")
    album.close(page, "chat")
    page.close()
    page = album.profile.visit(f"/watch/{table}")
    settle(page)
    album.keep(page, "watch")
    page.close()


def turn(album: Pictures) -> None:
    """A turn at one device: a roll, a pencilled entry, menu, dialogs, the next name, the page between two players."""
    table = in_the_middle(album.player, *SEATS, turns=9)
    page = album.visit(f"/t/{table}")
    album.keep(page, "table")
    page.locator("header .menu > button").click()
    album.close(page, "menu")
    page.keyboard.press("?")
    album.close(page, "keys")
    page.keyboard.press("z")
    album.close(page, "cross-out")
    page.locator("[data-cell]").first.click()
    settle(page)
    album.keep(page, "pencilled")
    page.locator("button[data-enter]").click()
    expect(page.locator(".next")).to_be_visible()
    album.keep(page, "next-name")
    page.close()
    table = in_the_middle(album.player, *SEATS, variant="hartard", turns=8, games=4)
    page = album.visit(f"/t/{table}")
    album.keep(page, "hartard")
    page.locator("[data-cell]").first.click()
    page.locator("button[data-enter]").click()
    expect(page.locator("dialog[open] .go")).to_be_visible()
    album.keep(page, "hand-over")
    page.close()


def feast(album: Pictures) -> None:
    """A rolled Kniffel. The stopped clock keeps the word on the screen."""
    table = album.player.open("Anna", games=6)
    page = album.visit(f"/t/{table}")
    expect(page.locator("header [aria-keyshortcuts=M]")).to_be_visible()
    hold_time(page)
    until_kniffel(album.player, table)
    expect(page.locator(".feast")).to_be_visible()
    album.keep(page, "feast")
    page.close()


def until_kniffel(player: Player, table: str) -> None:
    """Collect one face in each turn until all five dice show it."""
    while True:
        dice = player.roll(table)
        for _ in range(2):
            face, count = Counter(dice).most_common(1)[0]
            if count == len(dice):
                return
            dice = player.roll(table, f"k{face * count}")
        if len(set(dice)) == 1:
            return
        state = player.table(table)
        entries = [action for action in state["legal_actions"] if action["type"] == "score"]
        player.act(table, {name: entries[0][name] for name in ("type", "cell", "points")})
        if player.table(table)["turn"] is None:
            player.act(table, {"type": "next_game"})


def ends(album: Pictures) -> None:
    """The end of a game, the end of a match, its results, and an interrupted match."""
    table = album.player.open(*SEATS, games=2)
    for name in ("end-of-game", "end-of-match"):
        play(album.player, table, 13 * len(SEATS))
        page = album.visit(f"/t/{table}")
        album.keep(page, name, whole=True)
        page.close()
        if name == "end-of-game":
            album.player.act(table, {"type": "next_game"})
    page = album.visit(f"/t/{table}/results")
    album.keep(page, "results", whole=True)
    page.close()
    table = in_the_middle(album.player, *SEATS, turns=4)
    page = album.visit(f"/t/{table}")
    page.locator("header .menu > button").click()
    page.locator("header .menu li.apart button").click()
    album.close(page, "key")
    settle(page)
    album.keep(page, "interrupted")
    page.close()


def sizes(album: Pictures) -> None:
    """A table on six screens."""
    page = album.visit(f"/t/{in_the_middle(album.player, 'Anna', 'Bernd', 'Clara', turns=16)}")
    for size in SIZES:
        page.set_viewport_size(size)
        settle(page)
        album.keep(page, f"size-{size['width']}x{size['height']}")
    page.close()


def roll(album: Pictures) -> None:
    """Five frames of a roll: the clock stops, and each animation moves to the moment."""
    page = album.visit(f"/t/{album.player.open(*SEATS)}")
    expect(page.locator(".thrown")).to_have_count(5)
    hold_time(page)
    page.locator("button.roll").click()
    expect(page.locator(".thrown:not([hidden])")).to_have_count(5)
    page.wait_for_function("() => document.querySelector('.tray [data-place]').ariaLabel.match(/: [1-6]/)")
    for moment in FRAMES:
        if moment > LINING_UP:
            page.clock.run_for(LINING_UP)
        page.evaluate(AT, moment)
        album.keep(page, f"roll-{moment:03}")
    page.close()


def tv(album: Pictures) -> None:
    """The TV view of a table."""
    table = album.player.open(*SEATS, visibility="public")
    play(album.player, table, 8)
    album.player.roll(table)
    page = album.visit(f"/watch/{table}?tv")
    album.keep(page, "tv")
    page.close()


def pictures(browser: Browser, home: str, language: str) -> None:
    """Every picture in one language."""

    def album(look: str, **wishes: object) -> Pictures:
        usual = {"base_url": home, "locale": LANGUAGES[language], "reduced_motion": "reduce", "viewport": WIDE}
        context = browser.new_context(**(usual | {"service_workers": "block"} | wishes))
        return Pictures(Profile.on(context, home), f"{look}-{language}")

    phone = {"viewport": PHONE, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    every_state(album("wide"), album("wide"))
    dark = {"color_scheme": "dark", **phone}
    every_state(album("phone", **dark), album("phone", **dark))
    sizes(album("light"))
    roll(album("wide", reduced_motion="no-preference"))
    tv(album("room", viewport=SIZES[-1]))


def main() -> None:
    """Make all pictures, in about three minutes."""
    expect.set_options(timeout=30_000)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright, find_browser() or sys.exit(MISSING))
        for language in sys.argv[1:] or LANGUAGES:
            place = Path(folder, language)
            place.mkdir()
            with Server(place, module=("tests.support.fixed_server",)) as server:
                pictures(browser, server.url, language)
        browser.close()


if __name__ == "__main__":
    main()
