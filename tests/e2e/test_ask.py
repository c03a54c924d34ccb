"""The page for advice on a position: set up by keyboard or touch, answered as the API answers."""

from __future__ import annotations

import json
import re
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.support.axe import violations
from tests.support.focus import assert_focus_visible, focused, tab_to
from tests.support.player import Json
from tests.support.profile import PHONE, Profile
from tests.support.server import Server
from tests.support.settings import choose
from tests.support.solving import wait_until_solved

pytestmark = pytest.mark.slow

VARIANT = "kniffel-plain"
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
CELLS = (
    *UPPER,
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "kniffel",
    "chance",
)
SOME = f"{VARIANT}; ones=3 fours=12 full_house=25 kniffel=0; 12344 2"
THUMB = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
LOOKS = {
    "wide, English": {"locale": "en-GB", "viewport": {"width": 1920, "height": 1080}},
    "dark narrow phone, German": {"color_scheme": "dark", **THUMB, "viewport": {"width": 320, "height": 640}},
}


@pytest.fixture(scope="module", autouse=True)
def _solved(browser: Browser, server: Server) -> None:
    wait_until_solved(browser, server, VARIANT)


def ask(person: Profile, position: str) -> Page:
    """Open the page with a position."""
    return person.visit(f"/ask?{urlencode({'position': position})}")


def answer(person: Profile, position: str) -> Json:
    """The answer of the API."""
    return person.player.get(f"/advice?{urlencode({'position': position})}")


def only(cell: str) -> str:
    """A sheet on which all but one cell are scratched."""
    return f"{VARIANT}; {' '.join(f'{key}=0' for key in CELLS if key != cell)}"


def held(page: Page) -> re.Pattern[str]:
    """Matches the address of the page."""
    return re.compile(f"^{re.escape(page.url)}$")


def at(position: str) -> re.Pattern[str]:
    """Matches the address of a position, with its cells in any order."""
    spelled = quote(position, safe=";=").replace("%20", r"\+")
    return re.compile(rf"/ask\?position={spelled}$")


def german(value: float, places: int = 1) -> str:
    """Points in German notation."""
    return f"{value:.{places}f}".replace(".", ",")


def worth(page: Page) -> Locator:
    """The expected final total."""
    return page.locator("dl div").filter(has_text="Endergebnis im Schnitt").locator("dd")


def to_come(page: Page) -> Locator:
    return page.locator("dl div").filter(has_text="Kommt im Schnitt noch").locator("dd")


def die(page: Page, place: int) -> Locator:
    return page.get_by_role("spinbutton", name=f"Würfel {place}")


def faces(page: Page) -> list[str | None]:
    """The dice as a screen reader reads them."""
    dice = page.get_by_role("group", name="Würfel", exact=True).get_by_role("spinbutton")
    return [one.get_attribute("aria-valuetext") for one in dice.all()]


def points(page: Page, name: str) -> Locator:
    return page.get_by_label(f"{name}: Punkte", exact=True)


def test_keyboard_alone_sets_up_position_and_continues_it(profile: Profile) -> None:
    profile.watch.allow("503")  # the page starts with Kniffel, which may not be solved yet
    page = profile.visit("/")
    tab_to(page, "Lage befragen", most=60)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tab_to(page, "Spiel")
    page.keyboard.type("Kniffel ohne")
    page.keyboard.press("Enter")
    expect(page).to_have_url(at(VARIANT))
    expect(page.get_by_role("spinbutton", name="Würfel 1")).to_be_visible()
    tab_to(page, "Würfel 1")
    assert_focus_visible(page)
    page.keyboard.type("12344")
    expect(page).to_have_url(at(f"{VARIANT}; ; 12344 2"))
    advice = answer(profile, f"{VARIANT}; ; 12344 2")
    expect(page.get_by_role("region", name="Antwort")).to_contain_text(advice["text"])
    expect(page.get_by_role("log").last).to_contain_text(advice["text"])
    tab_to(page, "Einser: Punkte")
    page.keyboard.type("3")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "Zweier: Punkte"
    expect(page).to_have_url(at(f"{VARIANT}; ones=3; 12344 2"))
    advice = answer(profile, f"{VARIANT}; ones=3; 12344 2")
    expect(worth(page)).to_have_text(german(advice["value"]))

    stays = advice["actions"][0]["action"]
    assert stays.startswith("k"), "with two rolls left nobody stops here"
    tab_to(page, "So weiterwürfeln", back=True)
    assert_focus_visible(page)
    page.keyboard.press("Enter")
    missing = 6 - len(stays)
    expect(die(page, len(stays))).to_be_focused()
    assert [text for text in faces(page) if text and text.endswith("bleibt liegen")] == [
        f"{face}, bleibt liegen" for face in stays[1:]
    ]
    page.keyboard.type("6" * missing)
    dice = "".join(sorted(stays[1:] + "6" * missing))
    expect(page).to_have_url(at(f"{VARIANT}; ones=3; {dice} 1"))
    expect(worth(page)).to_have_text(german(answer(profile, f"{VARIANT}; ones=3; {dice} 1")["value"]))


def test_single_keys_set_dice_from_anywhere_on_the_page(profile: Profile) -> None:
    page = ask(profile, VARIANT)
    expect(worth(page)).to_be_visible()
    page.keyboard.type("66")
    expect(page.get_by_text("Noch 3 Würfel fehlen.")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.get_by_text("Noch 4 Würfel fehlen.")).to_be_visible()
    page.keyboard.type("1233")
    expect(page).to_have_url(at(f"{VARIANT}; ; 12336 2"))
    assert faces(page) == ["6", "1", "2", "3", "3"]
    die(page, 1).focus()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(at(f"{VARIANT}; ; 12335 2"))
    page.keyboard.press("Control+End")
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile(r";\+[1-6]{5}\+2$"))


def test_touch_sets_up_position_and_continues_it(new_profile) -> None:
    profile = new_profile(**THUMB)
    page = ask(profile, f"{VARIANT}; ones=3")
    pad = page.get_by_role("group", name="Wurf eintippen")
    for face in "12344":
        pad.get_by_role("button", name=f"Eine {face} dazulegen").tap()
    die(page, 5).tap()
    page.get_by_text("0", exact=True).first.tap()
    position = f"{VARIANT}; ones=3; 12345 0"
    expect(page).to_have_url(at(position))
    advice = answer(profile, position)
    best = advice["actions"][0]
    assert best["action"] == "large_straight"
    offer = page.locator("tr[data-row=large_straight]").get_by_role("button")
    expect(offer).to_have_accessible_name(f"{best['words']}: Ende im Schnitt {german(best['value'])}, Verlust 0,0")
    row = page.locator("tr[data-row=chance]").get_by_role("button")
    row.tap()
    expect(row).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="40 Punkte eintragen").tap()
    expect(page).to_have_url(at(f"{VARIANT}; ones=3 large_straight=40"))
    expect(points(page, "Große Straße")).to_have_value("40")
    expect(page.locator("tr[data-row=total] td").first).to_have_text("43")
    assert faces(page) == ["noch leer"] * 5
    expect(page.get_by_text("Vor dem Wurf")).to_be_visible()


def test_page_lists_every_action_with_values_from_the_api(profile: Profile) -> None:
    page = ask(profile, SOME)
    advice = answer(profile, SOME)
    rows = page.locator("tr[data-action]")
    expect(rows).to_have_count(6)
    page.get_by_role("button", name=f"Alle {len(advice['actions'])} zeigen").click()
    expect(rows).to_have_count(len(advice["actions"]))
    shown = rows.evaluate_all("rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim()))")
    assert shown == [
        [
            action["words"],
            german(action["value"], 2),
            german(-action["regret"], 2).replace("-", "−").replace("−0,00", "0,00"),
        ]
        for action in advice["actions"]
    ]
    second = advice["actions"][1]
    page.get_by_role("button", name=second["words"], exact=True).click()
    expect(page.get_by_role("heading", name=second["words"])).to_contain_text(german(second["value"]))
    for key, chance in second["chances"].items():
        row = page.locator(f"tr[data-chance={key}]")
        if chance < 0.0005:
            expect(row).to_have_count(0)
        else:
            digits = 1 if chance < 0.1 else 0
            expect(row.locator(".number")).to_have_text(
                re.compile(rf"^{100 * chance:.{digits}f}".replace(".", ",") + r"\s%$")
            )


@pytest.mark.parametrize(("cell", "expected"), [("kniffel", 2.301432), ("chance", 23 + 1 / 3)])
def test_last_open_cell_has_its_known_expected_score(profile: Profile, cell: str, expected: float) -> None:
    assert answer(profile, only(cell))["value"] == pytest.approx(expected, abs=2e-5)
    page = ask(profile, only(cell))
    expect(to_come(page)).to_have_text(german(expected))
    page.keyboard.type("66666")
    page.get_by_role("button", name="Punkte eintragen").click()
    expect(page.get_by_text(f"Das Spiel ist zu Ende: {50 if cell == 'kniffel' else 30} Punkte.")).to_be_visible()


def test_back_button_undoes_changes_step_by_step(profile: Profile) -> None:
    page = ask(profile, SOME)
    expect(worth(page)).to_be_visible()
    first = worth(page).inner_text()
    field = points(page, "Sechser")
    field.fill("18")
    field.press("Enter")
    expect(page).to_have_url(re.compile("sixes=18"))
    expect(worth(page)).not_to_have_text(first)
    page.get_by_role("button", name="Abräumen").click()
    expect(page).not_to_have_url(re.compile("12344"))
    page.go_back()
    expect(page).to_have_url(re.compile("sixes=18.*12344"))
    expect(die(page, 5)).to_have_attribute("aria-valuetext", "4")
    assert faces(page) == ["1", "2", "3", "4", "4"]
    page.go_back()
    expect(worth(page)).to_have_text(first)
    expect(field).to_have_value("")
    page.go_forward()
    expect(field).to_have_value("18")


def test_impossible_points_show_error_next_to_their_cell(profile: Profile) -> None:
    profile.watch.allow("422")
    page = ask(profile, SOME)
    expect(worth(page)).to_be_visible()
    address, value = held(page), worth(page).inner_text()
    field = points(page, "Zweier")
    field.fill("7")
    field.press("Enter")
    refusal = profile.player.ask(f"/advice?{urlencode({'position': f'{VARIANT}; twos=7'})}").json()["detail"]
    row = page.get_by_role("row").filter(has=field)
    expect(row).to_contain_text(refusal)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("7")
    expect(worth(page)).to_have_text(value)
    expect(page).to_have_url(address)
    assert faces(page) == ["1", "2", "3", "4", "4"]
    field.fill("8")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(page).to_have_url(re.compile("twos=8"))
    field.fill("")
    field.press("Enter")
    expect(page).not_to_have_url(re.compile("twos"))
    expect(page.get_by_role("row").filter(has=field).get_by_role("button")).to_be_visible()


def test_invalid_position_in_address_shows_reason(profile: Profile) -> None:
    profile.watch.allow("422")
    page = ask(profile, "nothing; ones=3")
    expect(page.get_by_role("alert").filter(has_text="nothing")).to_be_visible()
    page.get_by_label("Spiel", exact=True).select_option("Kniffel ohne Extras")
    expect(worth(page)).to_be_visible()


def test_page_offers_only_exactly_solved_games(profile: Profile) -> None:
    page = ask(profile, VARIANT)
    expect(worth(page)).to_be_visible()
    offered = page.get_by_label("Spiel", exact=True).locator("option").all_inner_texts()
    known = profile.player.get("/variants")["variants"]
    assert offered == [variant["name"] for variant in known if variant["exact"]]
    assert len(offered) < len(known)


def test_page_names_house_rules_and_can_drop_them(profile: Profile) -> None:
    profile.watch.allow("503")
    page = ask(profile, f"{VARIANT} {{rolls=1}}; ones=3; 12344 0")
    expect(page.get_by_text("Mit Hausregeln:")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Würfe im Zug: 1")).to_be_visible()
    page.get_by_role("button", name="Ohne Hausregeln").click()
    expect(page).to_have_url(at(VARIANT))
    expect(worth(page)).to_be_visible()


def test_page_shows_solving_progress_then_loads_the_answer(profile: Profile) -> None:
    profile.watch.allow("503")
    page = profile.context.new_page()
    advice = answer(profile, VARIANT)
    progress = iter((0.1, 0.2, 0.7))

    def reply(route: Route) -> None:
        share = next(progress, None)
        if share is None:
            route.fulfill(json=advice)
            return
        body = {"status": 503, "code": "not_ready", "detail": "Moment.", "progress": share}
        route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(body))

    page.route("**/api/v1/advice?*", reply)
    page.goto(f"/ask?position={VARIANT}")
    expect(page.get_by_role("progressbar")).to_have_js_property("value", 0.2)
    expect(page.get_by_role("progressbar")).to_have_js_property("value", 0.7)
    expect(worth(page)).to_have_text(german(advice["value"]))


def test_language_switch_translates_answer_and_keeps_position(profile: Profile) -> None:
    page = ask(profile, SOME)
    expect(worth(page)).to_be_visible()
    choose(page, "English")
    expect(page.get_by_role("region", name="Answer")).to_contain_text("Keep ")
    expect(page.locator("tr[data-row=large_straight]")).to_contain_text("Large straight")
    assert page.url.endswith(addressed(SOME))


def addressed(position: str) -> str:
    return urlencode({"position": position})


@pytest.fixture(scope="module")
def locking(browser: Browser, server: Server) -> str:
    """A game that locks dice and has a solved table for single sheets."""
    wait_until_solved(browser, server, "kniffeliger")
    return "kniffeliger"


def pin(page: Page, place: int) -> Locator:
    return page.get_by_role("button", name=f"Würfel {place} liegt fest")


def test_locked_dice_restrict_the_advice(profile: Profile, locking: str) -> None:
    page = profile.visit(f"/rules/{locking}")
    page.get_by_role("main").get_by_role("link", name="Lage befragen").click()
    expect(page.get_by_text("Gerechnet wird hier nur der Zettel für sich")).to_be_visible()
    page.keyboard.type("12344")
    expect(page).to_have_url(at(f"{locking}; ; 12344 2"))
    expect(pin(page, 1)).to_be_disabled()
    page.get_by_role("radio", name="1", exact=True).focus()
    page.keyboard.press("Space")
    expect(page).to_have_url(at(f"{locking}; ; 12344 1"))
    for place in (5, 4):
        tab_to(page, f"Würfel {place} liegt fest", back=True)
        assert_focus_visible(page)
        page.keyboard.press("Space")
        expect(pin(page, place)).to_have_attribute("aria-pressed", "true")
    position = f"{locking}; ; 12344 1 lock k44"
    expect(page).to_have_url(at(position))
    assert faces(page) == ["1", "2", "3", "4, bleibt liegen", "4, bleibt liegen"]
    advice = answer(profile, position)
    keeps = {action["action"] for action in advice["actions"] if action["points"] is None}
    assert keeps == {f"k{''.join(sorted(more + '44'))}" for more in ("", "1", "2", "3", "12", "13", "23")}
    expect(worth(page)).to_have_text(german(advice["value"]))

    page.get_by_role("button", name="So weiterwürfeln").first.click()
    stays = advice["actions"][0]["action"][1:]
    page.keyboard.type("6" * (5 - len(stays)))
    dice = "".join(sorted(stays + "6" * (5 - len(stays))))
    position = f"{locking}; ; {dice} 0 lock k{stays}"
    expect(page).to_have_url(at(position))
    expect(worth(page)).to_have_text(german(answer(profile, position)["value"]))
    pressed = [pin(page, place).get_attribute("aria-pressed") for place in range(1, 6)]
    assert pressed == ["true"] * len(stays) + ["false"] * (5 - len(stays))


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_with_locked_dice(new_profile, locking: str, look: str) -> None:
    page = ask(new_profile(**LOOKS[look]), f"{locking}; ones=3; 12344 1 lock k44")
    expect(page.locator(".answer .alone")).to_be_visible()
    assert_fine(page)


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_and_page_fits_the_width(new_profile, look: str) -> None:
    profile = new_profile(**LOOKS[look])
    profile.watch.allow("422")
    page = ask(profile, SOME)
    rows = page.locator("tr[data-action]")
    expect(rows.first).to_be_visible()
    rows.nth(2).get_by_role("button").click()
    field = page.locator("[data-field='cell twos']")
    field.fill("7")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert_fine(page)
    page.locator(".answer .button.primary").click()
    expect(rows).to_have_count(0)
    assert_fine(page)


def assert_fine(page: Page) -> None:
    """axe reports no violations, and the page does not scroll sideways."""
    assert not violations(page)
    assert page.evaluate("document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth"), page.url
