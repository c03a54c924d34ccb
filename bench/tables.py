"""Markdown tables for the generated pages."""


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def rule_line(left: int, right: int = 0, left_again: int = 0) -> str:
    """The line below the head: the number of left-aligned columns, then right-aligned, then left-aligned ones."""
    return "|" + "---|" * left + "--:|" * right + "---|" * left_again


def code(text: str) -> str:
    """A piece of code within a cell."""
    return f"`{text}`".replace("|", "\\|")
