import { navigation } from "../../app/navigation.svelte";
import { api } from "../../app/server";
import { remember } from "../../app/storage";
import type { Rules, SeatRequest, VariantItem } from "../../wire/types";

/** The storage key of the dismissed welcome. */
export const WELCOMED = "pasch.welcomed";

/**
 * Opens a real table with the learner and as many computers as the game needs, and navigates to it. Throws a refusal.
 */
export async function introduce(variant: Pick<VariantItem, "key" | "seats">, rules: Rules = {}): Promise<void> {
  const bots = Array.from({ length: Math.max(1, variant.seats[0] - 1) }, (): SeatRequest => ({ kind: "bot", bot: "simple" }));
  const seats: SeatRequest[] = [{ kind: "local", name: "" }, ...bots];
  const table = await api.openTable({ variant: variant.key, rules, rules_name: "", games: 1, seats, visibility: "private", start: true });
  remember(WELCOMED, true);
  navigation.go(`/t/${encodeURIComponent(table.id)}?tutorial=1`);
}
