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


async def test_single_mistake_has_no_error_list(anna):
    problem = (await anna.ask("POST", "/tables", {"variant": "kniffel", "seats": []})).json()
    assert problem["field"] == "seats"
    assert "errors" not in problem


async def test_error_list_is_capped_at_twenty(anna):
    many = {"variant": "kniffel", "seats": [{"kind": "local"}]} | {f"field{number}": 1 for number in range(2000)}
    problem = (await anna.ask("POST", "/tables", many)).json()
    assert len(problem["errors"]) == 20


async def test_union_field_appears_once_in_the_error_list(anna):
    wrong = {"variant": "kniffel", "seats": [{"kind": "local"}], "games": 0, "rules": {"joker": 1.5}}
    problem = (await anna.ask("POST", "/tables", wrong)).json()
    assert [each["field"] for each in problem["errors"]] == ["rules.joker", "games"]
