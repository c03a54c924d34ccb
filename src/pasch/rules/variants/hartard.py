"""B. Hartard's KNIFFEL (manual 3.5, 2022): a Partie of six games with additional Kniffels."""

from dataclasses import replace

from pasch.rules.customs import Customs
from pasch.rules.extra import CountsIn, ExtraKniffel, ExtraNeeds, ExtraWhen
from pasch.rules.variants.kniffel import KNIFFEL_PLAIN

HARTARD = replace(
    KNIFFEL_PLAIN,
    key="hartard",
    aliases=("Hartard Kniffel", "KNIFFEL von Hartard", "Hartards Kniffel"),
    # “zusätzliche Kniffel”: 100 points for forgoing a cell, added to the Partie only.
    extra=ExtraKniffel(
        points=100,
        when=ExtraWhen.SCRATCH,
        needs=ExtraNeeds.FILLED,
        counts_in=CountsIn.MATCH,
    ),
    customs=Customs(games=6, most_seats=4, final=True, marks_rolls=True, shows_key=True),
)
