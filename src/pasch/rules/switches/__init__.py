"""House rules as switches that change a preset, each combining with any variant.

A switch is a name, the values it takes, how a variant has it, and how a variant gets it. The
written forms (`joker=none`, JSON) are those of `Switch.choices`; two switches take a text with a
form of its own, `columns` and `own`.
"""

from pasch.rules.ruleset import Switches, SwitchValue
from pasch.rules.switches.changing import SWITCHES, add_switches, change, find_switch
from pasch.rules.switches.switch import LONGEST_TEXT, NOTHING, Kind, Switch, altered, whole

__all__ = [
    "LONGEST_TEXT",
    "NOTHING",
    "SWITCHES",
    "Kind",
    "Switch",
    "SwitchValue",
    "Switches",
    "add_switches",
    "altered",
    "change",
    "find_switch",
    "whole",
]
