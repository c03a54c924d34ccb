"""Every operation and socket message has examples: real answers that match the document."""

import json
import tempfile
from pathlib import Path

import jsonschema_rs
import pytest

from pasch.server.api.documents import FILE, REFERENCE
from tests.server.record_examples import record_examples
from tests.server.world import document

MESSAGES = ("Command", "Event", "LobbyMessage", "ServerMessage")
HOME = "urn:pasch"
LARGEST = 155_000
"""Bytes of the file."""


@pytest.fixture(scope="module", name="document")
def the_document():
    return document()


def media_types(document):
    """Every body in the document: its place, and the media type."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            where = f"{method.upper()} {path}"
            for kind, media in operation.get("requestBody", {}).get("content", {}).items():
                yield (where, "request", kind), media
            for status, answer in operation["responses"].items():
                for kind, media in answer.get("content", {}).items():
                    yield (where, status, kind), media


class Checker:
    """Checks examples against the schemas of the document; each schema is compiled once."""

    def __init__(self, document):
        self._registry = jsonschema_rs.Registry([(HOME, document)])
        self._known = {}

    def troubles(self, schema, example):
        """The errors of an example."""
        text = json.dumps(schema).replace(REFERENCE, HOME + REFERENCE)
        if text not in self._known:
            self._known[text] = jsonschema_rs.validator_for(json.loads(text), registry=self._registry)
        return [str(error) for error in self._known[text].iter_errors(example)]


def examples_of(document):
    """Every example in the document: its place, its schema, and its value."""
    for where, media in media_types(document):
        for label, example in media.get("examples", {}).items():
            shared = document["components"]["examples"].get(example.get("$ref", "").rpartition("/")[2], {})
            yield (*where, label), media["schema"], {**shared, **example}["value"]
    for name in MESSAGES:
        schema = document["components"]["schemas"][name]
        kind, references = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
        for example in schema["examples"]:
            yield (name, example[kind]), {"$ref": references[example[kind]]}, example


def test_every_request_and_answer_has_an_example(document):
    assert {where for where, media in media_types(document) if not media.get("examples")} == set()


@pytest.mark.parametrize("name", MESSAGES)
def test_every_message_kind_has_an_example(document, name):
    schema = document["components"]["schemas"][name]
    kind = schema["discriminator"]["propertyName"]
    assert {example[kind] for example in schema["examples"]} == set(schema["discriminator"]["mapping"])


def test_every_example_matches_its_schema(document):
    checker = Checker(document)
    wrong = {where: trouble for where, *pair in examples_of(document) if (trouble := checker.troubles(*pair))}
    assert wrong == {}


def test_examples_file_is_small_and_covers_all_operations(document):
    text = FILE.read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST
    operations = {f"{method.upper()} {path}" for path, operations in document["paths"].items() for method in operations}
    assert set(json.loads(text)["operations"]) == operations


def stable(value):
    """The common part of two recordings: everything but prose, whose wording may change."""
    match value:
        case dict():
            return {key: stable(each) for key, each in value.items()}
        case list():
            return [stable(each) for each in value]
        case str() if " " in value:
            return "prose"
        case _:
            return value


@pytest.mark.slow
@pytest.mark.randomness  # the recording contains rolls
@pytest.mark.anyio
async def test_new_recording_matches_the_stored_examples():
    """If this fails: `python -m tests.server.record_examples` regenerates the examples."""
    with tempfile.TemporaryDirectory() as folder:
        again = json.loads(await record_examples(Path(folder)))
    known = json.loads(FILE.read_text(encoding="utf-8"))
    assert stable(again) == stable(known)
