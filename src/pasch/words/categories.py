"""A category in words: what has to match, and what it pays. Made from the category's data."""

from pasch.i18n import Translator
from pasch.rules.category import Category
from pasch.rules.variant import Variant


def hint(t: Translator, variant: Variant, category: Category) -> str:
    """One short sentence: what scores."""
    return t.text("category-hint", "Only {faces} count", faces=str(category.face)) if category.face else category.key
