"""The command line, where everything is put together."""

import gc
import os


def main() -> None:
    """Run the command named by the program's arguments; ends the process."""
    # NumPy's products are small here: threads of its own gain nothing, and wait for each other where others compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What is loaded at the start stays: searching it for unreachable cycles again and again takes a tenth of the start.
    gc.set_threshold(50_000)
    from pasch.cli.app import app

    app(prog_name="pasch")
