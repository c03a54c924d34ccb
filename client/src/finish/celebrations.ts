// The events of a running game that are celebrated for a second.

import type { Snapshot, TableEvent } from "../wire/types";
import { t } from "../words";
import { mechanicOf } from "../mechanics/mechanics";

/** The categories for all dice equal; a game has at most one of them. */
const ALL_EQUAL: ReadonlySet<string> = new Set(["kniffel", "yazzo", "yatzy", "balut", "kismet", "yacht", "grande", "generala", "cheerio", "jamb"]);

/** The word for the newest events, or null: a Kniffel when it falls, a bonus when it is reached. */
export function celebrationOf(before: Snapshot, after: Snapshot, fresh: readonly TableEvent[]): string | null {
  const best = after.sheet.categories.find((category) => ALL_EQUAL.has(category.key));
  if (best !== undefined && mechanicOf(after.sheet).covers !== true && fresh.some(isAllEqual)) return t("table.feast.kniffel", { name: best.name });
  return before.game === after.game && after.seats.some((seat, n) => seat.bonus > (before.seats[n]?.bonus ?? 0)) ? t("table.feast.bonus") : null;
}

function isAllEqual(event: TableEvent): boolean {
  return event.type === "dice_rolled" && event.data.dice !== null && /^(?<face>\d)\k<face>{4,}$/.test(event.data.dice);
}
