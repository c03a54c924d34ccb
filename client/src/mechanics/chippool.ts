// A pool of chips shared by all players.

import type { Snapshot } from "../wire/types";
import { t } from "../words";

export { default as Sheet } from "./PoolPanel.svelte";

export function hint({ legal_actions: actions, turn }: Snapshot): string {
  const fits = actions.some(({ type }) => type === "score");
  if ((turn?.rolls_left ?? 0) > 0) return fits ? t("family.pool.hint.choose") : t("family.pool.hint.roll");
  return fits ? t("family.pool.hint.take") : t("family.pool.hint.pass");
}
