r"""The OpenAPI document.

`python -m pasch.server.schema` prints it; with `--shapes` only what travels, from which the client's types are made:

    python -m pasch.server.schema --shapes | node client/node_modules/openapi-typescript/bin/cli.js \
        --root-types --root-types-no-schema-prefix -o client/src/wire/schema.gen.ts
"""

import json
import sys

from pasch.server.app import interface
from pasch.server.openapi import plain


def main() -> None:
    """Print the document."""
    app = interface()
    document = {**plain(app), "paths": {}} if "--shapes" in sys.argv[1:] else app.openapi()
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
