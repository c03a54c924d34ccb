import { api } from "../app/server";
import type { Snapshot } from "../wire/types";

/** Whether the ledger knows the game of a table: an exact solution that covers the whole game. */
export async function isSolved({ variant, rules }: Snapshot): Promise<boolean> {
  const detail = await (Object.keys(rules).length > 0 ? api.houseRules(variant, rules) : api.variant(variant));
  return detail.exact && !detail.alone;
}
