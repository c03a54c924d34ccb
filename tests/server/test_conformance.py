"""The interface matches its document for any input: no undocumented answer, no failure."""

import json
import urllib.request

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pasch.server import API
from pasch.server.api.vocabulary import OPERATIONS
from tests.server.world import document
from tests.support.server import Server

pytestmark = pytest.mark.slow


def no_failure(context, response, case):
    """The server never fails; a calculation in progress does not count as a failure."""
    if response.status_code == 503 and response.json()["code"] == "not_ready":
        return None
    return not_a_server_error(context, response, case)


CHECKS = [
    no_failure,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@schemathesis.serializer("application/x-ndjson")
def as_lines(_context, value):
    """A file of lines, with any content."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@pytest.fixture(scope="module")
def operations():
    """The operations in the document, by method and path. All workers collect the tests, but few need it."""
    schema = schemathesis.openapi.from_dict(document())
    found = (result.ok() for result in schema.get_all_operations())
    return {f"{each.method.upper()} {each.path.removeprefix(API)}": each for each in found}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server without limits, so that the code behind them is reached."""
    limits = [f"--limit={name}=1000000,1000" for name in ("misses", "refusals", "changes", "advice", "analyses")]
    with Server(tmp_path_factory.mktemp("server"), limits) as running:
        yield running


@pytest.fixture(scope="module")
def caller(server):
    """A token, and a table of its owner."""

    def post(path, body, **headers):
        headers = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(server.url + "/api/v1" + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    token = post("/session", {})["token"]
    wish = {"variant": "kniffel", "seats": [{"kind": "local"}, {"kind": "human"}], "start": False}
    return token, post("/tables", wish, Authorization=f"Bearer {token}")["id"]


def test_every_operation_is_tested(operations):
    assert set(operations) == set(OPERATIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_documented(name, operations, server, caller):
    token, table = caller

    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
    def answered(case):
        known = len(json.dumps(case.body, default=str)) % 3 > 0  # sometimes a table that does not exist
        if known:
            case.headers["Authorization"] = f"Bearer {token}"
            if "table" in case.path_parameters:
                case.path_parameters["table"] = table
        if case.path.endswith("/events"):
            case.query["follow"] = "false"
        case.call_and_validate(base_url=server.url, checks=CHECKS)

    operation = operations[name]
    # The documented decorator makes these tests of all operations while they are collected, which takes seconds.
    build_operation_test(
        config=operation.schema.config,
        operation=operation,
        test_func=answered,
        given_kwargs={},
        feedback=FeedbackSources(),
    )()
