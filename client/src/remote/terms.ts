import type { Snapshot } from "../wire/types";
import { t } from "../words";

/** The agreements with people at other devices, in words. Needs the catalogue part `afar`. */
export type TimeLimit = NonNullable<Snapshot["time"]>;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Whether a clock may rest at weekends: it has days. */
export function mayRest(time: TimeLimit | null): time is TimeLimit {
  return time !== null && time.turn >= DAY;
}

/** The same clock, resting on Saturdays and Sundays of a time zone; null: it never rests. */
export function resting(time: TimeLimit, zone: string | null): TimeLimit {
  const { turn, bank } = time;
  return zone === null ? { turn, bank } : { turn, bank, weekend_zone: zone };
}

/** The time zone of this device, by its IANA name. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The clocks offered: seconds for each turn, and a bank of seconds for the match. */
export const CLOCKS: readonly TimeLimit[] = [
  { turn: 30, bank: 60 },
  { turn: 60, bank: 120 },
  { turn: 120, bank: 300 },
  { turn: 300, bank: 900 },
  { turn: DAY, bank: 0 },
  { turn: 3 * DAY, bank: 0 },
  { turn: 7 * DAY, bank: 0 },
  { turn: 14 * DAY, bank: 0 },
];

export function timeWords(time: TimeLimit): string {
  if (time.bank === 0) return t("afar.time_alone", { turn: spanWords(time.turn) });
  return t("afar.time", { turn: spanWords(time.turn), bank: spanWords(time.bank) });
}

function spanWords(seconds: number): string {
  if (seconds >= DAY && seconds % DAY === 0) return t("afar.days", { count: seconds / DAY });
  if (seconds >= HOUR && seconds % HOUR === 0) return t("afar.hours", { count: seconds / HOUR });
  const whole = seconds >= 60 && seconds % 60 === 0;
  return whole ? t("afar.minutes", { count: seconds / 60 }) : t("afar.seconds", { count: seconds });
}

/** The agreements of a table, one sentence each. A list of tables does not include the one about absence. */
export function agreed(table: Pick<Snapshot, "time" | "bots"> & Partial<Pick<Snapshot, "absent">>): string[] {
  return [
    table.time === null ? t("afar.said_no_time") : t("afar.said_time", { time: timeWords(table.time) }),
    ...(table.time?.weekend_zone === undefined ? [] : [t("afar.said_weekends", { zone: table.time.weekend_zone })]),
    ...(table.absent === undefined ? [] : [table.absent === "bot" ? t("afar.said_bot") : t("afar.said_entry")]),
    ...(table.bots ? [] : [t("afar.said_no_bots")]),
  ];
}
