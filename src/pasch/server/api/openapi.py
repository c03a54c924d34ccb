"""What the OpenAPI document says besides the routes."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from pasch.server.api.examples import illustrate
from pasch.server.guards.callers import COOKIE
from pasch.server.http import API
from pasch.server.wire.commands import Command
from pasch.server.wire.events import Event
from pasch.server.wire.problems import Problem
from pasch.server.wire.socket import LobbyMessage, ServerMessage
from pasch.server.wire.vocabulary import OPERATIONS, PARAMETERS

BESIDE_ROUTES = (Problem, Command, Event, ServerMessage, LobbyMessage)
"""Models that no route names to the framework: refusals, streams, and what travels over the socket."""


SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "The token of `POST /session`."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The same token, as browsers keep it. What changes something must come from a page of our own.",
    },
}
"""How callers are known, wherever 401 is a possible answer. Public tables may be read by anyone."""


def describe(app: FastAPI) -> None:
    """Make the app's document whole: with the socket's messages and examples, without the framework's own refusals."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = plain(app)
            illustrate(app.openapi_schema)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign] # the documented way to extend the schema


def plain(app: FastAPI) -> dict[str, Any]:
    """The document without its examples."""
    made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    template = "#/components/schemas/{model}"
    _, beside = models_json_schema([(model, "validation") for model in BESIDE_ROUTES], ref_template=template)
    schemas: dict[str, Any] = made["components"]["schemas"]
    for name, schema in beside["$defs"].items():
        for field in schema.get("properties", {}).values():
            if field.get("default", "") is None and {"type": "null"} not in field.get("anyOf", ()):
                del field["default"]  # it may be left out, and null it never is
        schemas.setdefault(name, schema)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    made["components"]["schemas"] = dict(sorted(schemas.items()))
    made["components"]["securitySchemes"] = SECURITY
    for path, operations in made["paths"].items():
        for method, operation in operations.items():
            for parameter in operation.get("parameters", ()):
                if "description" not in parameter:
                    parameter["description"] = PARAMETERS[parameter["name"]]
            operation["summary"] = OPERATIONS[f"{method.upper()} {path.removeprefix(API)}"]
            if str(HTTPStatus.UNAUTHORIZED.value) in operation["responses"]:
                anyone: list[dict[str, list[str]]] = [{}] if method == "get" and "/tables" in path else []
                operation["security"] = [*({name: []} for name in SECURITY), *anyone]
    return made
