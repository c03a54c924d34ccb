// Personal records, as far as this device knows them.

import { recall, remember } from "../app/storage";
import type { Seat, Snapshot } from "../wire/types";

const KEY = "pasch.records";
/** The number of records that this browser stores; the oldest are dropped. */
const PLACES = 100;

interface Best {
  readonly key: string;
  readonly points: number;
  /** The game of the record, and whether it beat an earlier one. */
  readonly of: string;
  readonly beat: boolean;
}

function isBest(one: unknown): one is Best {
  return typeof one === "object" && one !== null && "key" in one && "points" in one && typeof one.points === "number" && "of" in one;
}

/** Whether a finished sheet is the best of its name and rules on this device, and whether that is new. Stores it. */
export function recordOf({ id, game, variant, rules }: Snapshot, { name, total }: Pick<Seat, "name" | "total">): "new" | "known" | null {
  const key = JSON.stringify([variant, rules, name]);
  const of = `${id}/${String(game)}`;
  const stored = recall(KEY);
  const known = Array.isArray(stored) ? stored.filter(isBest) : [];
  const best = known.find((one) => one.key === key);
  if (best?.of === of) return best.beat ? "known" : null;
  if (best !== undefined && best.points >= total) return null;
  const beat = best !== undefined;
  remember(KEY, [...known.filter((one) => one.key !== key), { key, points: total, of, beat }].slice(-PLACES));
  return beat ? "new" : null;
}
