import { faceOf, type MarkFace } from "../../faces/marks";
import type { Rules, SeatKind, SeatRequest, Snapshot } from "../../wire/types";
import { rulesFromStored } from "../house/address";

/** The form of a new table as data, with the decisions that need no page. */

export interface Player {
  /** Identifies a row while rows come and go; means nothing outside the form. */
  id: number;
  kind: SeatKind;
  /** As typed; may be empty. Only local players have names here: others name themselves. */
  name: string;
  bot: string;
  /** The face of the die next to their name; absent or null for the initials. */
  die?: MarkFace | null;
  /** Whether the player uses real dice, at a table with some; absent means yes. */
  real?: boolean;
}

/** The agreement with people at other devices. A null `absent` fits the number of seats. */
export interface Terms {
  time: Snapshot["time"];
  absent: Snapshot["absent"] | null;
  bots: boolean;
}

export interface Setup {
  variant: string;
  /** The house rules and their name. */
  rules: Rules;
  rulesName: string;
  games: number;
  isPublic: boolean;
  /** Whether hints are allowed; null: only if all play on this device. */
  hints: boolean | null;
  /** Whether entries may be taken back; null: as the game says. */
  takeBack: boolean | null;
  terms: Terms;
  /** Whether a player uses real dice and types their faces. */
  real: boolean;
  players: Player[];
}

/** The storage key of the setup. */
export const SETUP = "pasch.setup";
export const MOST_GAMES = 6;
export const LONGEST_NAME = 40;

/** The setup of a first visit: one click starts a game against the computer. */
export const FIRST_SETUP: Setup = {
  variant: "kniffel",
  rules: {},
  rulesName: "",
  games: 1,
  isPublic: false,
  hints: null,
  takeBack: null,
  terms: { time: null, absent: null, bots: true },
  real: false,
  players: [
    { id: 1, kind: "local", name: "", bot: "" },
    { id: 2, kind: "bot", name: "", bot: "" },
  ],
};

/** The name that counts: trimmed, with single spaces and composed letters. */
export function tidyName(typed: string): string {
  return typed.normalize("NFC").trim().replace(/\s+/g, " ").slice(0, LONGEST_NAME);
}

/**
 * The name of each local player, `""` for the others. An empty name becomes the default of its place. A taken name gets
 * the next free number: Anna, Anna 2. Case makes no difference.
 */
export function seatNames(players: readonly Player[], fallback: (place: number) => string): string[] {
  const typed = players.map((player) => (player.kind === "local" ? tidyName(player.name) : ""));
  const taken = new Set<string>();
  const wanted = new Set(typed.filter((name) => name !== "").map(fold));
  return players.map((player, at) => {
    if (player.kind !== "local") return "";
    const own = typed[at] ?? "";
    const name = own === "" ? freeDefault(at + 1, fallback, taken, wanted) : numbered(own, taken, wanted);
    taken.add(fold(name));
    return name;
  });
}

function freeDefault(place: number, fallback: (place: number) => string, taken: Set<string>, wanted: Set<string>): string {
  let number = place;
  while (taken.has(fold(fallback(number))) || wanted.has(fold(fallback(number)))) number += 1;
  return fallback(number);
}

function numbered(name: string, taken: Set<string>, wanted: Set<string>): string {
  if (!taken.has(fold(name))) return name;
  let number = 2;
  while (taken.has(fold(`${name} ${String(number)}`)) || wanted.has(fold(`${name} ${String(number)}`))) number += 1;
  return `${name} ${String(number)}`;
}

function fold(name: string): string {
  return name.toLocaleLowerCase();
}

/** The final forms of names that were typed more than once and therefore got a number. */
export function numberedNames(players: readonly Player[], names: readonly string[]): string[] {
  return names.filter((name, at) => {
    const player = players[at];
    return player?.kind === "local" && player.name.trim() !== "" && tidyName(player.name) !== name;
  });
}

/** The seats of the request to the server. An unknown bot becomes the first known one. */
export function seatRequests(players: readonly Player[], names: readonly string[], bots: readonly string[], real = false): SeatRequest[] {
  return players.map((player, at): SeatRequest => {
    const dice = real && player.real !== false ? ({ dice: "real" } as const) : {};
    switch (player.kind) {
      case "local":
        return { kind: "local", name: names[at] ?? "", ...dice, ...(player.die ? { mark: player.die } : {}) };
      case "human":
        return { kind: "human", ...dice };
      case "bot":
        return { kind: "bot", bot: bots.includes(player.bot) ? player.bot : (bots[0] ?? "simple") };
    }
  });
}

/** A setup from any stored value; unknown parts fall back to the first setup. */
export function setupFromStored(stored: unknown): Setup {
  if (typeof stored !== "object" || stored === null) return copy(FIRST_SETUP);
  const found: Partial<Record<keyof Setup, unknown>> = stored;
  const players = Array.isArray(found.players) ? found.players.map(playerFromStored).filter((player) => player !== null) : [];
  if (players.length === 0) return copy(FIRST_SETUP);
  const games = Number(found.games);
  return {
    variant: typeof found.variant === "string" ? found.variant : FIRST_SETUP.variant,
    rules: rulesFromStored(found.rules),
    rulesName: shortText(found.rulesName),
    games: Number.isInteger(games) && games >= 1 && games <= MOST_GAMES ? games : 1,
    isPublic: found.isPublic === true,
    hints: typeof found.hints === "boolean" ? found.hints : null,
    takeBack: typeof found.takeBack === "boolean" ? found.takeBack : null,
    terms: termsFromStored(found.terms),
    real: found.real === true,
    players: players.map((player, at) => ({ ...player, id: at + 1 })),
  };
}

function termsFromStored(stored: unknown): Terms {
  if (typeof stored !== "object" || stored === null) return { ...FIRST_SETUP.terms };
  const found: Partial<Record<keyof Terms, unknown>> = stored;
  return {
    time: timeFromStored(found.time),
    absent: found.absent === "bot" || found.absent === "entry" ? found.absent : null,
    bots: found.bots !== false,
  };
}

function timeFromStored(stored: unknown): Terms["time"] {
  if (typeof stored !== "object" || stored === null) return null;
  const { turn, bank, weekend_zone } = stored as Partial<Record<"turn" | "bank" | "weekend_zone", unknown>>;
  if (typeof turn !== "number" || typeof bank !== "number") return null;
  return typeof weekend_zone === "string" ? { turn, bank, weekend_zone } : { turn, bank };
}

/** The terms in the request of a table with other devices. */
export function termsRequest(terms: Terms, seats: number): { time: Terms["time"]; absent: Snapshot["absent"]; bots: boolean } {
  return { ...terms, absent: terms.absent ?? (seats > 2 ? "bot" : "entry") };
}

function playerFromStored(stored: unknown): Omit<Player, "id"> | null {
  if (typeof stored !== "object" || stored === null) return null;
  const found: Partial<Record<keyof Player, unknown>> = stored;
  const kind = (["local", "human", "bot"] as const).find((known) => known === found.kind);
  if (kind === undefined) return null;
  return { kind, name: shortText(found.name), bot: shortText(found.bot), ...(found.real === false ? { real: false } : {}), ...dieFromStored(found.die) };
}

function dieFromStored(value: unknown): { die?: MarkFace } {
  const face = faceOf(value);
  return face === null ? {} : { die: face };
}

function shortText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, LONGEST_NAME) : "";
}

function copy(setup: Setup): Setup {
  return { ...setup, terms: { ...setup.terms }, players: setup.players.map((player) => ({ ...player })) };
}

/** The opponents: people at this device, people elsewhere, or the computer. */
export const WITH = ["device", "others", "computer"] as const;
export type With = (typeof WITH)[number];

/** The kind of seat that each choice adds. */
export const ADDED: Readonly<Record<With, SeatKind>> = { device: "local", others: "human", computer: "bot" };

export function playedWith(players: readonly Player[]): With {
  if (players.some((player) => player.kind === "human")) return "others";
  return players.some((player) => player.kind === "bot") ? "computer" : "device";
}

/** The players for another choice, at least as many as the game needs. People at this device keep their names. */
export function playersWith(way: With, players: readonly Player[], least: number): Player[] {
  const here = players.filter((player) => player.kind === "local");
  const bot = players.find((player) => player.kind === "bot")?.bot ?? "";
  const kept: Omit<Player, "id">[] = way === "device" ? here : here.slice(0, 1);
  const added = Array.from({ length: Math.max(2, least) }, (_, at) => ({ kind: at === 0 ? ("local" as const) : ADDED[way], name: "", bot }));
  return [...kept, ...added.slice(kept.length)].map((player, at) => ({ ...player, id: at + 1 }));
}

/** The players and one more. */
export function withSeat(players: readonly Player[], kind: SeatKind): Player[] {
  return [...players, { id: Math.max(...players.map((player) => player.id)) + 1, kind, name: "", bot: "" }];
}
