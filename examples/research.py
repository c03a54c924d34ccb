"""A researcher's first hour: the value of a game, its best play, and the effect of a house rule.

python examples/research.py [VARIANT] [RECORD]
"""

import csv
import sys
from pathlib import Path

import pasch

RECORD = Path(__file__).with_name("match.txt")


def distribution(solution: pasch.Solution, target: int) -> None:
    """The spread of scores under optimal play, and the gain of playing for a target only."""
    print(f"value {solution.value:.4f}, deviation {solution.deviation:.4f}, bonus {solution.bonus_rate:.4f}")
    chance = sum(part for score, part in solution.distribution.items() if score >= target)
    print(f"at least {target}: {chance:.4f}, at best {solution.best_chance(target):.4f}")
    for name, cell in solution.categories.items():
        print(f"  {name:16} {cell.mean:7.3f} scratched {cell.scratch_rate:.3f}")


def house_rules(variant: pasch.Variant, value: float) -> None:
    """The cost of filling the sheet from top to bottom."""
    strict = pasch.solve(variant.replace(order="down"))
    print(f"in order {strict.value:.4f}, which costs {value - strict.value:.4f}")


def first_rolls(variant: pasch.Variant, *rolls: str) -> None:
    """The best keep after the first roll of a game, and the runner-up."""
    for roll in rolls:
        advice = pasch.advise(pasch.Position.from_text(f"{variant.key}; ; {roll} 2"))
        best, *others = advice.actions
        print(f"{roll}: {best.text} {best.value:.3f}, then {others[0].text} (costs {others[0].regret:.3f})")


def simulated(solution: pasch.Solution, games: int) -> None:
    """The scores of players of every level, next to the optimal one."""
    for name, error in {"optimal": None, **pasch.LEVELS}.items():
        played = pasch.simulate(solution, games, seed=1, error=error)
        print(f"{name:16} {played.mean:.2f} ± {played.deviation / games**0.5:.2f}")


def ledger(record: Path) -> None:
    """The luck and the loss in a recorded match, and the rows as CSV, ready for pandas."""
    found = pasch.analyse(record)
    print(found)
    rows = found.rows()
    if rows:
        table = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows[:3])


def main(name: str = "kniffel", record: str | None = None) -> None:
    """Answer one question after another."""
    variant = pasch.find_variant(name)
    solution = pasch.solve(variant)
    print(repr(solution))
    distribution(solution, round(solution.value))
    house_rules(variant, solution.value)
    first_rolls(variant, "12344", "11666")
    simulated(solution, 10_000)
    ledger(Path(record) if record else RECORD)


if __name__ == "__main__":
    main(*sys.argv[1:])
