"""The command line."""


def main() -> None:
    """Say the version."""
    from pasch import __version__

    print(f"pasch {__version__}")
