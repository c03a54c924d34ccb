r"""The OpenAPI document.

`python -m pasch.server.api.schema` prints it; with `--shapes` only what travels, of which the client's types are made:

    python -m pasch.server.api.schema --shapes | node client/node_modules/openapi-typescript/bin/cli.js \
        --root-types --root-types-no-schema-prefix -o client/src/wire/schema.gen.ts
"""

import json
import sys

from pasch.server.api.openapi import plain
from pasch.server.app import interface


def main() -> None:
    """Print the document."""
    app = interface()
    document = {**plain(app), "paths": {}} if "--shapes" in sys.argv[1:] else app.openapi()
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
