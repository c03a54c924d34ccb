"""The command line, where everything is put together."""


def main() -> None:
    """Run the command named by the program's arguments; ends the process."""
    from pasch.cli.app import app

    app(prog_name="pasch")
