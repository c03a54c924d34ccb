"""Chat lines as text."""

from collections.abc import Iterator, Sequence

from pasch.i18n import Translator
from pasch.service.views.schema.chat import ChatLine


def line_text(t: Translator, line: ChatLine) -> str:
    """A line of chat for display."""
    if line["removed"]:
        return t.text("tui", "{name}: (removed)", name=line["name"])
    if line["to"] is not None:
        return t.text(
            "tui", "{name} to {other}: {text}", name=line["name"], other=line["to"]["name"], text=line["text"]
        )
    return f"{line['name']}: {line['text']}"


def talk_lines(t: Translator, lines: Sequence[ChatLine]) -> Iterator[str]:
    """The lines of a table; after a rematch two headings separate the last match's lines from the rest."""
    earlier = False
    for line in lines:
        if line["earlier"] is not earlier:
            earlier = line["earlier"]
            heading = t.text("tui", "From the last match") if earlier else t.text("tui", "This match")
            yield f"── {heading} ──"
        yield line_text(t, line)
