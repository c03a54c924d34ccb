"""A line of chat in words."""

from pasch.i18n import Translator
from pasch.service.views import LineView


def line_text(t: Translator, line: LineView) -> str:
    """A line of chat as it is shown."""
    if line["removed"]:
        return t.text("tui", "{name}: (removed)", name=line["name"])
    if line["to"] is not None:
        return t.text(
            "tui", "{name} to {other}: {text}", name=line["name"], other=line["to"]["name"], text=line["text"]
        )
    return f"{line['name']}: {line['text']}"
