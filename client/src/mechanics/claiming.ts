// Claims about dice under a cup: the possible ones, how true they are, and the question to the player who answers.

import type { ClaimAction, Snapshot } from "../wire/types";
import { honestPoints } from "../board/sheet/sheetmodel";
import { seatOf } from "../game/handover";
import { cellWords } from "../game/tablewords";
import { t } from "../words";

/** The claim, and the question to the player who answers it. */
export function claimWords(snapshot: Snapshot): string {
  const { claim = null, seat = 0 } = snapshot.turn ?? {};
  if (claim === null) return "";
  const name = (seat: number) => seatOf(snapshot, seat)?.name ?? "";
  return t("family.claim.said", { name: name(claim.seat), cell: cellWords(snapshot.sheet, claim.cell), count: claim.points, asked: name(seat) });
}

/** The default claim of a cell: the highest true one, else the highest of all. */
export function firstClaim(claims: readonly ClaimAction[]): ClaimAction | null {
  const honest = honestPoints(claims);
  const sorted = sortedClaims(claims);
  return sorted.find((claim) => claim.honest && claim.points === honest) ?? sorted[0] ?? null;
}

/** The claims, the most points first. */
export function sortedClaims(claims: readonly ClaimAction[]): ClaimAction[] {
  return claims.toSorted((a, b) => b.points - a.points);
}
