"""The OpenAPI document, and the client's types generated from it."""

import json
import re
import subprocess
import sys

import pytest

import build_client
from pasch.server.api.vocabulary import FIELDS, PARAMETERS, describe
from pasch.server.wire.base import EXAMPLES
from tests.server.world import document

TYPES = build_client.SOURCES / "src" / "wire" / "schema.gen.ts"


@pytest.fixture(scope="module", name="document")
def the_document():
    return document()


def references(value):
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].removeprefix("#/components/")
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def test_document_is_complete_openapi_3_1(document):
    assert document["openapi"].startswith("3.1")
    parts = {f"{kind}/{name}" for kind in ("examples", "schemas") for name in document["components"][kind]}
    assert set(references(document)) <= parts


def test_document_contains_the_socket_messages(document):
    assert {"ServerMessage", "Command", "Event", "Snapshot", "Problem"} <= set(document["components"]["schemas"])


@pytest.mark.parametrize("status", ["405", "413", "500", "503"])
def test_every_address_documents_its_refusals(document, status):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            content = operation["responses"][status]["content"]
            assert set(content) == {"application/problem+json"}, (method, path)


def test_every_refusal_is_a_problem_document(document):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert set(answer["content"]) == {"application/problem+json"}, (method, path, status)


def test_every_address_and_field_has_a_description(document):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation.get("description"), (method, path)
            for parameter in operation.get("parameters", ()):
                assert parameter.get("description"), (method, path, parameter["name"])
    silent = []
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name
        silent += [
            (name, field) for field, shape in schema.get("properties", {}).items() if not shape.get("description")
        ]
    assert silent == []


def test_shape_with_an_undescribed_field_is_refused():
    with pytest.raises(KeyError, match="riddle"):
        describe({"properties": {"riddle": {"type": "integer"}}})


def test_every_stored_description_is_used(document):
    fields = {
        shape["description"]
        for schema in document["components"]["schemas"].values()
        for shape in schema.get("properties", {}).values()
    }
    assert set(FIELDS.values()) - fields == set()
    used = {
        parameter["description"]
        for operations in document["paths"].values()
        for operation in operations.values()
        for parameter in operation.get("parameters", ())
    }
    assert set(PARAMETERS.values()) - used == set()


def test_every_pattern_has_a_matching_example(document):
    found = set()
    json.loads(json.dumps(document), object_hook=lambda part: found.add(part.get("pattern")))
    assert found - {None} == set(EXAMPLES)
    assert all(re.fullmatch(pattern, text) for pattern, text in EXAMPLES.items())


@pytest.mark.slow
def test_client_types_match_the_current_document():
    """If this fails: the first lines of `pasch.server.api.schema` describe how to regenerate them."""
    shapes = subprocess.run(
        [sys.executable, "-m", "pasch.server.api.schema", "--client"],
        check=True,
        capture_output=True,
        cwd=build_client.ROOT,
    ).stdout
    json.loads(shapes)
    tool = build_client.SOURCES / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    made = subprocess.run(
        [*build_client.node(), str(tool), "--root-types", "--root-types-no-schema-prefix"],
        input=shapes,
        check=True,
        capture_output=True,
        env=build_client.node_environment(),
    ).stdout.decode()
    assert made.strip() == TYPES.read_text().strip()
