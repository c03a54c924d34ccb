"""The command line, which puts all packages together."""

import gc
import os


def main() -> None:
    """Run the command named by the program's arguments; ends the process."""
    # NumPy's products are small here: its threads gain nothing and slow down other computations.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Objects loaded at the start stay: searching them for cycles would take a tenth of the start.
    gc.set_threshold(50_000)
    from pasch.cli.app import app

    app(prog_name="pasch")
