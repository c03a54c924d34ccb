// Sentences about the end of a game or match.

import type { Snapshot } from "../wire/types";
import { t } from "../words";
import { settings } from "../app/settings.svelte";
import { mechanicOf } from "../mechanics/mechanics";
import { matchPlacesOf, placesOf } from "./places";

export function endWords(snapshot: Snapshot): { title: string; sentence: string } {
  if (snapshot.status === "aborted") {
    return { title: t("table.end.aborted"), sentence: t("table.end.aborted_text") };
  }
  const over = snapshot.status === "finished";
  const title = over && snapshot.games > 1 ? t("table.end.match") : t("table.end.game", { game: snapshot.game });
  const alone = snapshot.seats.length === 1;
  if (alone) return { title: oneGame(snapshot, title), sentence: t("table.end.alone", { count: snapshot.seats[0]?.total ?? 0 }) };
  const winners = over
    ? matchPlacesOf(snapshot).filter((standing) => standing.matchPlace === 1)
    : placesOf(snapshot).filter((standing) => standing.place === 1);
  const names = winners.map((standing) => standing.seat.name);
  return { title: oneGame(snapshot, title), sentence: wonBy(names, marginOf(snapshot, over)) };
}

/** The points between the first and the second; 0 if points do not decide. */
function marginOf(snapshot: Snapshot, over: boolean): number {
  if (mechanicOf(snapshot.sheet).total !== undefined) return 0;
  const points = over ? matchPlacesOf(snapshot).map((one) => one.grand) : placesOf(snapshot).map((one) => one.total);
  return Math.max(0, (points[0] ?? 0) - (points[1] ?? 0));
}

function oneGame(snapshot: Snapshot, title: string): string {
  return snapshot.games === 1 ? t("table.end.only_game") : title;
}

function wonBy(names: readonly string[], margin: number): string {
  const [only] = names;
  if (names.length === 1 && only !== undefined && margin > 0) return t("table.end.won_by", { name: only, count: margin });
  if (names.length === 1 && only !== undefined) return t("table.end.won", { name: only });
  const list = new Intl.ListFormat(settings.language, { type: "conjunction" }).format(names);
  return t("table.end.won_together", { names: list });
}
