r"""The OpenAPI document.

`python -m pasch.server.api.schema` prints it; with `--client` only what the web client is made from: what travels, and
the addresses with the answers that are no refusals.

    python -m pasch.server.api.schema --client | node client/node_modules/openapi-typescript/bin/cli.js \
        --root-types --root-types-no-schema-prefix -o client/src/wire/schema.gen.ts
"""

import json
import sys
from typing import Any

from fastapi import FastAPI

from pasch.server import API
from pasch.server.api.documents import plain
from pasch.server.app import interface

REFUSED = 400


def main() -> None:
    """Print the document."""
    app = interface()
    document = _for_client(app) if "--client" in sys.argv[1:] else app.openapi()
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


def _for_client(app: FastAPI) -> dict[str, Any]:
    """The document without refusals. Requests lose their defaults, for the tool takes such fields for required."""
    document = plain(app)
    document["paths"] = {path: operations for path, operations in document["paths"].items() if path.startswith(API)}
    for operations in document["paths"].values():
        for operation in operations.values():
            answers = operation["responses"].items()
            operation["responses"] = {status: answer for status, answer in answers if int(status) < REFUSED}
            _forget_defaults(operation.get("requestBody"), document["components"]["schemas"], set())
    return document


def _forget_defaults(shape: object, schemas: dict[str, Any], seen: set[str]) -> None:
    """Take away the defaults of every field below `shape`."""
    match shape:
        case {"$ref": str(reference)} if reference not in seen:
            seen.add(reference)
            _forget_defaults(schemas[reference.rpartition("/")[2]], schemas, seen)
        case dict():
            for field in shape.get("properties", {}).values():
                field.pop("default", None)
            for part in shape.values():
                _forget_defaults(part, schemas, seen)
        case list():
            for part in shape:
                _forget_defaults(part, schemas, seen)
        case _:
            pass


if __name__ == "__main__":
    main()
