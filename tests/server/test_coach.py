"""Advice and ledgers over HTTP: their content, access to them, and the answer until a table is solved."""

from __future__ import annotations

import asyncio
import math

import pytest

from pasch.rules.notation.position import Position
from pasch.rules.variants import variant_with
from pasch.server.configuration.settings import Rate, ServerSettings, Solving
from pasch.server.job_queue import ProcessDied
from pasch.server.solver import ServerSolver
from pasch.service.views.schema.coach import Advice, Analysis
from pasch.service.views.schema.problems import Problem
from pasch.solver import store
from tests.server.test_tables import play_out
from tests.server.workers import ScriptedWorker, solve_in_process
from tests.server.world import valid, world_on
from tests.support.sizes import cases

pytestmark = pytest.mark.anyio

PLAIN = "kniffel-plain; ones=3; 12344 2"
ALONE = ("kniffeliger", "kniffeliger-program", "kismet", "generala")


@pytest.fixture(scope="session")
def solved(tables):
    """One variant with a stored table."""
    return store.solve("kniffel-plain")


@pytest.fixture
async def busy(database):
    """A world whose solving process the test controls: `busy.worker`."""
    worker = ScriptedWorker()
    solving = Solving(ahead=0, waiting=3, patience=0, solves=Rate(burst=2, per_second=1e-9))
    async with world_on(database, solver=ServerSolver(solving, lambda: worker)) as made:
        made.worker = worker
        yield made


async def asked(person, position=PLAIN, status=200):
    """Ask for advice on a position; returns the answer."""
    answer = await person.ask("GET", "/advice", params={"position": position})
    assert answer.status_code == status, answer.text
    if status != 200:
        valid(Problem, answer.json())
    return answer


async def refused(person, method, path, body=None, **options):
    """Status and code of a refusal."""
    problem = valid(Problem, (await person.ask(method, path, body, **options)).json())
    return problem["status"], problem["code"]


async def rolled(person, *seats, **wish):
    """A table on which the first seat has rolled."""
    table = (await person.open(*seats, **{"variant": "kniffel-plain", **wish}))["id"]
    await person.do(table, "roll")
    return table


# ------------------------------------------------------------------------------- advice


async def test_advice_ranks_the_actions_of_a_position(world, anna, solved):
    advice = (await asked(anna)).json()
    valid(Advice, advice)
    assert math.isclose(advice["value"], 236.5542, abs_tol=1e-3)
    assert [action["action"] for action in advice["actions"][:2]] == ["k44", "k1234"]
    assert advice["actions"][0]["words"] == "Keep two fours"
    assert advice["text"].startswith("Keep two fours: ")
    regrets = [action["regret"] for action in advice["actions"]]
    assert regrets == sorted(regrets)
    assert regrets[0] == 0
    assert len(regrets) == 23 + 2 * 12 - 7  # all keeps of 12344; every open cell, also as a scratch where it scores
    for action in advice["actions"]:
        assert math.isclose(action["value"], advice["value"] - action["regret"])
        assert set(action["chances"]) == {row["key"] for row in advice["situation"]["sheet"]["categories"]} - {"ones"}


async def test_advice_repeats_the_parsed_position(world, anna, solved):
    situation = (await asked(anna, "Kniffel-Plain;  ones@1=3 ; 43421 2")).json()["situation"]
    assert situation["position"] == PLAIN
    assert (situation["variant"], situation["rules"], situation["cells"]) == ("kniffel-plain", {}, {"ones": 3})
    assert (situation["dice"], situation["rolls_left"], situation["rolls_used"]) == ("12344", 2, 1)
    assert (situation["upper"], situation["saldo"], situation["total"], situation["locked"]) == (3, 0, 3, "k-")


async def test_advice_is_translated_into_german(world, solved):
    bernd = await world.person(language="de", session=False)
    advice = (await asked(bernd)).json()
    assert advice["actions"][0]["words"] == "Zwei Vieren behalten"
    assert advice["text"].startswith("Zwei Vieren behalten: ")
    assert advice["situation"]["variant_name"] == "Kniffel ohne Extras"


async def test_advice_covers_unrolled_dice_and_several_sheets(world, anna, solved):
    [only] = (await asked(anna, "kniffel-plain; ones=3")).json()["actions"]
    assert (only["action"], only["words"], only["regret"]) == ("roll", "Roll the dice", 0)
    two = (await asked(anna, "kniffel-plain; ones=3 / twos=6; 12344 2")).json()
    assert two["situation"]["position"] == PLAIN


@pytest.mark.parametrize(
    ("position", "code", "says"),
    [
        ("balut; ; 12344 2", "invalid_input", "a settlement"),
        ("luegenkniffel; ; 12344 2", "invalid_input", "actions between players"),
        ("kniffeliger; ones=3; 12344 2 lock k44444", "invalid_input", "cannot be kept"),
        ("kniffel-plain; ones=3 ones=4; 12344 2", "invalid_input", ""),
        ("knifel; ; 12344 2", "unknown_variant", "kniffel"),
        ("kniffel; eins=3; 12344 2", "unknown_category", ""),
        ("", "invalid_input", ""),
        ("kniffel" * 1000, "invalid_input", "4,000"),
    ],
)
async def test_unanswerable_position_is_refused_with_the_reason(world, anna, position, code, says):
    problem = (await asked(anna, position, 422)).json()
    assert problem["code"] == code
    assert says in problem["detail"]


async def test_finished_game_has_no_advice(world, anna, solved):
    cells = [row["key"] for row in (await asked(anna)).json()["situation"]["sheet"]["categories"]]
    full = " ".join(f"{cell}=0" for cell in cells)
    assert "no decision is left" in (await asked(anna, f"kniffel-plain; {full}", 422)).json()["detail"]


@pytest.mark.parametrize(
    "position",
    cases(
        [
            "kniffeliger; ones=3; 12344 2",
            "kniffeliger; ones=3; 12344 1 lock k44",
            "kniffeliger; ones=3 frozen=twos dice=steal,swap / twos=6 dice=freeze; 12344 1 lock k4",
            "kniffeliger-program; ; 12344 0 lock k44",
            "generala; ; 12344 2",
            "generala; ; 55555 2",
            "kismet; ; 12344 2",
        ],
        default={"kniffeliger; ones=3; 12344 1 lock k44"},
    ),
)
async def test_single_sheet_advice_is_marked_as_such(world, anna, position):
    await asyncio.to_thread(store.solve, position.split(";")[0])
    advice = (await asked(anna, position)).json()
    valid(Advice, advice)
    assert advice["alone"]
    assert 0 < advice["value"] < 1000
    assert advice["actions"][0]["regret"] == 0
    game = Position.from_text(position).game
    legal = {game.variant.action_text(action) for action in game.legal_actions}
    scratched = {f"{action} 0" for action in legal}
    assert {action["action"] for action in advice["actions"]} <= legal | scratched
    assert advice["actions"][0]["action"] in legal | scratched
    locked = game.acting()[0].kept.to_text() if "lock" in position else "k-"
    assert advice["situation"]["locked"] == locked
    for action in advice["actions"]:
        if action["points"] is None:
            assert all(action["action"].count(face) >= locked.count(face) for face in "123456")
    again = (await asked(anna, advice["situation"]["position"])).json()
    assert again["actions"] == advice["actions"]


@pytest.mark.parametrize("stage", ["35556 2 die", "55555 2 entered", "shifting"])
async def test_actions_between_players_have_no_advice(world, anna, stage):
    await asyncio.to_thread(store.solve, "kniffeliger")
    problem = (await asked(anna, f"kniffeliger; twos=0; {stage}", 422)).json()
    assert "actions between players" in problem["detail"]


@pytest.mark.parametrize("variant", cases(ALONE, default={"kismet"}))
async def test_table_with_interacting_sheets_has_no_advice_or_ledger(world, anna, variant):
    await asyncio.to_thread(store.solve, variant)
    table = await rolled(anna, "Anna", "Bernd", variant=variant)
    name = (await anna.table(table))["variant_name"]
    answer = await anna.ask("GET", f"/tables/{table}/advice")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert answer.json()["detail"] == f"There are no hints for {name}: its result depends on more than a sheet"
    for body in ({"table": table}, {"table": table, "win": True}):
        answer = await anna.ask("POST", "/analysis", body)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
        assert answer.json()["detail"] == f"There is no ledger for {name}: its result depends on more than a sheet"


async def test_table_advice_matches_its_position(world, anna, solved):
    table = await rolled(anna, "Anna", "Bernd")
    snapshot = await anna.table(table)
    advice = (await anna.ask("GET", f"/tables/{table}/advice")).json()
    valid(Advice, advice)
    assert advice["situation"]["dice"] == snapshot["turn"]["dice"]
    legal = {action.get("keep") for action in snapshot["legal_actions"] if action["type"] == "roll"} - {None}
    assert {action["action"] for action in advice["actions"] if action["action"].startswith("k")} >= legal - {"k-"}
    assert advice == (await asked(anna, advice["situation"]["position"])).json()


async def test_only_the_player_to_move_gets_table_advice(world, anna, solved):
    bernd = await world.person()
    anonymous = await world.person(session=False)
    table = (await anna.open("Anna", "human", variant="kniffel-plain", hints=True, visibility="public"))["id"]
    path = f"/tables/{table}/advice"
    assert await refused(anna, "GET", path) == (409, "illegal_action")  # still waiting
    assert await refused(bernd, "GET", path) == (403, "not_seated")
    assert await refused(anonymous, "GET", path) == (401, "unauthenticated")
    assert await refused(anna, "GET", "/tables/nowhere/advice") == (404, "unknown_table")
    await bernd.ask("POST", f"/tables/{table}/seats", {})
    assert (await anna.ask("GET", path)).status_code == 200
    assert await refused(bernd, "GET", path) == (409, "not_your_turn")


# ------------------------------------------------------------------------------- hints


@pytest.mark.parametrize(
    ("seats", "wish", "allowed"),
    [
        (("Anna", "Bernd"), None, True),
        (("Anna", "bot"), None, True),
        (("Anna", "human"), None, False),
        (("Anna", "Bernd"), False, False),
        (("Anna", "human"), True, True),
    ],
)
async def test_hints_default_to_allowed_without_remote_players(world, anna, seats, wish, allowed):
    table = await anna.open(*seats, variant="kniffel-plain", **({} if wish is None else {"hints": wish}))
    assert table["hints"] is allowed
    [opened, *_] = await anna.events(table["id"])
    assert opened["data"]["hints"] is allowed


async def test_table_without_hints_refuses_advice(world, anna, solved):
    table = await rolled(anna, "Anna", "Bernd", hints=False)
    assert await refused(anna, "GET", f"/tables/{table}/advice") == (403, "hints_forbidden")


async def test_player_without_hints_gets_no_advice_on_any_position(world, anna, solved):
    bernd, anonymous = await world.person(), await world.person(session=False)
    table = await rolled(anna, "Anna", "Bernd", hints=False)
    position = f"kniffel-plain; ; {(await anna.table(table))['turn']['dice']} 2"
    problem = (await asked(anna, position, 403)).json()
    assert problem["code"] == "hints_forbidden"
    await asked(anna, "kniffel-plain; ones=0; 12344 1", 403)
    await asked(bernd, position)
    await asked(anonymous, position)
    await anna.do(table, "abort")
    await asked(anna, position)


async def test_rematch_keeps_the_hints_setting(world, anna):
    table = await anna.open("Anna", "Bernd", hints=False)
    await anna.do(table["id"], "abort")
    again = (await anna.ask("POST", f"/tables/{table['id']}/rematch")).json()
    assert again["hints"] is False


# ------------------------------------------------------------------------------- unsolved variants


async def test_advice_reports_solving_progress_until_solved(busy):
    anna = await busy.person()
    position, fingerprint = "crag {rolls=3}; ; 123 2", variant_with("crag", {"rolls": 3}).fingerprint
    first = await asked(anna, position, 503)
    assert (first.json()["code"], first.json()["progress"]) == ("not_ready", 0)
    assert first.headers["retry-after"] == "1"
    assert "Crag" in first.json()["detail"]

    request = busy.worker.asked.get(timeout=60)
    assert (request["do"], request["variant"], request["rules"]) == ("solve", "crag", {"rolls": 3})
    busy.worker.script.put(0.42)
    queue = busy.app.state.context.solver.queue
    await until(queue, lambda: queue.state_of(f"solve {fingerprint}").progress == 0.42)
    assert (await asked(anna, position, 503)).json()["progress"] == 0.42

    busy.worker.script.put(solve_in_process)
    await until(queue, lambda: queue.waiting == 0)
    assert (await asked(anna, position)).json()["situation"]["rules"] == {"rolls": 3}
    text = (await anna.http.get("/metrics")).text
    assert 'pasch_solving_jobs_total{job="solve",outcome="done"} 1' in text


async def until(queue, holds):
    """Wait until a condition on the jobs of a queue holds."""

    def waited():
        with queue.changed:
            assert queue.changed.wait_for(holds, timeout=60)

    await asyncio.to_thread(waited)


async def test_failed_solve_is_reported_without_progress(busy):
    anna = await busy.person(language="de")
    position = "crag {rolls=4}; ; 123 2"
    await asked(anna, position, 503)
    busy.worker.script.put(ProcessDied())
    busy.worker.script.put(ProcessDied())
    await until(busy.app.state.context.solver.queue, lambda: busy.app.state.context.solver.queue.waiting == 0)
    answer = await asked(anna, position, 503)
    assert "progress" not in answer.json()
    assert "retry-after" not in answer.headers
    assert answer.json()["detail"].startswith("Das ließ sich nicht ausrechnen")


async def test_rate_limit_counts_new_solves_but_not_repeated_questions(busy):
    anna = await busy.person()
    for rolls in (5, 5, 5, 6, 6):
        await asked(anna, f"crag {{rolls={rolls}}}; ; 123 2", 503)
    limited = await asked(anna, "crag {rolls=7}; ; 123 2", 429)
    assert limited.json()["code"] == "rate_limited"
    assert int(limited.headers["retry-after"]) > 1
    await asked(anna, "crag {rolls=5}; ; 123 2", 503)


async def test_full_solving_queue_refuses_new_solves(busy):
    people = [await busy.person() for _ in range(3)]
    for number, person in enumerate(people[:2]):
        for rolls in (2, 3):
            status = 503
            await asked(person, f"crag {{rolls={rolls} upper_bonus={number + 1}}}; ; 123 1", status)
    answer = await asked(people[2], "crag {rolls=2 upper_bonus=9}; ; 123 1", 503)
    assert "progress" not in answer.json()


@pytest.mark.parametrize(
    ("bounds", "says"), [({"seconds": 1e-6}, "seconds"), ({"memory": 10}, "MB of memory")], ids=["time", "memory"]
)
async def test_oversized_solve_is_refused_with_the_exceeded_bound(database, bounds, says):
    solver = ServerSolver(Solving(ahead=0, **bounds), ScriptedWorker)
    async with world_on(database, solver=solver) as world:
        anna = await world.person()
        problem = (await asked(anna, "crag {rolls=9}; ; 123 2", 422)).json()
        assert problem["code"] == "invalid_input"
        assert says in problem["detail"]
        changed = await anna.ask("POST", "/variants/crag/rules", {"rules": {"rolls": 9}})
        assert changed.json()["exact"] is False


async def test_advice_and_analyses_are_rate_limited(database, solved):
    settings = ServerSettings(advice=Rate(burst=2, per_second=0.001), analyses=Rate(burst=1, per_second=0.001))
    async with world_on(database, settings) as world:
        anna = await world.person()
        for _ in range(2):
            await asked(anna)
        await asked(anna, status=429)
        await anna.ask("POST", "/analysis", {})
        assert await refused(anna, "POST", "/analysis", {}) == (429, "rate_limited")


async def test_variant_list_marks_exactly_solved_variants(world, anna):
    variants = (await anna.get("/variants"))["variants"]
    exact = {variant["key"]: variant["exact"] for variant in variants}
    assert [variant["key"] for variant in variants if variant["exact"] and variant["alone"]] == [*ALONE]
    assert (await anna.get("/variants/kniffeliger"))["alone"]
    assert not (await anna.get("/variants/kniffel"))["alone"]
    assert exact["kniffel"]
    assert exact["spiffel-6"]
    assert not exact["balut"]
    assert (await anna.get("/variants/yahtzee"))["exact"]
    changed = await anna.ask("POST", "/variants/kniffel/rules", {"rules": {"columns": "free|down"}})
    assert changed.json()["exact"] is False


# ------------------------------------------------------------------------------- the ledger


def check_ledger(ledger):
    """Check the ledger's shape, and the identity that holds for every sheet."""
    valid(Analysis, ledger)
    for game in ledger["games"]:
        for seat in game["seats"]:
            sums = seat["start"] + seat["luck"] - seat["loss"]
            assert math.isclose(sums, seat["score"] if seat["finished"] else seat["value"], abs_tol=0.01)
            turns = seat["turns"]
            assert math.isclose(seat["luck"], math.fsum(turn["luck"] for turn in turns), abs_tol=1e-6)
            assert math.isclose(seat["loss"], math.fsum(turn["loss"] for turn in turns), abs_tol=1e-6)
    return ledger


async def test_finished_table_has_a_ledger_with_lessons(world, anna, solved):
    table = (await anna.open("Anna", "Bernd", variant="kniffel-plain", games=2))["id"]
    end = await play_out(anna, table)
    ledger = check_ledger((await anna.ask("POST", "/analysis", {"table": table})).json())
    assert [player["score"] for player in ledger["players"]] == end["totals"]
    assert [player["name"] for player in ledger["players"]] == ["Anna", "Bernd"]
    assert all(player["text"].startswith(player["name"]) for player in ledger["players"])
    assert len(ledger["games"]) == 2
    assert all(game["win"] is None for game in ledger["games"])
    choice = ledger["games"][0]["seats"][0]["turns"][0]["rolls"][0]["choice"]
    assert choice["action_words"].startswith(("Enter ", "Cross out "))
    lessons = ledger["players"][0]["lessons"]
    assert len(lessons) == 3
    for lesson in lessons:
        assert lesson["why"].startswith(lesson["best_words"])
        assert (await asked(anna, lesson["position"])).json()["actions"][0]["action"] == lesson["best"]


async def test_record_and_table_have_the_same_ledger(world, anna, solved):
    bernd = await world.person(session=False, language="de")
    table = (await anna.open("Anna", variant="kniffel-plain"))["id"]
    await play_out(anna, table)
    record = (await anna.ask("GET", f"/tables/{table}/record")).text
    ledger = check_ledger((await bernd.ask("POST", "/analysis", {"record": record})).json())
    own = (await anna.ask("POST", "/analysis", {"table": table})).json()
    assert ledger["games"][0]["seats"][0]["curve"] == own["games"][0]["seats"][0]["curve"]
    assert ledger["players"][0]["text"].startswith("Deine Würfel waren ")
    assert own["players"][0]["text"].startswith("Your dice were ")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "“table” or “record”"),
        ({"table": "x", "record": "pasch-record 1"}, "“table” or “record”"),
        ({"record": "pasch-record 1\nvariant: kniffel\nnonsense"}, "Line 3"),
        ({"record": "x" * 70_000}, "KiB"),
        ({"record": 7}, "text"),
    ],
)
async def test_invalid_analysis_request_is_refused_with_the_reason(world, anna, body, says):
    answer = await anna.ask("POST", "/analysis", body)
    assert answer.status_code in (413, 422)
    assert says in answer.json()["detail"]


async def test_unsolvable_variant_has_no_ledger(world, anna):
    table = (await anna.open("Anna", variant="balut"))["id"]
    await anna.do(table, "roll")
    answer = await anna.ask("POST", "/analysis", {"table": table})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


async def test_only_players_get_the_ledger_of_a_running_table(world, anna, solved):
    bernd, anonymous = await world.person(), await world.person(session=False)
    table = await rolled(anna, "Anna", visibility="public")
    ledger = check_ledger((await anna.ask("POST", "/analysis", {"table": table})).json())
    assert not ledger["players"][0]["finished"]
    assert await refused(bernd, "POST", "/analysis", {"table": table}) == (403, "not_seated")
    assert await refused(anonymous, "POST", "/analysis", {"table": table}) == (403, "not_seated")
    await play_out(anna, table)
    for person in (bernd, anonymous):
        check_ledger((await person.ask("POST", "/analysis", {"table": table})).json())


async def test_private_table_ledger_is_hidden_from_strangers(world, anna, solved):
    bernd, anonymous = await world.person(), await world.person(session=False)
    table = await rolled(anna, "Anna")
    await play_out(anna, table)
    assert await refused(bernd, "POST", "/analysis", {"table": table}) == (404, "unknown_table")
    assert await refused(anonymous, "POST", "/analysis", {"table": table}) == (401, "unauthenticated")


async def test_running_table_without_hints_has_no_ledger(world, anna, solved):
    table = await rolled(anna, "Anna", "Bernd", hints=False)
    record = (await anna.ask("GET", f"/tables/{table}/record")).text
    assert await refused(anna, "POST", "/analysis", {"table": table}) == (403, "hints_forbidden")
    assert await refused(anna, "POST", "/analysis", {"record": record}) == (403, "hints_forbidden")
    await play_out(anna, table)
    check_ledger((await anna.ask("POST", "/analysis", {"table": table})).json())


async def test_ledger_includes_win_chances_once_computed(busy, solved):
    anna = await busy.person()
    table = (await anna.open("Anna", "Bernd", variant="kniffel-plain"))["id"]
    await play_out(anna, table)
    body = {"table": table, "win": True}
    first = await anna.ask("POST", "/analysis", body)
    assert (first.status_code, first.json()["code"], first.headers["retry-after"]) == (503, "not_ready", "1")
    request = busy.worker.asked.get(timeout=60)
    assert (request["do"], len(request["positions"])) == ("outcomes", 27)
    outcome = {"chances": [[0.5, 0.25, 0.25], [0.25, 0.25, 0.5]], "exact": True}
    busy.worker.script.put({"outcomes": [outcome] * 27})
    await until(busy.app.state.context.solver.queue, lambda: busy.app.state.context.solver.queue.waiting == 0)
    ledger = check_ledger((await anna.ask("POST", "/analysis", body)).json())
    [win] = [game["win"] for game in ledger["games"]]
    assert [point["turn"] for point in win] == list(range(27))
    assert win[0] == {"turn": 0, "round": 0, "seat": None, "exact": True, "chances": outcome["chances"]}
    assert win[1]["chances"] == outcome["chances"][::-1]  # then it is the turn of seat 2


async def test_single_player_ledger_has_no_win_chances(world, anna, solved):
    table = (await anna.open("Anna", variant="kniffel-plain"))["id"]
    await play_out(anna, table)
    ledger = check_ledger((await anna.ask("POST", "/analysis", {"table": table, "win": True})).json())
    assert ledger["games"][0]["win"] is None
