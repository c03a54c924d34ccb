"""Kniffeliger at three devices: action dice, the end of a turn, exchanged sheets."""

import pytest

import pasch
from tests.server.players import open_table_for_people
from tests.server.world import new_id
from tests.service.harness import SequentialEntropy

pytestmark = pytest.mark.anyio

ACTIONS = ("steal", "freeze", "cross_out", "shift", "swap")
QUICKLY = ("end_turn", "score", "roll")


@pytest.fixture
async def people(world, anna):
    # This seed rolls the dice that the tests wait for.
    world.app.state.context.tables._entropy = SequentialEntropy(17)
    return anna, await world.person(), await world.person()


async def sit(world, people, variant="kniffeliger", **wish):
    return await open_table_for_people(world, *people, variant=variant, **wish)


async def acting(people, table):
    """The person to act, and that person's snapshot."""
    snapshot = await people[0].table(table)
    assert snapshot["turn"], "the match ended before what the test waits for"
    person = people[snapshot["turn"]["seat"] - 1]
    return person, await person.table(table)


async def quickly(people, table):
    """One command of a quick turn: roll once, enter somewhere, end the turn."""
    person, seen = await acting(people, table)
    action = next(a for kind in QUICKLY for a in seen["legal_actions"] if a["type"] == kind)
    await person.do(table, **{**action, "id": new_id()})


async def until(people, table, holds):
    """Play quickly without action dice, until a condition holds for the person to act."""
    while True:
        person, seen = await acting(people, table)
        if holds(seen):
            return person, seen
        await quickly(people, table)


def offers(kind, stage="ready"):
    return lambda seen: (
        seen["turn"]["stage"] == stage and any(action.get("action") == kind for action in seen["legal_actions"])
    )


def use_of(kind, seen):
    return next(action for action in seen["legal_actions"] if action.get("action") == kind)


async def refusal(person, table, type, **body):
    """Send a command that must change nothing; returns the refusal."""
    before = await person.table(table)
    answer = await person.command(table, type, **body)
    assert await person.table(table) == before
    assert answer.json()["detail"]
    return answer.status_code, answer.json()["code"]


ILLEGAL = (409, "illegal_action")


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["kniffeliger", "kniffeliger-program"])
async def test_record_reproduces_a_game_with_every_action(world, people, variant):
    table = await sit(world, people, variant)
    used = []
    while (await people[0].table(table))["status"] == "running":
        person, seen = await acting(people, table)
        fresh = [a for a in seen["legal_actions"] if a["type"] == "use_action" and a["action"] not in used]
        if fresh:
            used.append(fresh[0]["action"])
            await person.do(table, **{**fresh[0], "id": new_id()})
        else:
            await quickly(people, table)
    assert sorted(used) == sorted(ACTIONS)
    end = await people[0].table(table)
    events = await people[1].events(table)
    assert [event["seq"] for event in events] == list(range(1, end["seq"] + 1))
    used_actions = [event["data"] for event in events if event["type"] == "action_used"]
    assert [data["action"] for data in used_actions] == used
    record = pasch.read_record((await people[0].ask("GET", f"/tables/{table}/record")).text)
    assert list(record.totals) == end["totals"]


async def test_entry_divisible_by_three_wins_an_action_die(world, people):
    table = await sit(world, people)
    await until(people, table, lambda seen: any(seat["dice"] for seat in seen["seats"]))
    events = await people[0].events(table)
    [won] = [event for event in events if event["type"] == "action_die_rolled"]
    entry = events[won["seq"] - 2]
    assert (entry["type"], entry["seat"]) == ("scored", won["seat"])
    assert sum(map(int, entry["data"]["dice"])) % 3 == 0
    assert won["data"]["won"] == (list(ACTIONS) if won["data"]["face"] == 6 else [ACTIONS[won["data"]["face"] - 1]])
    seat = (await people[0].table(table))["seats"][won["seat"] - 1]
    assert seat["dice"] == [{"action": kind, "usable": False} for kind in won["data"]["won"]]
    for event in events:
        if event["type"] == "scored" and event is not entry:
            assert sum(map(int, event["data"]["dice"])) % 3


async def test_turn_continues_after_an_entry(world, people):
    table = await sit(world, people)
    anna, bernd, _ = people
    assert await refusal(anna, table, "end_turn") == ILLEGAL
    await anna.do(table, "roll")
    await anna.do(table, "score", cell="chance")
    entered = await anna.table(table)
    assert (entered["turn"]["seat"], entered["turn"]["stage"]) == (1, "entered")
    assert [action["type"] for action in entered["legal_actions"] if action["type"] != "use_action"] == ["end_turn"]
    assert not entered["can_take_back"]
    assert await refusal(anna, table, "roll") == ILLEGAL
    assert await refusal(bernd, table, "end_turn") == (409, "not_your_turn")
    await anna.do(table, "end_turn")
    assert (await anna.table(table))["turn"]["seat"] == 2
    assert (await anna.events(table))[-1]["type"] == "turn_ended"


async def test_steal_replaces_rolling(world, people):
    table = await sit(world, people)
    person, seen = await until(people, table, offers("steal"))
    steal = use_of("steal", seen)
    await person.do(table, "roll")
    assert await refusal(person, table, **steal) == ILLEGAL
    await person.do(table, "score", cell=next(a["cell"] for a in _legal(await person.table(table), "score")))
    assert await refusal(person, table, **steal) == ILLEGAL
    await quickly(people, table)

    person, seen = await until(people, table, offers("steal"))
    steal = use_of("steal", seen)
    thief, victim = seen["turn"]["seat"], steal["target"]
    assert steal["points"] == seen["seats"][victim - 1]["cells"][steal["cell"]]
    await person.do(table, **steal)
    after = await person.table(table)
    assert after["turn"]["stage"] == "entered"
    assert after["seats"][thief - 1]["cells"][steal["cell"]] == steal["points"]
    assert after["seats"][victim - 1]["cells"][steal["cell"]] == 0
    assert len(after["seats"][thief - 1]["dice"]) == len(seen["seats"][thief - 1]["dice"]) - 1
    event = (await person.events(table))[-1]
    assert event["data"] == {key: steal[key] for key in ("action", "target", "cell", "points")}
    assert not any(e["type"] == "action_die_rolled" for e in (await person.events(table, after=event["seq"])))


async def test_frozen_cell_is_closed_for_one_turn(world, people):
    table = await sit(world, people)
    person, seen = await until(people, table, offers("freeze"))
    freeze = use_of("freeze", seen)
    assert "points" not in freeze
    await person.do(table, **freeze)
    frozen = await person.table(table)
    assert frozen["seats"][freeze["target"] - 1]["frozen"] == [freeze["cell"]]
    assert frozen["turn"]["stage"] == "ready"
    filled = next(iter(seen["seats"][freeze["target"] - 1]["cells"]), None)
    if any(die["action"] == "freeze" and die["usable"] for die in frozen["seats"][seen["turn"]["seat"] - 1]["dice"]):
        assert await refusal(person, table, **{**freeze, "cell": filled}) == (409, "cell_filled")
    victim, before = await until(people, table, lambda s: s["turn"]["seat"] == freeze["target"])
    await victim.do(table, "roll")
    assert freeze["cell"] not in [action["cell"] for action in _legal(await victim.table(table), "score")]
    assert await refusal(victim, table, "score", cell=freeze["cell"]) == ILLEGAL
    while (await acting(people, table))[1]["turn"]["seat"] == before["turn"]["seat"]:
        await quickly(people, table)
    assert (await victim.table(table))["seats"][freeze["target"] - 1]["frozen"] == []


@pytest.mark.slow
async def test_freezing_is_illegal_in_the_last_two_rounds(world, people):
    table = await sit(world, people)

    def late(seen):
        mine = seen["seats"][seen["turn"]["seat"] - 1]
        freezes = any(die == {"action": "freeze", "usable": True} for die in mine["dice"])
        return seen["round"] == seen["rounds"] - 1 and freezes and seen["turn"]["stage"] == "ready"

    person, seen = await until(people, table, late)
    assert not any(action.get("action") == "freeze" for action in seen["legal_actions"])
    target = seen["turn"]["seat"] % 3 + 1
    cell = next(
        row["key"] for row in seen["sheet"]["categories"] if row["key"] not in seen["seats"][target - 1]["cells"]
    )
    assert await refusal(person, table, "use_action", action="freeze", target=target, cell=cell) == ILLEGAL


@pytest.mark.parametrize("kind", ["shift", "swap"])
async def test_players_exchange_sheets_after_the_round(world, people, kind):
    table = await sit(world, people)
    has = lambda seen: {"action": kind, "usable": True} in seen["seats"][seen["turn"]["seat"] - 1]["dice"]  # noqa: E731
    person, seen = await until(people, table, lambda s: s["turn"]["stage"] == "ready" and has(s))
    target = seen["turn"]["seat"] % 3 + 1
    body = {"action": kind} if kind == "shift" else {"action": kind, "target": target}
    assert await refusal(person, table, "use_action", **body) == ILLEGAL

    person, seen = await until(people, table, offers(kind, "shifting"))
    use = use_of(kind, seen)
    assert set(use) == ({"type", "action"} if kind == "shift" else {"type", "action", "target"})
    assert await refusal(person, table, "roll") == ILLEGAL
    await person.do(table, **use)
    after = await person.table(table)
    cells, moved = ([seat["cells"] for seat in view["seats"]] for view in (seen, after))
    if kind == "shift":
        assert moved == [cells[-1], *cells[:-1]]
    else:
        mine, theirs = seen["turn"]["seat"] - 1, use["target"] - 1
        assert (moved[mine], moved[theirs]) == (cells[theirs], cells[mine])


async def test_action_without_its_requirements_is_refused(world, people):
    table = await sit(world, people)
    anna, bernd, _ = people
    use = {"type": "use_action", "action": "steal", "target": 2, "cell": "chance"}
    assert await refusal(anna, table, **use) == ILLEGAL  # no die
    assert await refusal(bernd, table, **{**use, "target": 1}) == (409, "not_your_turn")
    assert await refusal(anna, table, **{**use, "action": "burn"}) == (422, "invalid_input")
    person, seen = await until(people, table, offers("steal"))
    own = seen["turn"]["seat"]
    steal = use_of("steal", seen)
    assert await refusal(person, table, **{**steal, "target": own}) == ILLEGAL
    assert await refusal(person, table, **{**steal, "target": 9}) == (422, "invalid_input")
    assert await refusal(person, table, **{**steal, "target": None}) == (422, "invalid_input")
    assert await refusal(person, table, **{**steal, "cell": None}) == (422, "invalid_input")
    assert await refusal(person, table, **{**steal, "cell": "grande"}) == (422, "unknown_category")


@pytest.mark.parametrize(
    "body",
    [
        {"type": "use_action", "action": "steal", "target": 2, "cell": "chance"},
        {"type": "end_turn"},
        {"type": "claim", "cell": "chance", "points": 12},
        {"type": "believe"},
        {"type": "doubt"},
        {"type": "take_nothing"},
        {"type": "double"},
    ],
    ids=lambda body: body["type"],
)
async def test_variant_without_the_mechanic_refuses_its_commands(anna, body):
    table = (await anna.open())["id"]
    assert await refusal(anna, table, **body) == ILLEGAL
    await anna.do(table, "roll")
    assert await refusal(anna, table, **body) == ILLEGAL


async def test_entry_is_final_once_it_wins_an_action_die(world, people):
    anna = people[0]
    table = (await anna.open("Anna", "Bernd", variant="kniffeliger"))["id"]
    won = kept = False
    while not (won and kept):
        await anna.do(table, "roll")
        rolled = await anna.table(table)
        [entry, *_] = _legal(rolled, "score")
        seq = await anna.do(table, "score", cell=entry["cell"])
        fell = (await anna.events(table, after=seq - 1))[0]["type"] == "action_die_rolled"
        assert (await anna.table(table))["can_take_back"] is not fell
        if fell:
            won = True
            assert await refusal(anna, table, "take_back") == ILLEGAL
        else:
            kept = True
            await anna.do(table, "take_back")
            assert (await anna.table(table))["turn"] == rolled["turn"]
            await anna.do(table, "score", cell=entry["cell"])
        while (await anna.table(table))["turn"]["stage"] != "ready":
            await anna.do(table, "end_turn")


def _legal(seen, type):
    return [action for action in seen["legal_actions"] if action["type"] == type]
