"""Chat at the table, in the lobby and among watchers; no text becomes markup."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewProfile
from tests.support.axe import violations
from tests.support.profile import PHONE, Profile


@pytest.fixture
def three(new_profile: NewProfile) -> tuple[Profile, Profile, Profile]:
    """Anna and Bernd, players, and Clara, a watcher on a phone."""
    people = new_profile(), new_profile(), new_profile(viewport=PHONE)
    for profile, name in zip(people, ("Anna", "Bernd", "Clara"), strict=True):
        profile.player.post("/session", {"name": name})
    return people


def write(page: Page, text: str) -> None:
    """Send a message in the open chat."""
    field = page.locator(".chat form > input")
    field.fill(text)
    field.press("Enter")
    expect(page.locator(".chat li").last).to_contain_text(text)


def test_players_chat_openly_and_watchers_only_among_themselves(three: tuple[Profile, Profile, Profile]) -> None:
    anna, bernd, _ = three
    table = anna.player.open("Anna", "human", visibility="public", start=True)
    bernd.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
    first, second, third = (profile.visit(f"/t/{table}") for profile in three)

    expect(first.get_by_role("button", name="Chat")).to_be_visible()
    expect(second.get_by_role("button", name="Chat")).to_be_visible()
    first.keyboard.press("c")
    expect(first.get_by_label("Schreib etwas …")).to_be_focused()
    write(first, "Viel <b>Glück</b> & 🎲")
    expect(second.get_by_role("button", name="Chat 1 neue Nachricht")).to_be_visible()
    second.keyboard.press("c")
    said = second.locator(".chat li")
    expect(said).to_contain_text("Viel <b>Glück</b> & 🎲")
    expect(said.locator("b")).to_have_count(0)
    assert violations(second) == []

    # Keys typed into the chat do not act on the game.
    rolls = len(anna.player.events(table))
    write(second, "rrr c 123")
    assert len(anna.player.events(table)) == rolls

    third.get_by_role("button", name="Chat").click()
    write(third, "Ob er die Chance nimmt?")
    expect(third.locator(".chat li")).to_have_count(3)
    assert violations(third) == []
    expect(first.locator(".chat li")).to_have_count(2)

    # The messages of a muted person disappear and return after unmuting.
    first.get_by_role("button", name="Nachricht von Bernd").click()
    first.get_by_role("button", name="Bernd stummschalten").click()
    expect(first.locator(".chat li")).to_have_count(1)
    first.get_by_role("button", name="Bernd wieder lesen").click()
    expect(first.locator(".chat li")).to_have_count(2)
    first.keyboard.press("Escape")


@pytest.mark.slow
def test_reaction_appears_for_players_and_tv_unless_switched_off(three: tuple[Profile, Profile, Profile]) -> None:
    anna, bernd, clara = three
    table = anna.player.open("Anna", "human", visibility="public", start=True)
    bernd.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
    first, second, room = anna.visit(f"/t/{table}"), bernd.visit(f"/t/{table}"), clara.visit(f"/watch/{table}?tv")
    expect(room.locator(".reactions")).to_be_attached()

    first.get_by_role("button", name="Schnell reagieren").click()
    assert violations(first) == []
    first.get_by_role("button", name="Bravo!").click()
    for page in (first, second, room):
        expect(page.locator(".reactions p")).to_have_text("Anna")
    expect(second.get_by_role("log").filter(has_text="Anna: Bravo!")).to_be_attached()
    expect(second.locator(".chatbox .new")).to_have_count(0)

    # A setting hides the reactions of other people; the chat keeps them.
    second.get_by_role("button", name="Schnell reagieren").click()
    second.get_by_label("Reaktionen zeigen").uncheck()
    second.keyboard.press("Escape")
    expect(second.get_by_role("button", name="Schnell reagieren")).to_be_focused()
    first.get_by_role("button", name="Schnell reagieren").click()
    first.get_by_role("button", name="Viel Glück!").click()
    second.get_by_role("button", name="Chat").click()
    expect(second.locator(".chat li").last).to_contain_text("Viel Glück!")
    expect(second.locator(".reactions p").filter(has=second.locator(".leaf"))).to_have_count(0)
    expect(second.get_by_role("log").filter(has_text="Anna: Viel Glück!")).to_have_count(0)


@pytest.mark.slow
def test_lobby_updates_tables_and_chat_live(three: tuple[Profile, Profile, Profile]) -> None:
    anna, bernd, clara = three
    lobby = bernd.visit("/lobby")
    phone = clara.visit("/lobby")
    field = lobby.get_by_label("Schreib etwas …")
    expect(field).to_be_visible()
    table = anna.player.open(
        "Anna", "human", visibility="public", start=True, rules_name="Nur heute", rules={"joker": "none"}
    )
    card = lobby.get_by_role("listitem").filter(has_text="Nur heute")
    expect(card.get_by_role("button", name="Mitspielen")).to_be_visible()

    write(lobby, "Ich komme!")
    line = phone.locator(".chat li").filter(has_text="Ich komme!").last
    expect(line).to_contain_text("Bernd")
    line.get_by_role("button", name="Nachricht von Bernd").click()
    phone.get_by_role("button", name="Nur Bernd schreiben").click()
    phone.get_by_label("Nur an Bernd:").fill("Bis gleich")
    phone.get_by_role("button", name="Senden").click()
    expect(lobby.locator(".chat li").filter(has_text="nur an dich").last).to_contain_text("Bis gleich")
    line.get_by_role("button", name="Nachricht von Bernd").click()
    phone.get_by_role("button", name="Melden", exact=True).click()
    phone.get_by_role("button", name="Dem Betreiber melden").click()
    expect(phone.get_by_text("Danke: Der Betreiber sieht es sich an.")).to_be_visible()
    assert violations(lobby) == []
    assert violations(phone) == []

    # A refused message stays in the field, with the reason.
    bernd.watch.allow("/api/v1/chat")
    field.fill("links\u202erechts")
    field.press("Enter")
    expect(lobby.get_by_role("alert")).to_contain_text("unsichtbare Zeichen U+202E")
    expect(field).to_have_value("links\u202erechts")

    card.get_by_role("button", name="Mitspielen").click()
    lobby.get_by_role("dialog").get_by_role("button", name="Platz nehmen").click()
    lobby.wait_for_url(f"**/t/{table}")
    expect(
        phone.get_by_role("listitem").filter(has_text="Nur heute").get_by_role("link", name="Zuschauen")
    ).to_be_visible()
