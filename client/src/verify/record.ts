/**
 * A record as a list of rolls, read without any rules: legality of scores and keeps is not checked here.
 *
 * This is deliberately a second implementation: it shares no code with the server.
 */

/** Dice by their number of sides, faces ascending. */
export interface Dice {
  six: readonly number[];
  ten: readonly number[];
}

/** One roll: the kept dice, and all dice afterwards. `roll` counts from 1 in the turn, 0 is an action die. */
export interface LoggedRoll {
  line: number;
  game: number;
  /** Over all turns of the game, from 1. */
  turn: number;
  round: number;
  seat: number;
  roll: number;
  keep: Dice;
  dice: Dice;
}

/** The parts of the header that prove the dice; a missing line gives an empty text. */
export interface Origin {
  variant: string;
  table: string;
  date: string;
  dice: string;
  commitment: string;
  seed: string;
  seeds: readonly string[];
  players: readonly string[];
}

export interface ParsedRecord {
  origin: Origin;
  rolls: readonly LoggedRoll[];
  /** Typed rolls, and entries with only their points: these cannot be checked. */
  byHand: number;
  ended: boolean;
}

/** A line that is invalid in a record; `line` counts from 1. */
export class Unreadable extends Error {
  readonly line: number;
  constructor(line: number, text: string) {
    super(`line ${line}: ${text.slice(0, 40)}`);
    this.line = line;
  }
}

const FIRST_LINE = "pasch-record 1";
const HEADER = /^([a-z]+(?: [1-9]\d?)?):\s*(.*)$/;
const TURN = /^(?:(\^)(?:(\d{1,2})\.(?=\d+\.))?)?(\d{1,4})\.(\d{1,2})(?:\s+(.*))?$/;
const DICE = /^([1-6]{0,20})(?:\/([0-9]{1,20}))?$/;
/** A player who left for good between two games. */
const LEFT = /^frozen [1-9]\d?$/;
const ACTION_DIE = /^\*([1-6])$/;
/** The number of words after the name of an action. */
const AIMS: Readonly<Record<string, number>> = { "*shift": 0, "*swap": 1, "*steal": 2, "*freeze": 2, "*cross_out": 2 };

const NONE: Dice = { six: [], ten: [] };

export function diceText({ six, ten }: Dice): string {
  return six.join("") + (ten.length > 0 ? `/${ten.join("")}` : "");
}

/** Reads a record. Throws `Unreadable`. */
export function readRecord(text: string): ParsedRecord {
  const lines = text.replace(/^\uFEFF/, "").split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line !== "");
  if (lines[first] !== FIRST_LINE) throw new Unreadable(first + 1 || 1, lines[first] ?? "");
  const reader = new Reader();
  for (let at = first + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line !== "") reader.read(line, at + 1);
  }
  return reader.result();
}

/** The latest line of a turn: its number, its rolls, and whether the turn continues after it. */
interface Latest {
  turn: number;
  place: string;
  rolls: readonly WrittenRoll[];
  running: boolean;
}

/** The player and position of a roll. */
type Spot = Pick<LoggedRoll, "line" | "round" | "seat" | "game" | "turn">;

class Reader {
  readonly #header = new Map<string, string>();
  readonly #rolls: LoggedRoll[] = [];
  #byHand = 0;
  #game = 1;
  #turn = 0;
  #latest: Latest = { turn: 0, place: "", rolls: [], running: false };
  /** Whether a correction follows the latest turn: it cannot be taken back then, and resumes from its start. */
  #settled = false;
  readonly #places = new Set<string>();
  /** The number of the latest turn at each place of a round. */
  readonly #turns = new Map<string, number>();

  read(line: string, number: number): void {
    const turn = TURN.exec(line);
    const header = HEADER.exec(line);
    if (turn !== null) {
      const [, back, game, round, seat, words] = turn;
      const where = { line: number, round: Number(round), seat: Number(seat) };
      this.#readTurn(where, (words ?? "").replaceAll(">", " > "), back === "^", game === undefined ? this.#game : Number(game));
    } else if (header?.[1] === "game") {
      this.#game = Number(header[2]);
      this.#turn = 0;
    } else if (header?.[1] !== undefined) this.#header.set(header[1], (header[2] ?? "").trim());
    else if (!LEFT.test(line)) throw new Unreadable(number, line);
  }

  result(): ParsedRecord {
    const value = (name: string): string => this.#header.get(name) ?? "";
    const numbered = (name: string): string[] =>
      [...this.#header].filter(([key]) => key.startsWith(`${name} `)).map(([, text]) => text);
    return {
      origin: {
        variant: value("variant"),
        table: value("table"),
        date: value("date"),
        dice: value("dice"),
        commitment: value("commitment").toLowerCase(),
        seed: value("seed").toLowerCase(),
        seeds: numbered("seed").map((seed) => seed.toLowerCase()),
        players: numbered("player"),
      },
      rolls: this.#rolls,
      byHand: this.#byHand,
      ended: value("result") !== "" && value("result") !== "*",
    };
  }

  #readTurn(where: Pick<LoggedRoll, "line" | "round" | "seat">, text: string, back: boolean, game: number): void {
    const words = text.split(/\s+/).filter((word) => word !== "");
    const found = rollsIn(words, where.line);
    const place = `${String(game)}/${String(where.round)}.${String(where.seat)}`;
    if (back && !this.#takesBack(place, found.rolls)) {
      this.#correct(where, game, place, found);
      return;
    }
    // An entry taken back, or a turn that a correction interrupted: the same turn again, with the same rolls.
    const again = back || (this.#settled && this.#latest.running && this.#latest.place === place);
    const known = again ? this.#latest.rolls.length : 0;
    if (again) this.#turn = this.#latest.turn;
    else if (this.#isTurn(words, where)) this.#turn += 1;
    this.#settled = false;
    const spot = { ...where, game: this.#game, turn: this.#turn };
    this.#turns.set(place, this.#turn);
    found.rolls.forEach((one, at) => {
      if (one.byHand) this.#byHand += at < known ? 0 : 1;
      else if (at >= known || !this.#isKnown(spot, one, at)) this.#add(spot, at + 1, one.keep, one.dice);
    });
    if (found.hidden) this.#byHand += 1;
    else if (!found.rolls.some((one) => one.byHand)) {
      for (const face of found.actionDice) this.#add(spot, 0, NONE, { six: [face], ten: [] });
    }
    if (words[0] !== "lost") this.#latest = { turn: this.#turn, place, rolls: found.rolls, running: words.at(-1) === "..." };
  }

  /** Whether a line with ^ plays the latest turn again from the rolls before its entry. */
  #takesBack(place: string, rolls: readonly WrittenRoll[]): boolean {
    const { place: latest, rolls: before } = this.#latest;
    return !this.#settled && place === latest && before.every((one, at) => sameRoll(one, rolls[at]));
  }

  /** Records a corrected turn: its rolls that were not typed are known already. */
  #correct(where: Pick<LoggedRoll, "line" | "round" | "seat">, game: number, place: string, { rolls, hidden }: Pick<Found, "rolls" | "hidden">): void {
    this.#settled = true;
    const spot = { ...where, game, turn: this.#turns.get(place) ?? 0 };
    this.#byHand += rolls.filter((one) => one.byHand).length + Number(hidden);
    rolls.forEach((one, at) => {
      if (!one.byHand && !this.#isKnown(spot, one, at)) this.#add(spot, at + 1, one.keep, one.dice);
    });
    if (this.#latest.running && place === this.#latest.place) this.#latest = { ...this.#latest, rolls };
  }

  /** Whether a line is a separate turn, not a seat's action when sheets could change hands after the round. */
  #isTurn(words: readonly string[], { round, seat }: Pick<LoggedRoll, "round" | "seat">): boolean {
    const place = `${this.#game}/${round}.${seat}`;
    const again = this.#places.has(place);
    this.#places.add(place);
    const kinds = kindsOf(words);
    if (kinds.has("turn")) return true;
    // Only a departure, in a game that may ask a seat once more after its turn.
    if (kinds.has("left") && !kinds.has("moved")) return !(again && this.#header.get("variant")?.startsWith("kniffeliger"));
    return !kinds.has("moved");
  }

  #add(spot: Spot, roll: number, keep: Dice, dice: Dice): void {
    this.#rolls.push({ ...spot, roll, keep, dice });
  }

  /** Whether this roll of the turn is already recorded, unchanged. */
  #isKnown(spot: Spot, one: WrittenRoll, at: number): boolean {
    return this.#rolls.some(
      (before) =>
        before.game === spot.game &&
        before.turn === spot.turn &&
        before.roll === at + 1 &&
        diceText(before.keep) === diceText(one.keep) &&
        diceText(before.dice) === diceText(one.dice),
    );
  }
}

interface WrittenRoll {
  keep: Dice;
  dice: Dice;
  byHand: boolean;
}

function sameRoll(one: WrittenRoll, other: WrittenRoll | undefined): boolean {
  if (other === undefined || one.byHand !== other.byHand) return false;
  return diceText(one.keep) === diceText(other.keep) && diceText(one.dice) === diceText(other.dice);
}

/** The rolls of a line before its entry, the action dice after it, and whether its rolls are missing. */
interface Found {
  rolls: WrittenRoll[];
  actionDice: number[];
  hidden: boolean;
}

/** The content of a line: a part of a turn, sheets that were moved or not, a departure. */
function kindsOf(words: readonly string[]): Set<"turn" | "moved" | "left"> {
  const kinds = new Set<"turn" | "moved" | "left">();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "frozen") kinds.add("left");
    else if (word === "*shift" || word === "*swap" || word === "-") kinds.add("moved");
    else if (word !== "...") kinds.add("turn");
    at += word === "frozen" || word === "*swap" ? 1 : 0;
  }
  return kinds;
}

/** The rolls of a turn before its entry, and the action dice after it. */
function rollsIn(words: readonly string[], line: number): Found {
  const rolls: WrittenRoll[] = [];
  let keep: Dice | null = null;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === ">" || word === "?" || word === "claim") break;
    if (word === "frozen") at += 1;
    else if (word in AIMS) at += AIMS[word] ?? 0;
    else if (word === "lost" || word === "-" || word === "..." || word.startsWith("!")) continue;
    else if (word.startsWith("k") && rolls.length > 0) keep = diceFrom(word === "k-" ? "" : word.slice(1), line);
    else {
      const byHand = word.startsWith("~");
      rolls.push({ keep: keep ?? NONE, dice: diceFrom(byHand ? word.slice(1) : word, line), byHand });
      keep = null;
    }
  }
  const actionDice = words.slice(at).flatMap((word) => ACTION_DIE.exec(word)?.[1] ?? []).map(Number);
  return { rolls, actionDice, hidden: words[at] === "?" };
}

function diceFrom(text: string, line: number): Dice {
  const found = DICE.exec(text);
  if (found === null) throw new Unreadable(line, text);
  return { six: ascending(found[1]), ten: ascending(found[2]) };
}

function ascending(digits = ""): number[] {
  return [...digits].map(Number).toSorted((a, b) => a - b);
}
