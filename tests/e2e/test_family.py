"""Tables of the unusual games on every screen: chips, saved rolls, coloured dice, introductions; axe finds nothing."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.profile import FITS, PHONE, WIDE
from tests.support.tableview import TableView

pytestmark = pytest.mark.slow

DEVICES = {
    "wide": {"viewport": WIDE, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
SCREENS = [(320, 568), (768, 1024), (1920, 1080), (1280, 800)]
UNUSUAL = [
    *("spiffel-2s", "spiffel-6-2s", "maxi-yatzy", "yams", "triple-yahtzee", "balut", "escalero", "kniffel-extreme"),
    *("jamb", "kismet", "kniffeliger", "dice-duel", "yatzy-duel", "luegenkniffel"),
]


@pytest.fixture(params=DEVICES)
def device(request):
    """The screen size and the touch support."""
    return DEVICES[request.param]


def open_for(player, variant):
    """A table of the variant with the fewest people that it allows, but at least two."""
    people = max(2, player.get(f"/variants/{variant}")["seats"][0])
    return player.open(*("Anna", "Bernd", "Clara")[:people], variant=variant)


def assert_well(page):
    """axe reports no violations and the page fits the screen."""
    assert page.evaluate(FITS)
    found = violations(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("variant", UNUSUAL)
def test_table_of_every_unusual_variant_fits_every_screen(new_profile, variant):
    profile = new_profile(**DEVICES["phone"])
    view = TableView(profile.visit(f"/t/{open_for(profile.player, variant)}"))
    expect(view.roll_button).to_have_attribute("aria-disabled", "false")
    view.roll_button.click()
    expect(view.count).to_contain_text("Wurf 1")
    assert_well(view.page)
    for width, height in SCREENS:
        view.page.set_viewport_size({"width": width, "height": height})
        expect(view.roll_button).to_be_in_viewport()
        assert view.page.evaluate(FITS), (width, height)
    view.page.emulate_media(color_scheme="dark")
    assert_well(view.page)


def test_chip_buys_an_extra_roll(new_profile, device):
    profile = new_profile(**device)
    table = profile.player.open("Anna", "Bernd", variant="kniffel-extreme")
    view = TableView(profile.visit(f"/t/{table}"))
    for nth in (1, 2, 3):
        view.roll(nth)
    expect(view.roll_button).to_have_text("Noch ein Wurf für einen Chip (3)")
    expect(view.page.get_by_text("oder trage ein").first).to_be_visible()
    view.roll_button.click()
    expect(view.roll_button).to_have_text("Kein Wurf mehr")
    assert profile.player.table(table)["seats"][0]["chips"] == 2


def test_scratching_after_bonus_kniffel_scores_extra_points(new_profile, device):
    profile = new_profile(**device)
    seats = [{"kind": "local", "name": "Anna", "dice": "real"}]
    profile.player.sit_down()
    table = profile.player.post("/tables", {"variant": "hartard", "seats": seats, "start": True})["id"]
    for action in (
        {"type": "enter_dice", "dice": "66666"},
        {"type": "score", "cell": "kniffel", "points": 50},
        {"type": "enter_dice", "dice": "22222"},
    ):
        profile.player.act(table, action)
    page = profile.visit(f"/t/{table}")
    expect(page.get_by_role("button", name="streichen, +100 Punkte")).to_have_count(12)
    assert_well(page)
    page.locator("[data-cell=fives]").click()
    expect(page.locator("tr[data-row=extra]")).to_contain_text("100")
    strokes, extra = (page.locator(f"[data-cell=fives] {part}").bounding_box() for part in ("svg", ".extra"))
    assert strokes["x"] + strokes["width"] <= extra["x"]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Chance streichen, +100 Punkte").click()
    expect(page.get_by_role("dialog")).to_contain_text("Dafür gibt es 100 Zusatzpunkte.")
    page.get_by_role("dialog").get_by_role("button", name="Streichen", exact=True).click()
    expect(page.locator("[data-cell=chance]")).to_have_count(0)
    assert profile.player.table(table)["seats"][0]["extra"] == 100


def test_click_marks_dice_to_roll_again_in_hartard(new_profile, device):
    profile = new_profile(**device)
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna', 'Bernd', variant='hartard')}"))
    view.roll(1)
    expect(view.roll_button).to_have_attribute("aria-disabled", "true")
    expect(view.page.get_by_role("group", name="Würfel; markiert heißt: neu würfeln")).to_be_visible()
    before = view.faces()
    view.keep(1, 2)
    expect(view.dice.first).to_have_accessible_name(re.compile(", wird neu gewürfelt$"))
    assert_well(view.page)
    view.roll(2)
    rolled = profile.player.table(view.page.url.rsplit("/", 1)[-1])["turn"]
    assert rolled["kept"] == f"k{before[2:]}"
    expect(view.page.locator("[data-place][aria-pressed=true]")).to_have_count(0)


def test_roll_counter_includes_saved_rolls(new_profile):
    profile = new_profile()
    table = profile.player.open("Anna", "Bernd", variant="maxi-yatzy")
    profile.player.play_turns(table, 2)
    view = TableView(profile.visit(f"/t/{table}"))
    expect(view.roll_button).to_have_text("Würfeln (noch 5)")
    view.roll_button.click()
    expect(view.page.get_by_text("Wurf 1, noch 4 mit den gesparten").first).to_be_visible()


def test_die_names_include_colour_in_kismet(new_profile):
    profile = new_profile()
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna', 'Bernd', variant='kismet')}"))
    view.roll_button.click()
    expect(view.count).to_contain_text("Wurf 1")
    names = view.dice.evaluate_all("dice => dice.map((die) => die.ariaLabel)")
    colours = {"1": "schwarz", "2": "rot", "3": "grün", "4": "grün", "5": "rot", "6": "schwarz"}
    for name in names:
        face, colour = re.fullmatch(r"Würfel \d: (\d), (\w+)", name).groups()
        assert colours[face] == colour


def test_dice_duel_player_takes_a_chip_or_nothing(new_profile, device):
    profile = new_profile(**device)
    profile.prefer(handover=False)
    table = profile.player.open("Anna", "Bernd", variant="dice-duel")
    view = TableView(profile.visit(f"/t/{table}"))
    page = view.page
    for _ in range(20):
        state = profile.player.table(table)
        expect(view.roll_button).to_have_attribute("aria-disabled", "false")
        view.roll_button.click()
        expect(view.count).to_contain_text("Wurf 1")
        nothing = page.locator("[data-deed=take_nothing]")
        if view.open_cells.count():
            break
        nothing.click()
        expect(view.count).to_contain_text("Noch nicht gewürfelt")
    name = view.open_cells.first.get_attribute("aria-label")
    points = int(re.fullmatch(r"Chip .+ nehmen, (\d+) Punkte", name)[1])
    assert_well(page)
    seat = state["turn"]["seat"] - 1
    view.open_cells.first.click()
    expect(view.enter_button).to_have_text(name)
    view.enter_button.click()
    expect(page.get_by_role("row").last).to_contain_text(str(state["seats"][seat]["total"] + points))


def test_introduction_advances_with_the_game(new_profile, device):
    profile = new_profile(**device)
    table = profile.player.open("Anna", "bot", variant="yams")
    view = TableView(profile.visit(f"/t/{table}?tutorial=1"))
    page = view.page
    card = page.get_by_role("region", name="Einführung")
    steps = profile.player.get("/variants/yams")["tutorial"]
    expect(card).to_contain_text(steps[0]["text"])
    expect(card).to_contain_text(f"1 von {len(steps)}")
    assert_well(page)
    view.roll(1)
    expect(card).to_contain_text(steps[1]["text"])
    expect(page.locator(".table-page")).to_have_attribute("data-tour", steps[1]["focus"])
    assert_well(page)
    for step in steps[2:]:
        card.get_by_role("button", name=re.compile("Weiter|Überspringen")).click()
        expect(card).to_contain_text(step["text"])
    card.get_by_role("button", name="Schließen").click()
    expect(card).to_have_count(0)
    expect(view.roll_button).to_be_focused()
    assert page.url.endswith(table)
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Einführung").click()
    expect(card).to_contain_text(steps[0]["text"])


def test_doubled_turn_doubles_the_offered_points(new_profile):
    profile = new_profile()
    table = profile.player.open("Anna", variant="kniffel", rules={"doubles": 1})
    view = TableView(profile.visit(f"/t/{table}"))
    view.page.get_by_role("button", name="Zug verdoppeln").click()
    expect(view.page.get_by_text("Dieser Zug zählt doppelt.")).to_be_visible()
    view.roll(1)
    dice = [int(face) for face in view.faces()]
    assert view.offers()["chance"] == 2 * sum(dice)
    assert_well(view.page)


def test_doubled_roll_doubles_points_until_the_next_roll(new_profile):
    profile = new_profile()
    rules = {"doubles": 2, "double_when": "before_any_roll"}
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna', variant='kniffel', rules=rules)}"))
    view.roll(1)
    view.page.get_by_role("button", name="Nächsten Wurf verdoppeln").click()
    expect(view.page.get_by_text("Der nächste Wurf zählt doppelt.")).to_be_visible()
    view.roll(2)
    expect(view.page.get_by_text("Dieser Wurf zählt doppelt.")).to_be_visible()
    assert view.offers()["chance"] == 2 * sum(int(face) for face in view.faces())
    assert_well(view.page)
    view.roll(3)
    assert view.offers()["chance"] == sum(int(face) for face in view.faces())
