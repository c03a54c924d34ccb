"""Message catalogues, one folder per language, and the choice of the language."""

from pasch.i18n.languages import DEFAULT, LANGUAGES, of_environment, pick
from pasch.i18n.translator import Translator, translator

__all__ = ["DEFAULT", "LANGUAGES", "Translator", "of_environment", "pick", "translator"]
