"""One refusal names all mistakes of a body."""

import pytest

pytestmark = pytest.mark.anyio

WRONG = {
    "variant": "knifel",
    "rules": {"joker": "maybe", "jokr": "none"},
    "games": 0,
    "seats": [{"kind": "local", "name": 5}, {"kind": "bot", "bot": "nobody"}],
    "hidden": True,
}


async def test_table_creation_error_names_every_mistake(anna):
    answer = await anna.ask("POST", "/tables", WRONG)
    problem = answer.json()
    assert answer.status_code == 422
    assert [(each["code"], each["field"]) for each in problem["errors"]] == [
        ("unknown_variant", "variant"),
        ("invalid_input", "rules.joker"),
        ("invalid_input", "rules"),
        ("invalid_input", "games"),
        ("invalid_input", "seats.0.name"),
        ("invalid_input", "seats.1.bot"),
        ("invalid_input", "hidden"),
    ]
    assert (problem["code"], problem["detail"]) == ("unknown_variant", problem["errors"][0]["detail"])
    assert "kniffel" in problem["detail"]


TABLE = {"variant": "kniffel", "seats": [{"kind": "local"}]}
EVENT = {"variant": "kniffel", "name": "Club evening"}
LONG = "x" * 50
SINGLE = [
    ("/session", {"name": LONG}, "name"),
    ("/tables", TABLE | {"seats": []}, "seats"),
    ("/tables", TABLE | {"seats": [{"kind": "local"}] * 9}, "seats"),
    ("/tables", TABLE | {"seats": [{"kind": "local"}, {"kind": "local", "name": "<b>"}]}, "seats.1.name"),
    ("/tables", TABLE | {"seats": [{"kind": "bot", "bot": "nobody"}]}, "seats.0.bot"),
    ("/tables", TABLE | {"variant": "knifel"}, "variant"),
    ("/tables", TABLE | {"games": 7}, "games"),
    ("/tables", TABLE | {"rules_name": LONG}, "rules_name"),
    ("/tables", TABLE | {"time": {"turn": 60, "weekend_zone": "Europe/Berlin"}}, "time.turn"),
    ("/tables", TABLE | {"time": {"turn": 90_000, "weekend_zone": "Europe/Nowhere"}}, "time.weekend_zone"),
    ("/events", EVENT | {"name": " "}, "name"),
    ("/events", EVENT | {"name": LONG}, "name"),
    ("/events", EVENT | {"last_day": "2020-01-01"}, "last_day"),
    ("/daily", {"day": "2900-01-01"}, "day"),
    ("/account", {"name": "", "password": "five dice in a cup"}, "name"),
    ("/account", {"name": "Anna", "password": "short"}, "password"),
    ("/account/tokens", {"scopes": ["read"], "label": LONG}, "label"),
    ("/chat", {"text": ""}, "text"),
    ("/continue", {"key": "abc"}, "key"),
    ("/analysis", {"record": "x"}, "record"),
]


@pytest.mark.parametrize(("address", "body", "field"), SINGLE)
async def test_single_mistake_names_its_place_without_an_error_list(anna, address, body, field):
    answer = await anna.ask("POST", address, body)
    problem = answer.json()
    assert (answer.status_code, problem.get("field")) == (422, field)
    assert "errors" not in problem


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/history?before=abc", "before"),
        ("/history?variant=knifel", "variant"),
        ("/high-scores?variant=knifel", "variant"),
        ("/advice?position=kniffel;ones=7;", "position"),
    ],
)
async def test_mistake_in_a_query_names_its_place(anna, address, field):
    assert (await anna.ask("GET", address)).json()["field"] == field


async def test_error_list_is_capped_at_twenty(anna):
    many = {"variant": "kniffel", "seats": [{"kind": "local"}]} | {f"field{number}": 1 for number in range(2000)}
    problem = (await anna.ask("POST", "/tables", many)).json()
    assert len(problem["errors"]) == 20


async def test_union_field_appears_once_in_the_error_list(anna):
    wrong = {"variant": "kniffel", "seats": [{"kind": "local"}], "games": 0, "rules": {"joker": 1.5}}
    problem = (await anna.ask("POST", "/tables", wrong)).json()
    assert [each["field"] for each in problem["errors"]] == ["rules.joker", "games"]
