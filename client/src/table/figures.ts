// The skill of players, next to their names at the table.

import { api } from "../app/server";
import { settings } from "../app/settings.svelte";
import type { Figure } from "../board/sheet/sheetmodel";
import type { Seat } from "../wire/types";
import { learn, t } from "../words";

export type Figures = ReadonlyMap<number, Figure>;

/**
 * The figures by seat: the caller's, and those of people with public profiles. With fewer than five games, a figure is
 * only a link.
 */
export async function figuresOf(table: string, seats: readonly Seat[]): Promise<Figures> {
  const asked = api.ask((server) => server.GET("/api/v1/tables/{table}/skill", { params: { path: { table } } }));
  const [known] = await Promise.all([asked, learn("results")]);
  const { format } = new Intl.NumberFormat(settings.language, { maximumFractionDigits: 0 });
  const figures = new Map<number, Figure>();
  for (const { seat: number, value, error, public: shown } of known.seats) {
    const seat = seats.find((each) => each.seat === number);
    const href = shown ? `/people/${seat?.person ?? ""}` : "/statistics";
    const values = value === null || error === null ? null : { name: seat?.name ?? "", value: format(value), error: format(Math.ceil(error)) };
    figures.set(number, {
      text: values === null ? "" : `${values.value} ± ${values.error}`,
      sentence: values === null ? "" : t("results.skill", values),
      href,
    });
  }
  return figures;
}
