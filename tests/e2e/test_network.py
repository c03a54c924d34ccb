"""Broken connections, conflicting tabs, killed servers: no event is doubled or lost, and every page shows the state."""

from dataclasses import dataclass, field
from datetime import datetime

import pytest
from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from tests.support.tableview import TableView

OVERTAKEN = "Jemand war schneller"
MILLISECONDS = 0.01
"""The precision of times, in seconds."""


@dataclass
class SocketRelay:
    """A relay for all table connections of a browser. It can delay commands and drop answers."""

    drop_answers: bool = False
    delay_commands: bool = False
    _delayed: list[tuple[WebSocketRoute, str | bytes]] = field(default_factory=list)

    def install(self, context: BrowserContext) -> None:
        """Relay the connections that the browser opens from now on."""
        context.route_web_socket("**/ws?*", self._through)

    def open(self) -> None:
        """Send the waiting commands and let later ones through."""
        self.delay_commands = False
        for line, text in self._delayed:
            line.send(text)

    @property
    def waiting(self) -> int:
        """The number of waiting commands."""
        return len(self._delayed)

    def _through(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(lambda text: self._delayed.append((server, text)) if self.delay_commands else server.send(text))
        server.on_message(lambda text: None if self.drop_answers else page.send(text))


def numbers(events):
    return [event["seq"] for event in events]


def seconds_left(clock, event):
    """The seconds of the turn that were left at an event, if the clock has run since."""
    return (datetime.fromisoformat(clock["turn_ends_at"]) - datetime.fromisoformat(event["at"])).total_seconds()


def allow_offline(profile):
    for text in ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket connection to"):
        profile.watch.allow(text)


def test_rolls_sent_during_network_loss_happen_exactly_once(new_profile):
    anna, bernd, clara = (new_profile(service_workers="allow") for _ in range(3))
    relay = SocketRelay()
    relay.install(anna.context)
    allow_offline(anna)
    table = anna.player.open("Anna", "human", visibility="public")
    bernd.player.sit_down()
    bernd.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
    anna.player.post(f"/tables/{table}/start", {})
    here, there, watching = views = [TableView(person.visit(f"/t/{table}")) for person in (anna, bernd, clara)]
    here.roll(1)
    here.keep(1)
    before, known = here.faces(), anna.player.events(table)

    # The roll reaches the server, but the answer is lost.
    relay.drop_answers = True
    here.roll_button.click()
    for view in (there, watching):
        expect(view.count).to_contain_text("Wurf 2 von 3")
    anna.context.set_offline(True)
    expect(here.banner).to_contain_text("Keine Verbindung")
    expect(here.count).to_contain_text("Wurf 1 von 3")
    assert here.faces() == before

    # The next roll happens without a network, so the client cannot send it.
    relay.drop_answers = False
    anna.context.set_offline(False)
    expect(here.banner).to_contain_text("wieder da")
    here.wait_for_roll(2)
    anna.context.set_offline(True)
    expect(here.banner).to_contain_text("Keine Verbindung")
    here.roll_button.click()
    expect(here.count).to_contain_text("Wurf 2 von 3")
    assert numbers(anna.player.events(table)) == [*numbers(known), len(known) + 1]
    anna.context.set_offline(False)
    expect(here.banner).to_contain_text("wieder da")
    for view in views:
        expect(view.count).to_contain_text("Wurf 3 von 3")

    log = anna.player.events(table)
    assert numbers(log) == list(range(1, len(known) + 3))
    assert [event["type"] for event in log[len(known) :]] == ["dice_rolled", "dice_rolled"]
    assert {view.faces() for view in views} == {log[-1]["data"]["dice"]}


@pytest.mark.slow
def test_concurrent_entries_from_two_tabs_notify_the_losing_tab(new_profile):
    anna = new_profile()
    anna.prefer(handover=False)
    relay = SocketRelay()
    relay.install(anna.context)
    table = anna.player.open("Anna", "Bernd")
    dice = anna.player.roll(table)
    views = [TableView(anna.visit(f"/t/{table}")) for _ in range(2)]
    for view in views:
        view.wait_for_roll(1)
    cells = ("chance", ("ones", "twos", "threes", "fours", "fives", "sixes")[int(dice[0]) - 1])
    relay.delay_commands = True
    for view, cell in zip(views, cells, strict=True):
        view.cell(cell).click()
        view.enter_button.click()
        view.page.evaluate("0")  # by then the click's request has reached the tunnel
    assert relay.waiting == len(views)
    relay.open()
    for view in views:
        expect(view.heading).to_have_text("Bernd ist dran")
    (entry,) = [event for event in anna.player.events(table) if event["type"] == "scored"]
    for view, cell in zip(views, cells, strict=True):
        notice = view.page.locator("p:not([aria-live] *)").filter(has_text=OVERTAKEN)
        expect(notice).to_have_count(int(cell != entry["data"]["cell"]))
        expect(view.written(entry["data"]["cell"], 1)).to_contain_text(str(entry["data"]["points"]))


@pytest.mark.slow
def test_ten_tables_survive_a_killed_server(new_profile, own_server):
    anna, bernd = new_profile(home=own_server.url), new_profile(home=own_server.url)
    for profile in (anna, bernd):
        allow_offline(profile)
    bernd.player.sit_down()
    tables = [anna.player.open("Anna", "human", time={"turn": 60, "bank": 120}) for _ in range(10)]
    for table in tables:
        bernd.player.post(f"/tables/{table}/seats", {"name": "Bernd"})
        anna.player.post(f"/tables/{table}/start", {})
    dice = [anna.player.roll(table) for table in tables]
    views = [TableView(anna.visit(f"/t/{table}")) for table in tables]
    there = TableView(bernd.visit(f"/t/{tables[0]}"))
    for view in views:
        view.wait_for_roll(1)
    expect(there.count).to_contain_text("Wurf 1 von 3")
    logs = [anna.player.events(table) for table in tables]
    left = [seconds_left(anna.player.table(table)["clock"], log[-1]) for table, log in zip(tables, logs, strict=True)]

    own_server.kill()
    for view in (*views, there):
        expect(view.banner).to_contain_text("Keine Verbindung")
    views[0].roll_button.click()  # this request goes to a killed server
    own_server.start()
    for view in (views[0], there):
        expect(view.count).to_contain_text("Wurf 2 von 3")
    for view, lying in zip(views[1:], dice[1:], strict=True):
        expect(view.banner).to_have_count(0)
        assert view.faces() == lying
    after = [anna.player.events(table) for table in tables]
    assert [events[: len(log)] for events, log in zip(after, logs, strict=True)] == logs
    assert [numbers(events) for events in after] == [list(range(1, len(events) + 1)) for events in after]
    happened = [[event["type"] for event in events[len(log) :]] for events, log in zip(after, logs, strict=True)]
    assert happened[0].count("dice_rolled") == 1
    assert {kind for kinds in happened for kind in kinds} <= {"clock_restarted", "seat_back", "dice_rolled"}
    for table, events, before in zip(tables, after, left, strict=True):
        restarted = [event for event in events if event["type"] == "clock_restarted"]
        clock = anna.player.table(table)["clock"]
        assert clock["banks"] == [120, 120]
        assert seconds_left(clock, restarted[-1]) >= before - MILLISECONDS
    views[-1].roll(2)
