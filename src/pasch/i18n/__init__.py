"""Message catalogues, one folder per language, and the choice of the language."""

from pasch.i18n.translator import DEFAULT, LANGUAGES, Translator, of_environment, pick, translator

__all__ = ["DEFAULT", "LANGUAGES", "Translator", "of_environment", "pick", "translator"]
