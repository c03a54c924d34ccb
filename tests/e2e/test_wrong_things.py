"""Forbidden and unusual actions of people and programs."""

import pytest
from playwright.sync_api import expect

from tests.support.profile import FITS
from tests.support.tableview import TableView

MARKUP = "<img src=x onerror=alert(1)>"


def fill_names(page, first, second):
    page.get_by_label("Name für Platz 1").fill(first)
    page.get_by_role("radio", name="An diesem Gerät").check()
    page.get_by_label("Name für Platz 2").fill(second)


@pytest.mark.slow
def test_equal_names_get_a_number_and_a_notice(profile):
    page = profile.visit("/")
    fill_names(page, "Anna", "anna ")
    expect(page.get_by_text("Gleiche Namen bekommen eine Nummer: anna 2.")).to_be_visible()
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page.get_by_role("columnheader", name="anna 2")).to_be_visible()


@pytest.mark.slow
def test_empty_names_become_default_names(profile):
    page = profile.visit("/")
    fill_names(page, "", "   ")
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spieler 1 ist dran")
    expect(page.get_by_role("columnheader", name="Spieler 2")).to_be_visible()


def test_markup_in_a_name_is_refused_and_never_run(profile):
    profile.watch.allow("422")
    page = profile.visit("/")
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    fill_names(page, MARKUP, "Bernd")
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Ein Name")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    expect(page.get_by_label("Name für Platz 1")).to_have_value(MARKUP)


@pytest.mark.slow
def test_name_field_cuts_text_at_forty_characters(profile):
    page = profile.visit("/")
    fill_names(page, "A" * 10_000, "B" * 40)
    expect(page.get_by_label("Name für Platz 1")).to_have_value("A" * 40)
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{'A' * 40} ist dran")
    assert page.evaluate(FITS)


@pytest.mark.slow
def test_names_in_any_script_appear_unchanged(profile):
    page = profile.context.new_page()
    for name in ("Łukasz Żółć", "Νίκος", "محمد", "小明", "Jürgen-Groß 🎲", "O'Neil & Söhne"):
        page.goto("/")
        fill_names(page, name, "Bernd")
        page.get_by_role("button", name="Los", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{name} ist dran")


@pytest.mark.slow
def test_table_without_human_players_is_refused(profile):
    page = profile.visit("/")
    page.get_by_role("button", name="Mehr", exact=True).click()
    page.get_by_label("Wer sitzt auf Platz 1?").select_option("bot:simple")
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Mindestens ein Mensch")).to_be_visible()
    expect(page).to_have_url(f"{profile.player.home}/")


@pytest.mark.slow
def test_strangers_cannot_see_a_private_table(new_profile):
    owner, stranger = new_profile(), new_profile()
    table = owner.player.open("Geheimrat", "Bernd")
    stranger.watch.allow("404")
    for path in (f"/t/{table}", f"/t/{table}/results"):
        page = stranger.visit(path)
        expect(page.get_by_role("heading", name="Dieser Tisch ist nicht zu sehen")).to_be_visible()
        assert "Geheimrat" not in page.content()
    page = stranger.visit("/")
    open_tables = page.get_by_role("region", name="Offene Tische")
    # Other tests of this server may have left a table with a free seat.
    listed = open_tables.get_by_role("button", name="Mitspielen").first
    expect(listed.or_(open_tables.get_by_text("Gerade wartet niemand auf Mitspieler."))).to_be_visible()
    assert "Geheimrat" not in page.content()


@pytest.mark.slow
def test_table_page_contains_no_data_of_another_table(profile):
    profile.player.open("Geheimrat", "Bernd")
    view = TableView(profile.visit(f"/t/{profile.player.open('Anna', 'Clara')}"))
    view.roll(1)
    assert "Geheimrat" not in view.page.content()


@pytest.mark.slow
def test_unknown_address_links_to_the_start_page(profile):
    page = profile.visit("/no/such/page")
    expect(page.get_by_role("heading", name="Hier liegt nichts")).to_be_visible()
    page.get_by_role("link", name="Zur Startseite").click()
    expect(page.get_by_role("heading", name="Neues Spiel")).to_be_visible()


def test_two_tabs_of_one_player_stay_in_sync(profile):
    profile.prefer(handover=False)
    table = profile.player.open("Anna", "Bernd")
    one, two = TableView(profile.visit(f"/t/{table}")), TableView(profile.visit(f"/t/{table}"))
    one.roll(1)
    two.wait_for_roll(1)
    assert one.faces() == two.faces()
    two.write("chance")
    expect(one.heading).to_have_text("Bernd ist dran")
    assert one.written("chance", 1).inner_text() == two.written("chance", 1).inner_text()


def test_double_click_rolls_once(profile):
    table = profile.player.open("Anna")
    view = TableView(profile.visit(f"/t/{table}"))
    view.roll_button.dblclick()
    view.wait_for_roll(1)
    # A second click is ignored, however late it arrives.
    view.roll_button.dispatch_event("click", {"detail": 2})
    expect(view.roll_button).to_have_text("Weiter würfeln (noch 2)")
    assert [event["type"] for event in profile.player.events(table)].count("dice_rolled") == 1
