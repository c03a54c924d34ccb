// The visible clocks and absences: pure functions of a snapshot and the server's current time.

import type { Seat, Snapshot } from "../../wire/types";
import { t } from "../../words";

/** Whether the players have several devices: only then they wait for each other. */
export function multiDevice(snapshot: Snapshot): boolean {
  return snapshot.seats.some((seat) => seat.kind === "human");
}

/** The server's time minus this device's, in milliseconds; `at` is the device's time when the snapshot arrived. */
export function aheadOf(snapshot: Snapshot, at: number): number {
  return Date.parse(snapshot.now) - at;
}

export interface Left {
  /** Whole seconds of the turn, and of the bank, of the player whose turn it is. */
  readonly turn: number;
  readonly bank: number;
  /** Whether the turn's seconds are used up, so that the bank runs down. */
  readonly banking: boolean;
  /** The remaining fraction of the total time, from 0 to 1. */
  readonly part: number;
  readonly urgent: boolean;
  /** The end of the clock's weekend rest; null if it does not rest. */
  readonly rests: string | null;
}

/** Time is short from this number of seconds on, and in short turns from this fraction on. */
const LITTLE = 20;
const LITTLE_PART = 1 / 3;

/** The clock of the player whose turn it is, at the server's time in milliseconds; null without a time limit. */
export function leftOf(snapshot: Snapshot, now: number): Left | null {
  const { clock, time } = snapshot;
  if (clock === null || time === null) return null;
  // A stopped clock has the values of its snapshot.
  const at = clock.running ? now : Date.parse(snapshot.now);
  const turn = workingSeconds(clock, clock.turn_ends_at, at);
  const all = workingSeconds(clock, clock.ends_at, at);
  const bank = turn > 0 ? (clock.banks[clock.seat - 1] ?? 0) : all;
  const banking = turn === 0 && all > 0;
  const whole = banking ? time.bank : time.turn;
  const part = Math.min(1, (banking ? bank : turn) / Math.max(1, whole));
  return { turn, bank, banking, part, urgent: all <= Math.min(LITTLE, time.turn * LITTLE_PART), rests: restsUntil(clock, at) };
}

type RunningClock = NonNullable<Snapshot["clock"]>;

/** Whole seconds until a server time, counting only the time in which this clock runs, without weekends of rest. */
function workingSeconds(clock: RunningClock, time: string, now: number): number {
  const resting = (clock.weekends ?? []).map(({ begins, ends }) => {
    const until = Math.min(Date.parse(ends), Date.parse(time));
    return Math.max(0, until - Math.max(Date.parse(begins), now));
  });
  return secondsUntil(time, now + resting.reduce((sum, milliseconds) => sum + milliseconds, 0));
}

function restsUntil(clock: RunningClock, now: number): string | null {
  const weekend = clock.weekends?.find(({ begins, ends }) => Date.parse(begins) <= now && now < Date.parse(ends));
  return weekend?.ends ?? null;
}

/** Whole seconds until a server time, at least 0. */
export function secondsUntil(time: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(time) - now) / 1000));
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

const DAY = 24 * 60 * 60;

/**
 * Seconds as on a clock: `1:05`, and with hours `1:00:00`. From a day on, days and hours in words, rounded up to the
 * hour.
 */
export function clockText(seconds: number): string {
  if (seconds >= DAY) {
    const all = Math.ceil(seconds / 3600);
    const words = { days: t("time.days", { count: Math.floor(all / 24) }), hours: t("time.hours", { count: all % 24 }) };
    return all % 24 === 0 ? words.days : t("time.days_hours", words);
  }
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${rest}` : `${String(minutes)}:${rest}`;
}

export interface Missing {
  readonly seat: Seat;
  readonly what: "held" | "entry" | "closed" | "lost";
  /** Seconds that the others still wait; null if they do not. */
  readonly left: number | null;
  /** The choice of the other players after they have waited in vain. */
  readonly instead: "bot" | "entry" | null;
}

/** The other players who are absent or have a substitute, in the order of their seats. */
export function missing(snapshot: Snapshot, now: number): Missing[] {
  const found: Missing[] = [];
  for (const seat of snapshot.seats) {
    if (seat.mine) continue;
    if (seat.held !== null) {
      found.push({ seat, what: "held", left: null, instead: seat.away === null ? null : "entry" });
    } else if (seat.away !== null) {
      const { why, until, absent } = seat.away;
      const left = until === null ? null : secondsUntil(until, now);
      if (left !== 0) found.push({ seat, what: why, left, instead: null });
      else if (absent === "entry") found.push({ seat, what: "entry", left: null, instead: "bot" });
      else found.push({ seat, what: why, left: null, instead: null }); // the computer takes over in a moment
    }
  }
  return found;
}

/** Whether the players at this device may end the match: they opened the table, or all others are missing. */
export function mayEnd(snapshot: Snapshot, gone: readonly Missing[]): boolean {
  if (snapshot.seats.some((seat) => seat.mine && seat.seat === snapshot.opener)) return true;
  const overdue = new Set(gone.filter(({ instead }) => instead !== null).map(({ seat }) => seat.seat));
  return snapshot.seats.every((seat) => seat.mine || seat.kind === "bot" || seat.sheet_frozen || overdue.has(seat.seat));
}

/** The players whose consent a pause still needs, and whether players at this device are among them. */
export function waitedFor(snapshot: Snapshot): { names: string[]; mine: boolean } {
  const agreed = new Set(snapshot.pause === null ? [] : [snapshot.pause.asked, ...snapshot.pause.agreed]);
  const mineAgreed = snapshot.seats.some((seat) => seat.mine && agreed.has(seat.seat));
  const silent = snapshot.seats.filter(
    (seat) => seat.kind !== "bot" && seat.present && seat.held === null && !agreed.has(seat.seat) && !(seat.mine && mineAgreed),
  );
  return { names: silent.map((seat) => seat.name), mine: silent.some((seat) => seat.mine) };
}
