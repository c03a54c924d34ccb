"""Tables of Markdown, as several pages have them."""


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def rule_line(left: int, right: int = 0, left_again: int = 0) -> str:
    """The line below the head: how many columns stand to the left, then to the right, then to the left."""
    return "|" + "---|" * left + "--:|" * right + "---|" * left_again


def code(text: str) -> str:
    """A piece of code within a cell."""
    return f"`{text}`".replace("|", "\\|")
