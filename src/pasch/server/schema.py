r"""The OpenAPI document.

`python -m pasch.server.schema` prints it; with `--shapes` only what travels, from which the client's types are made:

    python -m pasch.server.schema --shapes | node client/node_modules/openapi-typescript/bin/cli.js \
        --root-types --root-types-no-schema-prefix -o client/src/wire/schema.gen.ts
"""

import json
import sys
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from pasch.server.wire.commands import Command
from pasch.server.wire.events import Event
from pasch.server.wire.problems import Problem
from pasch.server.wire.socket import ServerMessage

BESIDE_ROUTES = (Problem, Command, Event, ServerMessage)
"""Models that no route names to the framework: refusals, streams, and what travels over the socket."""


def describe(app: FastAPI) -> None:
    """Make the app's document whole: with the socket's messages, and without the framework's own form of refusals."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign] # the documented way to extend the schema


def _document(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    template = "#/components/schemas/{model}"
    _, beside = models_json_schema([(model, "validation") for model in BESIDE_ROUTES], ref_template=template)
    schemas: dict[str, Any] = made["components"]["schemas"]
    for name, schema in beside["$defs"].items():
        schemas.setdefault(name, schema)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    made["components"]["schemas"] = dict(sorted(schemas.items()))
    return made


def main() -> None:
    """Print the document."""
    from pasch.server.app import interface

    document = interface().openapi()
    if "--shapes" in sys.argv[1:]:
        document = {**document, "paths": {}}
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
