"""All sentences for players: one for each event or fact, used wherever it is shown.

`lang` is one of `pasch.i18n.LANGUAGES`; any other value selects English.
"""

from pasch.words import mechanics
from pasch.words.advice import action_words, advice_text
from pasch.words.cards import SheetLayout, VariantCard, sheet_layout, variant_card
from pasch.words.cells import RuleSection
from pasch.words.context import TableContext
from pasch.words.errors import error_text
from pasch.words.events import event_text, typing_text
from pasch.words.hints import aborted_text, hint_text, paused_text, waiting_text
from pasch.words.names import (
    action_name,
    bot_character,
    bot_name,
    category_name,
    cell_name,
    default_name,
    default_names,
    guest_name,
    variant_name,
)
from pasch.words.results import ledger_text, mark_of, share_text
from pasch.words.rulebook import rules_in_words
from pasch.words.switches import Switch, differences, switch_views
from pasch.words.teaching.glossary import GlossaryChapter, glossary
from pasch.words.teaching.steps import TutorialStep
from pasch.words.teaching.tips import TestedTip, tested_variant, tips, tips_intro
from pasch.words.teaching.tutorial import tutorial

__all__ = [
    "GlossaryChapter",
    "RuleSection",
    "SheetLayout",
    "Switch",
    "TableContext",
    "TestedTip",
    "TutorialStep",
    "VariantCard",
    "aborted_text",
    "action_name",
    "action_words",
    "advice_text",
    "bot_character",
    "bot_name",
    "category_name",
    "cell_name",
    "default_name",
    "default_names",
    "differences",
    "error_text",
    "event_text",
    "glossary",
    "guest_name",
    "hint_text",
    "ledger_text",
    "mark_of",
    "mechanics",
    "paused_text",
    "rules_in_words",
    "share_text",
    "sheet_layout",
    "switch_views",
    "tested_variant",
    "tips",
    "tips_intro",
    "tutorial",
    "typing_text",
    "variant_card",
    "variant_name",
    "waiting_text",
]
