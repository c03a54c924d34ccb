import { navigation } from "../../app/navigation.svelte";
import { api } from "../../app/server";
import { remember } from "../../app/storage";
import type { Rules, SeatRequest, VariantItem } from "../../wire/types";

/** Under which name the browser remembers that its owner needs no welcome any more. */
export const WELCOMED = "pasch.welcomed";

/** Open a real table with the learner and as many computers as the game needs, and go there. Throws when refused. */
export async function introduce(variant: Pick<VariantItem, "key" | "seats">, rules: Rules = {}): Promise<void> {
  const bots = Array.from({ length: Math.max(1, variant.seats[0] - 1) }, (): SeatRequest => ({ kind: "bot", bot: "simple" }));
  const seats: SeatRequest[] = [{ kind: "local", name: "" }, ...bots];
  const table = await api.openTable({ variant: variant.key, rules, rules_name: "", games: 1, seats, visibility: "private", start: true });
  remember(WELCOMED, true);
  navigation.go(`/t/${encodeURIComponent(table.id)}?tutorial=1`);
}
