"""The languages, the two themes, the materials, and no motion for people who reduce it."""

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations
from tests.support.settings import choose
from tests.support.tableview import TableView

LIGHTNESS = """(selector) => {
  const [r, g, b] = getComputedStyle(document.querySelector(selector)).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (r + g + b) / 765;
}"""
RECORD_MOVES = """() => {
  window.drawn = 0;
  window.waits = [];
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...face) {
    drawn += 1;
    return draw.apply(this, face);
  };
  const later = window.setTimeout;
  window.setTimeout = (call, wait) => {
    if (wait > 600 && wait < 1000) waits.push(wait);
    return later(call, wait);
  };
}"""
DICE_STAY_IN_THE_AIR = """() => {
  const later = window.setTimeout;
  window.setTimeout = (call, wait) => (wait > 600 && wait <= 900 ? waits.push(wait) : later(call, wait));
}"""
MOVING = "() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 200).length"


@pytest.mark.parametrize(
    ("locale", "language", "words"),
    [
        ("de-AT", "de", "Neues Spiel"),
        ("en-GB", "en", "New game"),
        pytest.param("fr-FR", "fr", "Nouvelle partie", marks=pytest.mark.slow),
        pytest.param("eo", "en", "New game", marks=pytest.mark.slow),
    ],
)
def test_browser_locale_chooses_the_language(new_profile, locale, language, words):
    page = new_profile(locale=locale).visit("/")
    expect(page.get_by_role("heading", name=words)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.slow
def test_language_setting_survives_reload_and_applies_to_server_texts(profile):
    page = profile.visit("/")
    choose(page, "English")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()

    page.goto("/rules/kniffel")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Kniffel")
    expect(page.get_by_role("article")).to_contain_text("dice")
    choose(page, "Deutsch")
    expect(page.get_by_role("article")).to_contain_text("Würfel")


def test_language_switch_translates_table_in_the_middle_of_a_turn(profile):
    table = profile.player.open("Anna", "Bernd")
    view = TableView(profile.visit(f"/t/{table}"))
    page = view.page
    view.roll(1)
    dice = view.faces()
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("radio", name="English").check()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna’s turn")
    expect(page.get_by_role("region", name="Log").get_by_role("listitem").last).to_contain_text(
        f"Roll 1 of 3: {', '.join(dice)}."
    )
    expect(page.get_by_role("row", name="Three of a kind")).to_be_visible()


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_device_color_scheme_chooses_the_theme(new_profile, scheme, dark):
    page = new_profile(color_scheme=scheme).visit("/")
    expect(page.get_by_role("heading", name="Neues Spiel")).to_be_visible()
    assert (page.evaluate(LIGHTNESS, "form.paper") < 0.4) is dark


@pytest.mark.slow
def test_theme_setting_survives_reload(new_profile):
    page = new_profile(color_scheme="light").visit("/")
    choose(page, "Dunkel")
    assert page.evaluate(LIGHTNESS, "form.paper") < 0.4
    page.reload()
    expect(page.locator("form.paper")).to_be_visible()
    assert page.evaluate(LIGHTNESS, "form.paper") < 0.4


@pytest.mark.slow
def test_dice_fly_at_most_900_ms_and_land_on_click(new_profile):
    profile = new_profile(reduced_motion="no-preference")
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna')}"))
    page = view.page
    canvas, air = page.locator(".tray canvas"), page.locator(".tray .away")
    expect(view.roll_button).to_be_visible()  # so the page has set its own timers
    expect(canvas).to_be_hidden()
    page.evaluate(RECORD_MOVES)
    view.roll(1)
    expect(air).to_have_count(0)
    assert page.evaluate("drawn") > 5
    # The dice fall, and then line up.
    assert page.evaluate("waits") == [690, 900]

    view.keep(1, 2)
    page.evaluate(DICE_STAY_IN_THE_AIR)
    view.roll_button.click()
    page.wait_for_function("() => waits.length === 4")
    # The page shows the roll once the dice rest.
    expect(view.count).to_contain_text("Wurf 1 von 3")
    expect(air).to_have_count(3)
    expect(canvas).to_be_visible()
    page.mouse.click(5, 400)
    assert air.count() == 0
    expect(canvas).to_be_hidden()
    view.wait_for_roll(2)


@pytest.mark.slow
def test_reduced_motion_disables_all_animations(profile):
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna')}"))
    page = view.page
    page.evaluate(RECORD_MOVES)
    for nth in (1, 2, 3):
        view.roll(nth)
        assert page.evaluate(MOVING) == 0
    view.enter(*max(view.offers().items(), key=lambda offer: offer[1]))
    expect(view.count).to_contain_text("Noch nicht gewürfelt")
    assert page.evaluate("drawn") == 0


@pytest.mark.slow
def test_felt_dice_and_ink_settings_survive_reload(profile):
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna')}"))
    page = view.page
    view.roll(1)
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Einstellungen").click()
    for material in ("Blau", "Schwarz", "Violett"):
        page.get_by_role("radio", name=material, exact=True).check()
    page.get_by_role("dialog").get_by_role("button", name="Schließen").click()
    for _ in range(2):
        expect(page.locator(".tray")).to_have_css("background-color", "rgb(29, 53, 87)")
        expect(page.locator(".tray .plain").first).to_have_css("stop-color", "rgb(42, 48, 59)")
        assert not violations(page)
        page.reload()
