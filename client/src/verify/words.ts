import { t } from "../words";
import type { Verdict } from "./check";

/** The result, in one sentence. */
export function headline(verdict: Verdict): string {
  if (!verdict.committed) return t("verify.not_promised");
  if (verdict.wrong !== null) return t("verify.wrong");
  return verdict.checked === 0 ? t("verify.no_rolls") : t("verify.sound", { count: verdict.checked });
}
