"""The first line of a ledger: what the dice were worth, and what the decisions cost."""

from pasch.i18n import Translator, translator


def ledger_text(lang: str, luck: float, loss: float, name: str = "") -> str:
    """One sentence in whole points; without a `name` it speaks to the player."""
    t = translator(lang)
    worth, cost = round(luck), round(loss)
    return _of(t, name, worth, cost) if name else _yours(t, worth, cost)


def _yours(t: Translator, worth: int, cost: int) -> str:
    match (worth > 0) - (worth < 0), cost > 0:
        case -1, True:
            return t.count(
                "ledger",
                "Your dice were worth {count} point less than average, your decisions cost {loss}.",
                "Your dice were worth {count} points less than average, your decisions cost {loss}.",
                -worth,
                loss=cost,
            )
        case -1, False:
            return t.count(
                "ledger",
                "Your dice were worth {count} point less than average, your decisions cost next to nothing.",
                "Your dice were worth {count} points less than average, your decisions cost next to nothing.",
                -worth,
            )
        case 1, True:
            return t.count(
                "ledger",
                "Your dice were worth {count} point more than average, your decisions cost {loss}.",
                "Your dice were worth {count} points more than average, your decisions cost {loss}.",
                worth,
                loss=cost,
            )
        case 1, False:
            return t.count(
                "ledger",
                "Your dice were worth {count} point more than average, your decisions cost next to nothing.",
                "Your dice were worth {count} points more than average, your decisions cost next to nothing.",
                worth,
            )
        case _, True:
            return t.count(
                "ledger",
                "Your dice were just average, your decisions cost {count} point.",
                "Your dice were just average, your decisions cost {count} points.",
                cost,
            )
        case _:
            return t.text("ledger", "Your dice were just average, your decisions cost next to nothing.")


def _of(t: Translator, name: str, worth: int, cost: int) -> str:
    match (worth > 0) - (worth < 0), cost > 0:
        case -1, True:
            return t.count(
                "ledger",
                "{name}: the dice were worth {count} point less than average, the decisions cost {loss}.",
                "{name}: the dice were worth {count} points less than average, the decisions cost {loss}.",
                -worth,
                loss=cost,
                name=name,
            )
        case -1, False:
            return t.count(
                "ledger",
                "{name}: the dice were worth {count} point less than average, the decisions cost next to nothing.",
                "{name}: the dice were worth {count} points less than average, the decisions cost next to nothing.",
                -worth,
                name=name,
            )
        case 1, True:
            return t.count(
                "ledger",
                "{name}: the dice were worth {count} point more than average, the decisions cost {loss}.",
                "{name}: the dice were worth {count} points more than average, the decisions cost {loss}.",
                worth,
                loss=cost,
                name=name,
            )
        case 1, False:
            return t.count(
                "ledger",
                "{name}: the dice were worth {count} point more than average, the decisions cost next to nothing.",
                "{name}: the dice were worth {count} points more than average, the decisions cost next to nothing.",
                worth,
                name=name,
            )
        case _, True:
            return t.count(
                "ledger",
                "{name}: the dice were just average, the decisions cost {count} point.",
                "{name}: the dice were just average, the decisions cost {count} points.",
                cost,
                name=name,
            )
        case _:
            return t.text(
                "ledger", "{name}: the dice were just average, the decisions cost next to nothing.", name=name
            )
