"""Kniffeliger by three people at one device: a whole game that uses every action, by mouse and by touch."""

import pytest
from playwright.sync_api import expect

from tests.support.actions import Actions
from tests.support.axe import violations
from tests.support.profile import FITS, PHONE, WIDE
from tests.support.server import Server
from tests.support.tableview import TableView

DEVICES = {
    "wide": {"viewport": WIDE},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
KINDS = {"steal", "freeze", "cross_out", "shift", "swap"}
QUICK = ("end_turn", "score", "roll", "use_action")
"""A careless player's first choice."""


@pytest.fixture(params=DEVICES)
def device(request):
    """The screen size and the touch support."""
    return DEVICES[request.param]


@pytest.fixture
def fixed(tmp_path):
    """A server with fixed dice that win every action die early."""
    with Server(tmp_path, module=("tests.support.fixed_server",)) as running:
        yield running


def assert_well(page):
    """axe reports no violations and the page fits the screen."""
    assert page.evaluate(FITS)
    found = violations(page)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("device", [pytest.param("wide", marks=pytest.mark.long), "phone"], indirect=True)
def test_game_with_every_action_matches_naive_totals(fixed, new_profile, device):
    profile = new_profile(home=fixed.url, **device)
    profile.prefer(handover=False)
    table = profile.player.open("Anna", "Bernd", "Clara", variant="kniffeliger")
    view = TableView(profile.visit(f"/t/{table}"))
    actions, used = Actions(view), set()
    while used != KINDS:
        play_on(profile, view, actions, profile.player.table(table), used)
    assert_well(view.page)
    while (state := profile.player.table(table))["turn"]:
        play_quickly(profile, state)

    expect(view.page.get_by_role("heading", name="Das Spiel ist zu Ende")).to_be_visible()
    final = profile.player.table(table)
    assert final["totals"] == naive_totals(profile.player.events(table))
    signs = 0
    for sheet in view.page.locator(".strip button").all() or [None]:
        if sheet is not None:
            sheet.click()
        signs += view.page.locator(".crossed_out svg, .stolen svg").count()
    assert signs > 0
    assert_well(view.page)


@pytest.mark.slow
def test_lever_rolls_dice_by_pull_click_and_key(fixed, new_profile, device):
    profile = new_profile(home=fixed.url, **device)
    table = profile.player.open("Anna", "Bernd", variant="kniffeliger")
    view = TableView(profile.visit(f"/t/{table}"))
    mouse, button = view.page.mouse, view.roll_button
    expect(button).to_have_accessible_description("Hebel: ziehen oder klicken")
    place = button.bounding_box()
    assert place is not None
    x, y = place["x"] + 30, place["y"] + place["height"] / 2

    def pull(way):
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + way, y, steps=4)
        mouse.up()

    pull(30)
    assert profile.player.table(table)["turn"]["dice"] is None
    pull(90)
    view.wait_for_roll(1)
    button.click()
    view.wait_for_roll(2)
    view.page.keyboard.press("r")
    view.wait_for_roll(3)
    assert_well(view.page)

    view.page.get_by_role("button", name="Menü").click()
    view.page.get_by_role("link", name="Bestenliste des Spiels").click()
    expect(view.page).to_have_url(f"{fixed.url}/scores/kniffeliger")


def play_quickly(profile, state):
    """Take one step through the API while the page watches: end the turn, enter the best cell, or roll."""
    legal = sorted(state["legal_actions"], key=lambda action: (QUICK.index(action["type"]), -action.get("points", 0)))
    profile.player.act(state["id"], legal[0])


def play_on(profile, view, actions, state, used):
    """Take one step: use an unused action, or else continue the turn."""
    stage = state["turn"]["stage"]
    possible = [action["action"] for action in state["legal_actions"] if action["type"] == "use_action"]
    fresh = next((kind for kind in possible if kind not in used), None)
    if fresh is not None:
        before = profile.player.table(state["id"])["seq"]
        look_at_dialog(view, actions, fresh)
        actions.use(fresh)
        used.add(fresh)
        settle(profile, view, state["id"], before)
        assert view.page.evaluate(FITS)
    elif stage == "shifting":
        expect(view.roll_button).to_have_text("Nicht tauschen")
        view.roll_button.click()
        settle(profile, view, state["id"], state["seq"])
    elif stage == "entered":
        actions.end_turn()
        settle(profile, view, state["id"], state["seq"])
    elif stage == "ready":
        view.roll(1)
    else:
        view.enter(*max(view.offers().items(), key=lambda offer: offer[1]))
        settle(profile, view, state["id"], state["seq"])


def look_at_dialog(view, actions, kind):
    """The dialog enables the usable action dice; Escape closes it without a change."""
    actions.button.click()
    expect(actions.kinds.locator(":scope:enabled")).not_to_have_count(0)
    assert_well(view.page)
    view.page.keyboard.press("Escape")
    expect(actions.dialog).to_have_count(0)


MOVED_ON = """async ([path, seq]) => {
  while ((await (await fetch(path)).json()).seq <= seq) await new Promise(requestAnimationFrame);
}"""


def settle(profile, view, table, before):
    """Wait until the server has decided and the page shows the result."""
    view.page.evaluate(MOVED_ON, [f"/api/v1/tables/{table}", before])
    turn = profile.player.table(table)["turn"]
    if turn is None:
        return
    busy = "true" if turn["stage"] == "entry_due" else "false"
    expect(view.roll_button).to_have_attribute("aria-disabled", busy)
    name = profile.player.table(table)["seats"][turn["seat"] - 1]["name"]
    expect(view.heading).to_contain_text(name)


def naive_totals(events):
    """The sheet totals after a replay of every event in the log."""
    sheets = [{}, {}, {}]
    for event in events:
        data, seat = event["data"], (event["seat"] or 1) - 1
        if event["type"] == "scored":
            sheets[seat][data["cell"]] = data["points"]
        if event["type"] != "action_used":
            continue
        target = (data["target"] or 1) - 1
        match data["action"]:
            case "steal":
                sheets[seat][data["cell"]] = sheets[target][data["cell"]]
                sheets[target][data["cell"]] = 0
            case "cross_out":
                sheets[target][data["cell"]] = 0
            case "swap":
                sheets[seat], sheets[target] = sheets[target], sheets[seat]
            case "shift":
                sheets = [sheets[-1], *sheets[:-1]]
    return [sum(sheet.values()) for sheet in sheets]


@pytest.mark.slow
def test_keyboard_alone_plays_turns_and_uses_action_die(fixed, new_profile):
    """R rolls, Enter enters, A opens the action dice, E ends the turn. The page names frozen cells in text."""
    profile = new_profile(home=fixed.url)
    profile.prefer(handover=False)
    table = profile.player.open("Anna", "Bernd", "Clara", variant="kniffeliger")
    view = TableView(profile.visit(f"/t/{table}"))
    page = view.page
    expect(view.roll_button).to_have_attribute("aria-disabled", "false")
    for _ in range(60):
        state = profile.player.table(table)
        kinds = [action["action"] for action in state["legal_actions"] if action["type"] == "use_action"]
        if "freeze" in kinds:
            break
        if state["turn"]["stage"] in {"entered", "shifting"}:
            page.keyboard.press("e")
        elif state["turn"]["stage"] == "ready":
            page.keyboard.press("r")
            view.wait_for_roll(1)
            continue
        else:
            offers = view.offers()
            view.cell(max(offers, key=lambda cell: offers[cell])).focus()
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        settle(profile, view, table, state["seq"])
    else:
        raise AssertionError("nobody won a die to freeze with")

    actions = Actions(view)
    page.keyboard.press("a")
    expect(actions.dialog).to_be_visible()
    actions.kinds.filter(has_text="Einfrieren").press("Enter")
    actions.dialog.locator(".list button").last.press("Enter")
    victim = profile.player.table(table)["turn"]["seat"]
    actions.dialog.locator(".list button").first.press("Enter")
    expect(actions.dialog.get_by_role("button", name="Einsetzen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("cell").filter(has_text="eingefroren")).to_have_count(1)
    seats = profile.player.table(table)["seats"]
    assert [len(seat["frozen"]) for seat in seats if seat["seat"] != victim].count(1) == 1
