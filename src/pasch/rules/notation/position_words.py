"""The words of a position that stand after its dice."""

from pasch.rules.turn import Stage

DOUBLED = "x2"
DOUBLES_NEXT = "x2next"
CHIP = "chip"
BEYOND = {"entered": Stage.ENTERED, "die": Stage.DIE_IN_THE_AIR, "shifting": Stage.SHIFTING}
"""Words for a turn that goes on after its entry."""
