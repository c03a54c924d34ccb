"""The verifier checks a match from its results, and a record without a network; it names a changed die."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.axe import violations


@pytest.mark.slow
@pytest.mark.randomness
def test_verifier_checks_match_online_and_record_offline(new_profile):
    anna, bernd = new_profile(service_workers="allow"), new_profile()
    table = anna.player.open("Anna", "human", variant="yacht", visibility="public")
    bernd.player.sit_down()
    bernd.player.post(f"/tables/{table}/seats", {"name": "Bernd", "seed": "c0ffee"})
    anna.player.post(f"/tables/{table}/start", {})
    while anna.player.table(table)["status"] == "running":
        seat = anna.player.table(table)["turn"]["seat"]
        (anna, bernd)[seat - 1].player.play_turn(table)
    rolls = sum(event["type"] == "dice_rolled" for event in anna.player.events(table))

    page = anna.visit(f"/t/{table}/results")
    page.get_by_text("Waren die Würfel ehrlich?").click()
    page.get_by_role("link", name="Jeden Wurf nachrechnen").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text(f"Alle {rolls} Würfe stimmen.")
    expect(page.get_by_text("Ein Platz hat einen eigenen Startwert dazugegeben.")).to_be_visible()
    assert violations(page) == []

    record = anna.player.ask(f"/tables/{table}/record").text()
    assert page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.active !== null)")
    assert page.evaluate("caches.match('/').then((page) => page !== undefined)")
    anna.watch.allow("ERR_INTERNET_DISCONNECTED")
    anna.context.set_offline(True)
    page = anna.visit("/verify")
    expect(page.get_by_text("Kein Netz.")).to_be_visible()
    page.get_by_label("Oder die Aufzeichnung hier einfügen").fill(record)
    page.get_by_role("button", name="Nachrechnen").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text(f"Alle {rolls} Würfe stimmen.")

    changed, line, right = turned(record)
    page.get_by_role("button", name="Andere Aufzeichnung").click()
    page.get_by_label("Oder die Aufzeichnung hier einfügen").fill(changed)
    page.get_by_role("button", name="Nachrechnen").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("Ein Wurf stimmt nicht.")
    expect(page.get_by_text(f"Zeile {line}: Spiel 1, Runde 2, Bernd, Wurf 1")).to_be_visible()
    expect(page.get_by_text(right, exact=True)).to_be_visible()
    assert violations(page) == []


def turned(record: str) -> tuple[str, int, str]:
    """The record with a changed die in the first roll of turn 2.2, the line number, and the original roll."""
    found = re.search(r"^2\.2 (\d)(\d{4})", record, re.MULTILINE)
    assert found is not None
    other = f"{int(found[1]) % 6 + 1}{found[2]}"
    line = record.count("\n", 0, found.start()) + 1
    return record[: found.start(1)] + other + record[found.end() :], line, found[1] + found[2]
