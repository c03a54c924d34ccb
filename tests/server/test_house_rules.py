"""House rules over HTTP: the effect of a change, impossible combinations, and tables with house rules."""

from random import Random

import pytest

from pasch.rules.errors import InvalidVariant
from pasch.rules.notation.record_reader import read_record
from pasch.rules.switches import SWITCHES
from pasch.rules.variants import VARIANTS, variant_with
from pasch.server.configuration.settings import Rate, ServerSettings
from tests.rules.play import values_of
from tests.server.world import world_on
from tests.support.line_limit import limit_lines
from tests.support.sizes import every_variant

pytestmark = pytest.mark.anyio

RULES = {"columns": "free|down", "own": "two_of_a_kind:2:all|low:sum<=10:25", "upper_bonus": 50}
LINES = 10_000_000
"""The most lines of Python that the server may run for one description."""


@pytest.mark.parametrize("key", every_variant())
@pytest.mark.parametrize("lang", ["de", "en"])
async def test_every_variant_describes_its_rule_switches(anna, key, lang):
    anna.language = lang
    shown = await anna.get(f"/variants/{key}")
    assert list(shown["switches"]) == list(SWITCHES)
    assert shown["changed"] == {}
    assert shown["differences"] == []
    assert shown["about"].endswith(".")
    for name, switch in shown["switches"].items():
        assert switch["kind"] in {"choice", "number", "toggle", "columns", "categories"}
        assert switch["label"][0].isupper()
        assert switch["help"].endswith(".")
        assert switch["available"] == SWITCHES[name].concerns(VARIANTS[key])
        if switch["kind"] in {"choice", "toggle"}:
            assert set(switch["labels"]) == {str(value).lower() for value in switch["values"]}
            assert "" not in switch["labels"].values()


async def test_rule_changes_are_described_without_a_table(anna):
    changed = await changed_by(anna, "kniffel", RULES)
    assert changed["changed"] == RULES
    assert changed["turns"] == 30
    assert [column["order"] for column in changed["sheet"]["columns"]] == ["free", "down"]
    rows = {row["key"]: row for row in changed["sheet"]["categories"]}
    row = rows["two_of_a_kind"]
    assert (row["name"], row["section"], row["face"]) == ("Two of a kind", "lower", None)
    assert row["hint"] == "At least two equal dice: the sum of all dice"
    assert rows["low"]["name"] == "Low"
    columns, own, bonus = changed["differences"]
    assert columns == "Columns: in any order · from top to bottom"
    assert own.startswith(f"Your own categories: Two of a kind ({row['hint']}) · Low (")
    assert bonus == "Bonus of the upper section: 50"
    plain = await anna.get("/variants/kniffel")
    assert changed["switches"]["columns"]["value"] == "free|down"
    assert changed["rules"] != plain["rules"]
    assert await changed_by(anna, "kniffel", {"columns": "free", "upper_bonus": 35}) == plain


async def changed_by(person, key, rules):
    answer = await person.ask("POST", f"/variants/{key}/rules", {"rules": rules})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("rules", "field", "says"),
    [
        ({"order": "sideways"}, "rules.order", "sideways"),
        ({"dice": 40}, "rules.dice", "dice"),
        ({"dice": 0}, "rules.dice", "dice"),
        ({"own": "six:6:all"}, "rules.own", "no roll of these dice"),
        ({"own": "|".join(f"own_{n}:any:all" for n in range(30))}, "rules.own", "at most 12"),
        ({"columns": "|".join(["free"] * 9)}, "rules.columns", "at most 8"),
        ({"columns": "x0"}, "rules.columns", "x0"),
        ({"bonus_from": 106}, "rules.upper_bonus", "106"),
        ({"jokre": "none"}, "rules", "jokre"),
        ({"self": 1}, "rules", "self"),
        ({"variant": "yatzy", "values": 1}, "rules", "variant"),
        ({"action_divisor": 4}, "rules.action_divisor", "no action dice"),
        ({"order": ["down"]}, "rules.order", "order"),
        ({"own": "x" * 10_000}, "rules.own", "at most 500 characters"),
    ],
)
async def test_impossible_rules_are_refused_naming_the_field(anna, rules, field, says):
    for path, body in (
        ("/variants/kniffel/rules", {"rules": rules}),
        ("/tables", {"variant": "kniffel", "rules": rules, "seats": [{"kind": "local"}]}),
    ):
        answer = await anna.ask("POST", path, body)
        assert answer.status_code == 422, answer.text
        problem = answer.json()
        assert problem["code"] == "invalid_input"
        assert says in problem["detail"]
        if path != "/variants/kniffel/rules" or field != "rules.upper_bonus":
            assert problem["field"].split(".")[:2] == field.split(".")


async def test_unknown_variants_and_malformed_rules_are_refused(anna):
    for path, body, code in (
        ("/variants/canasta/rules", {"rules": {}}, "unknown_variant"),
        ("/variants/kniffel/rules", {"rules": [1]}, "invalid_input"),
        ("/variants/kniffel/rules", [], "invalid_input"),
        ("/variants/kniffel/rules", {"rules": {f"x{n}": 1 for n in range(50)}}, "invalid_input"),
    ):
        answer = await anna.ask("POST", path, body)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert (await changed_by(anna, "kniffel", {}))["changed"] == {}


RAW = [
    rb'{"rules": {"own": "\ud800:2:all"}}',
    rb'{"rules": {"\ud800": 1}}',
    rb'{"rules": {"columns": "\ud800"}}',
    rb'{"rules": {"joker": "\udfff"}}',
    rb'{"rules": {"own": "a\u0000:2:all"}}',
    b'{"rules": {"rolls": ' + b"1" * 5000 + b"}}",
    b'{"rules": {"rolls": 1e999}}',
    b'{"rules": {"rolls": NaN}}',
    b"{" * 3000,
    b"",
]


@pytest.mark.parametrize("body", RAW, ids=range(len(RAW)))
async def test_unreadable_bodies_are_refused(anna, body):
    for path in ("/variants/kniffel/rules", "/tables"):
        answer = await anna.ask("POST", path, content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


async def test_table_shows_its_rules_and_their_name(world, anna):
    wish = {"rules": RULES, "rules_name": "  Wie bei   Oma ", "visibility": "public"}
    table = await anna.open("Anna", "human", **wish)
    assert (table["rules"], table["rules_name"]) == (RULES, "Wie bei Oma")
    (opened, *_) = await anna.events(table["id"])
    assert (opened["data"]["rules"], opened["data"]["rules_name"]) == (RULES, "Wie bei Oma")
    assert "Wie bei Oma" in opened["text"]
    bernd = await world.person()
    (listed,) = (await bernd.get("/tables"))["tables"]
    assert (listed["rules"], listed["rules_name"]) == (RULES, "Wie bei Oma")
    plain = await anna.open("Anna")
    assert (plain["rules"], plain["rules_name"]) == ({}, "")


@pytest.mark.parametrize("name", ["x" * 41, "<b>", "a\u202eb"])
async def test_invalid_rule_set_names_are_refused(anna, name):
    await anna.open("Anna", rules_name=name, status=422)


async def test_record_and_rematch_keep_the_tables_rules(anna):
    rules = {"own": "two_of_a_kind:2:all", "order": "down", "rolls": 1}
    table = (await anna.open("Anna", rules=rules, rules_name="Bei uns"))["id"]
    for _ in range(14):
        await anna.do(table, "roll")
        (entry, *_) = [a for a in (await anna.table(table))["legal_actions"] if a["type"] == "score"]
        await anna.do(table, "score", cell=entry["cell"], points=entry["points"])
    finished = await anna.table(table)
    assert finished["status"] == "finished"
    record = read_record((await anna.ask("GET", f"/tables/{table}/record")).text)
    assert dict(record.match.variant.switches) == rules
    assert record.totals == finished["totals"]
    again = await anna.ask("POST", f"/tables/{table}/rematch", {})
    assert (again.json()["rules"], again.json()["rules_name"]) == (rules, "Bei uns")


# ------------------------------------------------------------------------------- arbitrary rules

PARTS = [
    "free", "down", "up", "both_ends", "center_out", "upper_first", "announce", "roll1", "roll99",
    "x1", "x10", "x11", "any", "all",
    "matched", "all*9", "all+99", "2", "3+2", "2+2+2+2", "8+8", "run4", "run8", "sum>=25", "sum<=3", "=11345", "=999",
    "pair", "own_1", "Ä", "", " ", "\0", "🎲", "%", "{x}", "9" * 30,
]  # fmt: skip


def any_value(rng: Random, name: str) -> object:
    """A valid value of the rule, a similar one, or any value."""
    switch = SWITCHES.get(name)
    if switch is not None and rng.random() < 0.5:
        return rng.choice(values_of(switch))
    text = "".join(rng.choice(PARTS) + rng.choice("|:+=,;") for _ in range(rng.randrange(12)))
    number = rng.choice([-1, 0, 1, 2, 7, 40, 10**9, 10**30])
    return rng.choice([text, text * 30, number, True, False, None, 1.5, [], {"a": 1}, rng.choice(PARTS)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
async def test_arbitrary_rules_are_answered_with_bounded_work(anna, seed):
    rng = Random(seed)
    names = [*SWITCHES, "joker ", "", "x" * 90]
    for _ in range(40):
        key = rng.choice(list(VARIANTS))
        rules = {name: any_value(rng, name) for name in rng.sample(names, rng.randrange(6))}
        with limit_lines(LINES, (key, rules)):
            answer = await anna.ask("POST", f"/variants/{key}/rules", {"rules": rules})
        assert answer.status_code in (200, 422), (key, rules, answer.text)
        if answer.status_code == 200:
            assert variant_with(key, answer.json()["changed"]) == variant_with(key, rules)
        else:
            assert answer.json()["detail"]


@pytest.mark.slow
async def test_costliest_rules_are_answered_with_bounded_work(anna):
    groups = ["1+1+1+1", "2+1+1+1", "3+1+1+1", "2+2+1+1", "1+1+1", "2+2+2", "run6", "3+2+1", "sum>=9", "any", "4+1+1"]
    own = "|".join(f"own_{n}:{pattern}:matched+1" for n, pattern in enumerate(groups))
    for key in ("kniffel-extreme", "maxi-yatzy", "spiffel-6-2s", "jamb", "balut"):
        for rules in (
            {"own": own, "columns": "|".join(["down+announce+roll2+x10"] * 8), "wrap": True, "doubles": 5},
            {"own": own.replace("run6", "run4").replace("3+2+1", "3+2"), "dice": 7, "keep": "lock_one"},
            {"own": own.replace("run6", "run4"), "dice": 6, "chips": 10, "banks_rolls": True},
        ):
            with limit_lines(LINES, (key, rules)):
                answer = await anna.ask("POST", f"/variants/{key}/rules", {"rules": rules})
            assert answer.status_code in (200, 422)


async def test_rule_changes_are_rate_limited(database):
    settings = ServerSettings(changes=Rate(burst=3, per_second=0.1))
    async with world_on(database, settings) as world:
        anna, bernd = await world.person(), await world.person()
        for _ in range(3):
            await changed_by(anna, "kniffel", {"rolls": 4})
        refused = await anna.ask("POST", "/variants/kniffel/rules", {"rules": {"rolls": 5}})
        assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
        assert int(refused.headers["Retry-After"]) >= 1
        await changed_by(bernd, "kniffel", {"rolls": 4})


def test_oversized_rules_are_refused_before_any_work():
    for rules in (
        {"own": "a:any:all|" * 100_000},
        {"columns": "free|" * 100_000},
        {"own": "a:" + "1+" * 200 + "1:all"},
    ):
        with limit_lines(1000, rules), pytest.raises(InvalidVariant):
            variant_with("kniffel", rules)
