/**
 * Checks whether the dice of a record are those of its seeds. It uses the browser's cryptography if available: on
 * encrypted pages and on localhost.
 *
 * The rule: HMAC-SHA-256 with the server's seed as key gives bytes. The message is the compact JSON ["pasch-dice-1",
 * table, [seeds of the seats], game, turn, roll, counter]. The remainder of a byte gives a face; the highest bytes are
 * skipped, because they would favour some faces.
 */

import type { Dice, ParsedRecord, LoggedRoll } from "./record";

export interface Verdict {
  /** Whether the seed belongs to the commitment. */
  committed: boolean;
  /** The commitment of the seed. */
  makes: string;
  /** The number of correct rolls before the first wrong one. */
  checked: number;
  wrong: { recorded: LoggedRoll; right: Dice } | null;
}

/** Why a record cannot be checked. */
export type Lack = "manual" | "commitment" | "table" | "seed" | "bad_seed";

/** The missing part of a check; null if it is complete. */
export function lack({ origin }: ParsedRecord): Lack | null {
  if (origin.dice === "manual") return "manual";
  if (origin.table === "") return "table";
  if (origin.commitment === "") return "commitment";
  if (origin.seed === "") return "seed";
  const whole = /^[0-9a-f]{64}$/.test(origin.seed) && origin.seeds.every((seed) => /^(?:[0-9a-f]{2}){1,64}$/.test(seed));
  return whole ? null : "bad_seed";
}

/** The values derived from a seed: its commitment, and the bytes for a message. */
interface Maker {
  commitment: Uint8Array;
  bytesFor(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

async function makerOf(seed: Uint8Array<ArrayBuffer>, subtle: SubtleCrypto | null): Promise<Maker> {
  if (subtle === null) {
    const { hmac, sha256 } = await import("./sha256");
    return { commitment: sha256(seed), bytesFor: (message) => Promise.resolve(hmac(seed, message)) };
  }
  const key = await subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return {
    commitment: new Uint8Array(await subtle.digest("SHA-256", seed)),
    bytesFor: async (message) => new Uint8Array(await subtle.sign("HMAC", key, message)),
  };
}

/** Recomputes every roll and stops at the first difference. Requires a record without a `lack`. */
export async function check(record: ParsedRecord, subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null): Promise<Verdict> {
  const maker = await makerOf(bytesOf(record.origin.seed), subtle);
  const makes = hexOf(maker.commitment);
  const committed = makes === record.origin.commitment;
  let checked = 0;
  for (const one of record.rolls) {
    const fell = await rolledFaces(maker, record, one);
    const right = { six: together(one.keep.six, fell.six), ten: together(one.keep.ten, fell.ten) };
    if (!same(right.six, one.dice.six) || !same(right.ten, one.dice.ten)) return { committed, makes, checked, wrong: { recorded: one, right } };
    checked += 1;
  }
  return { committed, makes, checked, wrong: null };
}

/** The faces of the rolled dice, six-sided ones first. */
async function rolledFaces(maker: Maker, { origin }: ParsedRecord, { game, turn, roll, keep, dice }: LoggedRoll): Promise<Dice> {
  const wanted = [
    ...Array<number>(Math.max(0, dice.six.length - keep.six.length)).fill(6),
    ...Array<number>(Math.max(0, dice.ten.length - keep.ten.length)).fill(10),
  ];
  const found: Dice & { six: number[]; ten: number[] } = { six: [], ten: [] };
  for (let counter = 0, at = 0; at < wanted.length; counter += 1) {
    const message = JSON.stringify(["pasch-dice-1", origin.table, origin.seeds, game, turn, roll, counter]);
    const block = await maker.bytesFor(new TextEncoder().encode(message));
    for (const byte of block) {
      const sides = wanted[at];
      if (sides === undefined) break;
      if (byte >= 256 - (256 % sides)) continue;
      if (sides === 6) found.six.push((byte % sides) + 1);
      else found.ten.push(byte % sides);
      at += 1;
    }
  }
  return found;
}

function together(kept: readonly number[], fell: readonly number[]): number[] {
  return [...kept, ...fell].toSorted((a, b) => a - b);
}

function same(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((face, at) => face === other[at]);
}

function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
