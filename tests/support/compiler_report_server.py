"""`pasch serve` that prints, at its end, the compiler libraries loaded into it."""

import atexit
import sys

from pasch.cli import main

COMPILER_MODULES = ("numba", "llvmlite")


def print_compiler_modules() -> None:
    """Print the loaded libraries."""
    print("compiler:", *(name for name in COMPILER_MODULES if name in sys.modules), flush=True)


if __name__ == "__main__":
    atexit.register(print_compiler_modules)
    sys.argv.insert(1, "serve")
    main()
