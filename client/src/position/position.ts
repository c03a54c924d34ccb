// A position of this page and its text: `kniffel {joker=none}; ones=3 +50; 12344 2`. The server reads and writes the
// same form (docs/notation.md) and judges it. The client checks nothing and keeps unknown parts.

import type { RuleValue, Rules, Switch } from "../wire/types";

export interface Position {
  /** The variant, and its house rules in braces, as written. */
  readonly head: string;
  /** Points by the wire name of their cell. */
  readonly cells: Readonly<Record<string, number>>;
  /** Extra points so far. */
  readonly extra: number;
  /** Rolls saved for later turns. */
  readonly bank: number;
  /** Unknown parts of the sheet. */
  readonly others: readonly string[];
  /** Null before the first roll of the turn. */
  readonly roll: Roll | null;
}

export interface Roll {
  /** Faces, ascending. */
  readonly dice: string;
  /** Rolls left. */
  readonly left: number;
  /** Faces of the kept dice that may not be rolled again, ascending. */
  readonly locked: string;
  /** Unknown parts of the turn. */
  readonly others: readonly string[];
}

export function emptyPosition(head: string): Position {
  return { head, cells: {}, extra: 0, bank: 0, others: [], roll: null };
}

/** Of several sheets, reads the first, which belongs to the player whose turn it is. */
export function positionFromText(text: string): Position {
  const [head = "", entries = "", roll = ""] = text.split(";").map((part) => part.trim());
  const sheet = entries.split(/(?:^|\s)\/(?:\s|$)/)[0] ?? "";
  let position: Position = { ...emptyPosition(head), roll: rollFromText(roll) };
  for (const word of sheet.split(/\s+/).filter((one) => one !== "")) position = withWord(position, word);
  return position;
}

/** Counts among the entries that are no cells. */
const COUNTS = new Set(["bank", "chips", "doubles"]);

function withWord(position: Position, word: string): Position {
  const [, name = "", count = ""] = /^([a-z0-9_@]+)=(\d+)$/.exec(word) ?? [];
  if (name === "bank") return { ...position, bank: Number(count) };
  if (name !== "" && !COUNTS.has(name)) return withCell(position, name, Number(count));
  const extra = /^\+(\d+)$/.exec(word)?.[1];
  if (extra !== undefined) return { ...position, extra: Number(extra) };
  return { ...position, others: [...position.others, word] };
}

function rollFromText(text: string): Roll | null {
  const [, locked = ""] = /(?:^|\s)lock k(\d+)(?=\s|$)/.exec(text) ?? [];
  const [dice = "", left = "", ...others] = (locked === "" ? text : text.replace(`lock k${locked}`, "")).trim().split(/\s+/);
  return dice === "" ? null : { dice, left: Number(left) || 0, locked, others };
}

export function positionToText({ head, cells, extra, bank, others, roll }: Position): string {
  const words = [
    ...Object.entries(cells).map(([cell, points]) => `${cell}=${String(points)}`),
    ...(extra > 0 ? [`+${String(extra)}`] : []),
    ...(bank > 0 ? [`bank=${String(bank)}`] : []),
    ...others,
  ];
  const parts = [head, words.join(" "), roll === null ? "" : rollToText(roll)];
  return parts.join("; ").replace(/(; )+$/, "");
}

function rollToText({ dice, left, locked, others }: Roll): string {
  return [dice, String(left), ...(locked === "" ? [] : ["lock", `k${locked}`]), ...others].join(" ");
}

/** The position with a cell filled, or emptied (null). */
export function withCell(position: Position, cell: string, points: number | null): Position {
  const { [cell]: _, ...rest } = position.cells;
  return { ...position, cells: points === null ? rest : { ...position.cells, [cell]: points } };
}

/** The position without frozen cells: a freeze lasts one turn. */
export function thawed(position: Position): Position {
  return { ...position, others: position.others.filter((word) => !word.startsWith("frozen=")) };
}

/** The position with these dice. The `locked` ones may not be rolled again; null is before the first roll. */
export function withRoll(position: Position, faces: readonly number[] | null, left: number, locked: readonly number[] = []): Position {
  if (faces === null) return { ...position, roll: null };
  return { ...position, roll: { dice: sorted(faces), left, locked: sorted(locked), others: [] } };
}

function sorted(faces: readonly number[]): string {
  return [...faces].sort((a, b) => a - b).join("");
}

/** The address of a position. Spaces, semicolons and equals signs stay readable. */
export function addressOf(text: string): string {
  const readable = encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3B", ";").replaceAll("%3D", "=");
  return `/ask?position=${readable}`;
}

/** The position of an address; null if it holds none. */
export function positionOf(search: string): string | null {
  return new URLSearchParams(search).get("position");
}

/** The variant name at the head of a position, without house rules. */
export function variantOf(head: string): string {
  return head.replace(/\{.*$/s, "").trim();
}

/** The house rules at the head of a position; `known` are the rules of the variant. */
export function rulesOf(head: string, known: Readonly<Record<string, Switch>>): Rules {
  const inside = /\{([^}]*)\}/.exec(head)?.[1] ?? "";
  const pairs = inside.split(/[\s,]+/).flatMap((word) => {
    const [, name = "", text = ""] = /^([a-z_]+)=(.+)$/.exec(word) ?? [];
    return name === "" ? [] : [[name, valueOf(text, known[name])] as const];
  });
  return Object.fromEntries(pairs);
}

function valueOf(text: string, rule: Switch | undefined): RuleValue {
  const word = rule?.values.find((value) => String(value).toLowerCase() === text.toLowerCase());
  if (word !== undefined) return word;
  if (/^-?\d+$/.test(text)) return Number(text);
  if (text !== "none") return text;
  return rule?.kind === "number" ? null : "";
}
