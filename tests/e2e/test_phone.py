"""A small phone, 360 by 640: the page never scrolls sideways, and controls are on the screen and large enough."""

import pytest
from playwright.sync_api import expect

from tests.support.profile import PHONE
from tests.support.tableview import TableView

SIDEWAYS = """() => {
  const root = document.scrollingElement;
  return { page: root.scrollWidth, screen: root.clientWidth, scrolled: root.scrollLeft };
}"""
MENU = ("Regeln", "Protokoll", "Tasten", "Einstellungen", "Pause machen", "Partie beenden …", "Feld streichen …")
LONG = "Bartholomäus-Maximilian von der Hohenwarte"[:40]


@pytest.fixture
def phone(new_profile):
    """A small phone with touch."""
    return new_profile(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)


def assert_fits(page):
    """The page is as wide as the screen and does not scroll sideways."""
    assert page.evaluate(SIDEWAYS) == {"page": 360, "screen": 360, "scrolled": 0}, page.url


def assert_inside(locator, *, smallest=44):
    """The element is on the screen and large enough for a thumb."""
    box = locator.bounding_box()
    assert box is not None
    assert box["x"] >= 0, locator
    assert box["y"] >= 0, locator
    assert box["x"] + box["width"] <= PHONE["width"], locator
    assert box["y"] + box["height"] <= PHONE["height"], locator
    assert min(box["width"], box["height"]) >= smallest, (locator, box)


def test_turn_by_touch_fits_the_phone(phone):
    phone.prefer(handover="always")
    view = TableView(phone.visit(f"/t/{phone.player.open('Anna', LONG, 'bot')}"))
    page = view.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna ist dran")
    assert_fits(page)
    assert_inside(view.roll_button)

    view.roll_button.tap()
    view.wait_for_roll(1)
    assert_fits(page)
    for die in view.dice.all():
        assert_inside(die)
    view.dice.nth(0).tap()
    expect(view.dice.nth(0)).to_have_attribute("aria-pressed", "true")
    view.roll_button.tap()
    view.wait_for_roll(2)
    for cell in view.open_cells.all():
        cell.scroll_into_view_if_needed()
        assert_inside(cell, smallest=32)
        assert_inside(view.roll_button)
    assert_fits(page)

    nothing = next(cell for cell, points in view.offers().items() if points == 0)
    view.cell(nothing).tap()
    assert_inside(page.get_by_role("button", name="Doch nicht"))
    assert_inside(view.enter_button)
    assert_fits(page)
    view.enter_button.tap()
    expect(view.handover).to_be_visible()
    go = view.handover.get_by_role("button", name="Weitergeben", exact=True)
    assert_inside(go)
    assert_fits(page)
    go.tap()
    expect(view.handover).to_have_count(0)
    expect(page.get_by_role("group", name="Wessen Zettel").get_by_role("button", name=LONG)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("group", name="Wessen Zettel").get_by_role("button", name="Anna").tap()
    expect(view.row(nothing)).to_contain_text("gestrichen")


@pytest.mark.slow
def test_menu_log_and_dialogs_fit_the_phone(phone):
    view = TableView(phone.visit(f"/t/{phone.player.open('Anna', 'Bernd')}"))
    page = view.page
    view.roll_button.tap()
    view.wait_for_roll(1)
    for item in (
        "Regeln",
        "Protokoll",
        "Tasten",
        "Einstellungen",
        "Partie beenden …",
        "Feld streichen …",
        "Unterbrechen …",
    ):
        page.get_by_role("button", name="Menü").tap()
        entry = page.get_by_role("button", name=item, exact=True)
        entry.scroll_into_view_if_needed()  # the menu scrolls if it is longer than the screen
        assert_inside(entry, smallest=40)
        entry.tap()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert_fits(page)
        assert_inside(page.get_by_role("dialog").get_by_role("button", name="Schließen"), smallest=40)
        page.get_by_role("dialog").get_by_role("button", name="Schließen").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_pages_without_a_table_fit_the_phone(phone):
    phone.watch.allow("404")
    page = phone.context.new_page()
    for path in ("/", "/rules", "/rules/hartard", "/help", "/about", "/nowhere", "/t/nowhere"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert_fits(page)


@pytest.mark.slow
def test_waiting_page_and_results_fit_the_phone(phone):
    waiting = phone.visit(f"/t/{phone.player.open(LONG, 'human', visibility='public')}")
    expect(waiting.get_by_role("heading", name="Der Tisch ist gedeckt")).to_be_visible()
    expect(waiting.get_by_role("img", name="QR-Code")).to_be_visible()
    assert_fits(waiting)

    table = phone.player.open(LONG, "Bernd", "Anna", games=6)
    phone.player.play_turns(table, 3 * 13)
    page = phone.visit(f"/t/{table}")
    expect(page.get_by_role("heading", name="Spiel 1 ist zu Ende")).to_be_visible()
    assert_fits(page)
    page.get_by_role("main").get_by_role("link", name="Ergebnisse").tap()
    expect(page.get_by_role("table")).to_be_visible()
    assert_fits(page)
    page.get_by_role("button", name="Anna, Spiel 1").tap()
    expect(page.get_by_role("dialog").get_by_role("table").first).to_be_visible()
    assert_fits(page)


@pytest.mark.slow
def test_table_with_every_kind_of_sheet_fits_the_phone(phone):
    view = TableView(phone.context.new_page())
    for variant in ("kniffel", "yahtzee", "hartard", "spiffel", "yatzy"):
        table = phone.player.open("Anna", variant=variant)
        phone.player.roll(table)
        view.page.goto(f"/t/{table}")
        view.wait_for_roll(1)
        assert_fits(view.page)
        assert_inside(view.roll_button)
        for die in view.dice.all():
            assert_inside(die)


COVERED = """() => {
  const covered = [];
  const look = (one, shown) => {
    const { top, bottom, left, right } = shown.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit === null || !(shown.contains(hit) || hit.contains(shown)))
      covered.push(`${one.outerHTML.slice(0, 90)} under ${hit?.outerHTML.slice(0, 60)}`);
  };
  const scope = document.querySelector("dialog[open]") ?? document;
  for (const one of scope.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")) {
    if (!one.checkVisibility() || one.closest(".skip") !== null || one.disabled) continue;
    one.focus();
    look(one, one.matches("input") ? (one.closest("label") ?? one) : one);
  }
  for (const row of scope.querySelectorAll("tbody tr > th")) {
    if (!row.checkVisibility() || row.closest(".visually-hidden") !== null) continue;
    row.scrollIntoView({ block: "nearest", inline: "nearest" });
    look(row, row);
  }
  return covered;
}"""
"""Controls that another element covers while they have the focus, and rows that one covers after scrolling."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (414, 736)], ids=str)
def test_sticky_elements_cover_no_focused_control(new_profile, size):
    """Sticky rows, the bottom bar and the start button leave room for the focused element."""
    width, height = size
    phone = new_profile(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = phone.visit("/")
    page.get_by_role("button", name="Mehr", exact=True).click()
    expect(page.get_by_role("checkbox", name="Tipps erlauben")).to_be_visible()
    assert not (covered := page.evaluate(COVERED)), "\n".join(covered)
    page.locator("button.all").click()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    assert not (covered := page.evaluate(COVERED)), "\n".join(covered)
    page.goto("/house-rules?variant=kniffel&rules=%7B%22upper_bonus%22%3A50%7D")
    expect(page.get_by_role("heading", level=3).first).to_be_visible()
    assert not (covered := page.evaluate(COVERED)), "\n".join(covered)
    for variant in ("kniffel", "yams", "jamb", "maxi-yatzy", "spiffel-2s"):
        table = phone.player.open("Anna", "Bernd", variant=variant)
        phone.player.roll(table)
        page.goto(f"/t/{table}")
        expect(page.locator("[data-cell]").first).to_be_visible()
        assert not (covered := page.evaluate(COVERED)), (variant, *covered)
    table = phone.player.open("Anna", "Bernd", "Clara", LONG, games=6)
    phone.player.play_turns(table, 4 * 13)
    page.goto(f"/t/{table}/results")
    expect(page.get_by_role("table").first).to_be_visible()
    assert not (covered := page.evaluate(COVERED)), "\n".join(covered)
