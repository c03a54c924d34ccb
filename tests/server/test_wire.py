"""An invalid body gets one sentence that names the field."""

import gc
from contextlib import suppress
from weakref import ref

import pytest
from pydantic import ValidationError

from pasch.rules.errors import InvalidInput
from pasch.server.api.problem import problems
from pasch.server.sockets.commands import Sent
from pasch.server.wire.bodies import OpenTable, TakeSeat
from pasch.server.wire.commands import Command

ID = "6f1f6c1e-2a86-4f4e-9f43-0b8f3f1f6a51"
TABLE = {"variant": "kniffel", "seats": [{"kind": "local"}]}

COMMANDS = (
    "roll, score, announce, double, use_action, end_turn, claim, believe, doubt, "
    "take_nothing, next_game, take_back, abort"
)
WRONG = [
    (Command, [], "“body” must be an object"),
    (Command, {}, "“type” is missing"),
    (Command, {"type": "cheat"}, f"“type” must be one of: {COMMANDS}"),
    (Command, {"type": ["roll"]}, "“type” must be one of: roll, score, announce, double, use_action, end_turn"),
    (Command, {"type": "roll"}, "“id” is missing"),
    (Command, {"type": "roll", "id": "1"}, "“id” must look like 6f1f6c1e-"),
    (Command, {"type": "roll", "id": 1}, "“id” must be a text"),
    (Command, {"type": "roll", "id": ID, "keep": [3, 3]}, "“keep” must be a text"),
    (Command, {"type": "roll", "id": ID, "keep": "k" + "3" * 40}, "“keep” may have at most 40 characters"),
    (Command, {"type": "roll", "id": ID, "expect_seq": "4"}, "“expect_seq” must be a whole number"),
    (Command, {"type": "roll", "id": ID, "expect_seq": -1}, "“expect_seq” must be at least 0"),
    (Command, {"type": "roll", "id": ID, "expect_seq": 2**60}, "“expect_seq” must be at most"),
    (Command, {"type": "roll", "id": ID, "seat": 0}, "“seat” must be at least 1"),
    (Command, {"type": "score", "id": ID}, "“cell” is missing"),
    (Command, {"type": "score", "id": ID, "cell": "ones", "points": 1.5}, "“points” must be a whole number"),
    (Command, {"type": "score", "id": ID, "cell": "ones", "points": True}, "“points” must be a whole number"),
    (OpenTable, {}, "“variant” is missing"),
    (OpenTable, {**TABLE, "variant": "\ud800"}, "“variant” must be a text"),
    (OpenTable, {**TABLE, "seats": []}, "“seats” must not be empty"),
    (OpenTable, {**TABLE, "seats": {}}, "“seats” must be a list"),
    (OpenTable, {**TABLE, "seats": [None]}, "“seats.0” must be an object"),
    (OpenTable, {**TABLE, "seats": [{"kind": "local"}] * 100}, "“seats” may have at most 99 items"),
    (OpenTable, {**TABLE, "seats": [{}]}, "“seats.0.kind” is missing"),
    (OpenTable, {**TABLE, "seats": [{"kind": "ghost"}]}, "“seats.0.kind” must be one of: local, bot, human"),
    (OpenTable, {**TABLE, "seats": [{"kind": "bot", "bot": 5}]}, "“seats.0.bot” must be a text"),
    (OpenTable, {**TABLE, "seats": [{"kind": "local", "name": {}}]}, "“seats.0.name” must be a text"),
    (OpenTable, {**TABLE, "games": 0}, "“games” must be at least 1"),
    (OpenTable, {**TABLE, "rules": []}, "“rules” must be an object"),
    (OpenTable, {**TABLE, "rules": {"joker": 1.5}}, "“rules.joker” is not valid"),
    (OpenTable, {**TABLE, "visibility": "secret"}, "“visibility” must be one of: private, public"),
    (OpenTable, {**TABLE, "start": "yes"}, "“start” must be true or false"),
    (Command, {"type": "roll", "id": ID, "kept": "k3"}, "“kept” is not a field of this request"),
    (Command, {"type": "roll", "id": ID, "strong": True}, "“strong” is not a field of this request"),
    (OpenTable, {**TABLE, "varaint": "yams"}, "“varaint” is not a field of this request"),
    (
        OpenTable,
        {**TABLE, "seats": [{"kind": "local", "bot": "simple"}]},
        "“seats.0.bot” is not a field of this request",
    ),
    (OpenTable, {**TABLE, "time": {"turn": 60, "weekend": 1}}, "“time.weekend” is not a field of this request"),
    (TakeSeat, {"seed": "xyz"}, "“seed” must look like c0ffee"),
]


@pytest.mark.parametrize(("model", "sent", "sentence"), WRONG)
def test_validation_error_names_the_invalid_field(model, sent, sentence):
    with pytest.raises(ValidationError) as found:
        model.model_validate(sent)
    errors = [{**each, "loc": ("body", *each["loc"])} for each in found.value.errors()]
    assert str(problems(errors, sent)[0].error).startswith(sentence)


def test_validation_error_is_short_and_free_of_markup():
    sent = {**TABLE, "rules": {"<b>\u202e" + "x" * 5000: 1.5}}
    with pytest.raises(ValidationError) as found:
        OpenTable.model_validate(sent)
    said = str(problems([{**each, "loc": ("body", *each["loc"])} for each in found.value.errors()], sent)[0].error)
    assert len(said) < 200
    assert "<" not in said
    assert "\u202e" not in said


def test_legal_action_with_an_id_is_a_valid_command():
    action = {"type": "score", "cell": "chance", "points": 22, "after": {"upper": 3}, "strong": False}
    command = Command.model_validate({**action, "id": ID}).root
    assert (command.cell, command.points) == ("chance", 22)


def test_malformed_command_leaves_no_garbage_in_cycles():
    gc.disable()
    try:
        sent = Sent.read("not JSON")
        assert sent.trouble is not None
        left = ref(sent.trouble)
        with suppress(InvalidInput):
            _ = sent.command
        del sent
        assert left() is None
    finally:
        gc.enable()
