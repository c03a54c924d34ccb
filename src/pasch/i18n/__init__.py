"""Message catalogues, a folder for each language, and how a language is chosen."""

from pasch.i18n.languages import DEFAULT, LANGUAGES, of_environment, pick
from pasch.i18n.translator import Translator, translator

__all__ = ["DEFAULT", "LANGUAGES", "Translator", "of_environment", "pick", "translator"]
