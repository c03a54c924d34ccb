"""Make the pictures in docs/screenshots: `.venv/bin/python -m tests.e2e.screenshots`, after `./pasch test`.

The server has fixed dice and every run makes the same moves, so a picture changes only when the client does.
"""

import json
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support.anygame import play_any
from tests.support.browser import MISSING, find_browser, launch
from tests.support.picture import with_fewer_colours
from tests.support.player import Player
from tests.support.profile import PHONE, WIDE, Profile
from tests.support.server import Server
from tests.support.tableview import TableView

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
LANGUAGES = {"de": "de-DE", "en": "en-GB"}
USUAL = {
    "ones": 2, "twos": 5, "threes": 8, "fours": 12, "fives": 15, "sixes": 18, "three_of_a_kind": 22,
    "four_of_a_kind": 13, "full_house": 20, "small_straight": 25, "large_straight": 30, "kniffel": 15, "chance": 22,
}  # fmt: skip
"""The value of a cell to a good player. The screenshots use the entry that exceeds it most."""


@dataclass(frozen=True)
class Screenshots:
    """Takes the screenshots in one language. `blank_page` is a blank page that makes pictures smaller."""

    profile: Profile
    language: str
    blank_page: Page

    def take(self, page: Page, name: str) -> None:
        """A screenshot of the visible page."""
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready")
        page.mouse.move(0, 0)
        picture = page.screenshot(animations="disabled", caret="hide")
        (FOLDER / f"{name}-{self.language}.png").write_bytes(with_fewer_colours(picture, self.blank_page))


def play(player: Player, table: str, turns: int) -> None:
    """Play sensible turns: keep the most frequent face and make the best entry for its cell."""
    for _ in range(turns):
        dice = player.roll(table)
        for _ in range(2):
            face, count = max(Counter(dice).items(), key=lambda item: (item[1], item[0]))
            dice = player.roll(table, f"k{face * min(count, 4)}")
        entries = [action for action in player.table(table)["legal_actions"] if action["type"] == "score"]
        best = max(entries, key=lambda entry: entry["points"] - USUAL[entry["cell"]])
        player.act(table, {name: best[name] for name in ("type", "cell", "points")})


def in_the_middle(player: Player, *seats: str, turns: int, games: int = 2, variant: str = "kniffel") -> str:
    """A table after this many turns, two rolls into the next one."""
    table = player.open(*seats, games=games, variant=variant)
    play(player, table, turns)
    dice = player.roll(table)
    face, count = Counter(dice).most_common(1)[0]
    player.roll(table, f"k{face * min(count, 4)}")
    return table


def all_pages(browser: Browser, home: str, language: str) -> None:
    """Take a screenshot of every listed page in one language."""
    wishes = {"base_url": home, "locale": LANGUAGES[language], "reduced_motion": "reduce"}
    seats = ("Anna", "Bernd", "Clara")
    with (
        browser.new_context(**wishes, viewport=WIDE, color_scheme="light") as light,
        browser.new_context(**wishes, viewport=WIDE, color_scheme="dark") as dark,
        browser.new_context(**wishes, viewport=PHONE, device_scale_factor=1.5, has_touch=True, is_mobile=True) as phone,
    ):
        blank_page = light.new_page()
        day, night, pocket = (
            Screenshots(Profile.on(context, home), language, blank_page) for context in (light, dark, phone)
        )
        for screenshots, name in ((day, "table-wide-light"), (night, "table-wide-dark"), (pocket, "phone")):
            table = in_the_middle(screenshots.profile.player, *seats, turns=22)
            screenshots.take(rolled(screenshots, table), name)
        pages(day)
        hand_over(day, seats)
        results(day, seats)
        start(pocket, "phone-start")
        house_rules(day, "house-rules")
        tv(day, seats)
        unusual_games(day, pocket, seats)
        ledgers(day, pocket)
        questions(day, pocket)


def rolled(screenshots: Screenshots, table: str) -> Page:
    """The page of a table in the middle of a turn."""
    page = screenshots.profile.visit(f"/t/{table}")
    expect(page.locator("[data-cell]").first).to_be_visible()
    return page


def pages(screenshots: Screenshots) -> None:
    """Start and rules."""
    start(screenshots, "start")
    page = screenshots.profile.visit("/rules/kniffel")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    screenshots.take(page, "rules")


def unusual_games(day: Screenshots, pocket: Screenshots, seats: tuple[str, ...]) -> None:
    """The key of a match, several columns, pictures, action dice, dice under a cup."""
    for screenshots, variant, turns, name in (
        (day, "hartard", 20, "hartard"),
        (pocket, "spiffel-2s", 40, "phone-spiffel-2s"),
        (day, "swiss-yatzy", 20, "swiss-yatzy"),
        (pocket, "yams", 70, "phone-yams"),
        (day, "kniffeliger", 20, "kniffeliger"),
        (pocket, "luegenkniffel", 16, "phone-luegenkniffel"),
    ):
        table = screenshots.profile.player.open(*seats, variant=variant)
        play_any(screenshots.profile.player, table, until=turns)
        page = screenshots.profile.visit(f"/t/{table}")
        expect(page.locator("button.roll")).to_be_visible()
        screenshots.take(page, name)


def house_rules(screenshots: Screenshots, name: str) -> None:
    """Kniffel as named house rules with two columns and a custom category."""
    rules = {"columns": "free|down+x2", "own": "two_of_a_kind:2:all", "upper_bonus": 50}
    called = {"de": "Wie bei Oma", "en": "As at Granny’s"}[screenshots.language]
    query = urlencode({"variant": "kniffel", "rules": json.dumps(rules), "name": called})
    page = screenshots.profile.visit(f"/house-rules?{query}")
    expect(page.get_by_role("region", name=called)).to_be_visible()
    screenshots.take(page, name)


def tv(screenshots: Screenshots, seats: tuple[str, ...]) -> None:
    """The TV view of a table."""
    table = in_the_middle(screenshots.profile.player, *seats, turns=22)
    page = screenshots.profile.visit(f"/watch/{table}?tv")
    expect(page.locator(".tray [data-place]").first).to_be_visible()
    screenshots.take(page, "tv")


def start(screenshots: Screenshots, name: str) -> None:
    page = screenshots.profile.visit("/")
    expect(page.locator("form").get_by_role("button").last).to_be_visible()
    screenshots.take(page, name)


def hand_over(screenshots: Screenshots, seats: tuple[str, ...]) -> None:
    """Pass the device to the next player."""
    player = screenshots.profile.player
    screenshots.profile.prefer(handover="always")
    page = rolled(screenshots, in_the_middle(player, *seats, turns=16))
    view = TableView(page)
    view.open_cells.first.click()
    view.enter_button.click()
    expect(page.locator("dialog[open] .go")).to_be_visible()
    screenshots.take(page, "hand-over")


def results(screenshots: Screenshots, seats: tuple[str, ...]) -> None:
    """A finished match of three games."""
    player = screenshots.profile.player
    table = player.open(*seats, games=3)
    for game in range(3):
        if game:
            player.act(table, {"type": "next_game"})
        play(player, table, 13 * len(seats))
    page = screenshots.profile.visit(f"/t/{table}/results")
    expect(page.get_by_role("table").first).to_be_visible()
    screenshots.take(page, "results")


def ledgers(day: Screenshots, pocket: Screenshots) -> None:
    """Luck and skill in a game of two good players; one of its puzzles."""
    table = day.profile.player.open("Anna", "Bernd", variant="kniffel-plain", visibility="public")
    page = analysed(day, table)
    play_well(day.profile.player, table, turns=26)
    page.reload()
    expect(page.locator(".chart canvas").first).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 1120})
    day.take(page, "ledger")
    page = analysed(pocket, table)
    page.locator(".puzzle").scroll_into_view_if_needed()
    page.locator(".puzzle").evaluate("element => element.closest('section').scrollIntoView()")
    pocket.take(page, "phone-ledger")


def questions(day: Screenshots, pocket: Screenshots) -> None:
    """A position set up by hand, and a hint at a table, once the variant is solved."""
    query = urlencode({"position": "kniffel-plain; ones=3 fours=12 full_house=25 kniffel=0; 12344 2"})
    page = day.profile.visit(f"/ask?{query}")
    expect(page.locator("tr[data-action]").first).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 1120})
    day.take(page, "ask")
    table = pocket.profile.player.open("Anna", "Bernd", variant="kniffel-plain")
    play(pocket.profile.player, table, turns=10)
    pocket.profile.player.roll(table)
    page = rolled(pocket, table)
    button = page.locator(".hint-button")
    button.tap()
    expect(button).to_have_attribute("aria-expanded", "false")
    button.tap()
    expect(page.locator(".hint-card")).to_be_visible()
    pocket.take(page, "phone-hint")


def analysed(screenshots: Screenshots, table: str) -> Page:
    """The ledger of a table, once the variant is solved."""
    page = screenshots.profile.visit(f"/ledger/{table}")
    expect(page.locator(".slips")).to_be_visible(timeout=120_000)
    return page


def play_well(player: Player, table: str, turns: int) -> None:
    """Play turns by the best advice, except every seventh and every twenty-third decision."""
    decisions = 0
    while turns:
        if player.table(table)["turn"]["dice"] is None:
            player.roll(table)
        actions = player.get(f"/tables/{table}/advice")["actions"]
        decisions += 1
        action = actions[min(len(actions) - 1, 2 * (decisions % 7 == 0) + 5 * (decisions % 23 == 0))]
        if action["points"] is None:
            player.roll(table, action["action"])
        else:
            cell = action["action"].split(maxsplit=1)[0]
            player.act(table, {"type": "score", "cell": cell, "points": action["points"]})
            turns -= 1


def main() -> None:
    """Make all screenshots, in about half a minute."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright, find_browser() or sys.exit(MISSING))
        for language in LANGUAGES:
            place = Path(folder, language)
            place.mkdir()
            with Server(place, module=("tests.support.fixed_server",)) as server:
                all_pages(browser, server.url, language)
        browser.close()


if __name__ == "__main__":
    main()
