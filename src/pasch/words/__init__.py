"""Everything said to people: one sentence for each thing, whoever shows it.

`lang` is one of `pasch.i18n.LANGUAGES`; any other is answered in English.
"""

from pasch.words.cards import SheetLayout, VariantCard, sheet_layout, variant_card
from pasch.words.errors import error_text
from pasch.words.events import TableContext, event_text
from pasch.words.hints import aborted_text, hint_text, waiting_text
from pasch.words.names import bot_name, category_name, cell_name, default_name, variant_name
from pasch.words.rulebook import Section, rules_in_words

__all__ = [
    "Section",
    "SheetLayout",
    "TableContext",
    "VariantCard",
    "aborted_text",
    "bot_name",
    "category_name",
    "cell_name",
    "default_name",
    "error_text",
    "event_text",
    "hint_text",
    "rules_in_words",
    "sheet_layout",
    "variant_card",
    "variant_name",
    "waiting_text",
]
