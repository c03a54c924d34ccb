"""`pasch serve` that prints, at its end, the compiler libraries loaded into it."""

import atexit
import sys

from pasch.cli import main

COMPILER = ("numba", "llvmlite")


def tell() -> None:
    """Print the loaded libraries."""
    print("compiler:", *(name for name in COMPILER if name in sys.modules), flush=True)


if __name__ == "__main__":
    atexit.register(tell)
    sys.argv.insert(1, "serve")
    main()
