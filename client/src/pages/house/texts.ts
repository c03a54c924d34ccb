/** The texts of the two rules that are more than a word or a number, as the server reads and writes them. */

export const ORDERS = ["free", "down", "up", "both_ends", "center_out", "upper_first", "lower_first"] as const;
export type Order = (typeof ORDERS)[number];
export const MOST_COLUMNS = 8;
export const MOST_FACTOR = 10;
export const MOST_OWN = 12;

/** The rules of one column; null `rolls`: an entry may take as many as the turn has. */
export interface ColumnRule {
  order: Order;
  announce: boolean;
  rolls: number | null;
  factor: number;
}

export const FREE: ColumnRule = { order: "free", announce: false, rolls: null, factor: 1 };

/** Reads `free|down+x2`; ignores unknown words, because the server judges them. */
export function columnsFromText(text: string): ColumnRule[] {
  return text.split("|").map((part) => {
    const column = { ...FREE };
    for (const word of part.split("+")) {
      const order = ORDERS.find((known) => known === word);
      const number = /^(roll|x)(\d{1,2})$/.exec(word);
      if (order !== undefined) column.order = order;
      if (word === "announce") column.announce = true;
      if (number?.[1] === "roll") column.rolls = Number(number[2]);
      if (number?.[1] === "x") column.factor = Number(number[2]);
    }
    return column;
  });
}

export function columnsToText(columns: readonly ColumnRule[]): string {
  return columns
    .map(({ order, announce, rolls, factor }) => {
      const words = [
        order === "free" ? "" : order,
        announce ? "announce" : "",
        rolls === null ? "" : `roll${String(rolls)}`,
        factor === 1 ? "" : `x${String(factor)}`,
      ].filter((word) => word !== "");
      return words.length === 0 ? "free" : words.join("+");
    })
    .join("|");
}

/** A custom category, as the text between two bars. */
export interface OwnCategory {
  key: string;
  pattern: string;
  pays: string;
}

/** The two custom categories of the encyclopaedia. */
export const WELL_KNOWN: readonly OwnCategory[] = [
  { key: "two_of_a_kind", pattern: "2", pays: "all" },
  { key: "two_twos", pattern: "2+2", pays: "all" },
];

export function ownFromText(text: string): OwnCategory[] {
  return text
    .split("|")
    .filter((item) => item !== "")
    .map((item) => {
      const [key = "", pattern = "", pays = ""] = item.split(":");
      return { key, pattern, pays };
    });
}

export function ownToText(own: readonly OwnCategory[]): string {
  return own.map(({ key, pattern, pays }) => `${key}:${pattern}:${pays}`).join("|");
}

const SPELLED: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "oe", å: "a" };

/** The key of a typed name: “Große Runde” is `grosse_runde`. Empty if no character can be part of a key. */
export function keyFromName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[äöüßæøå]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
  const key = plain.replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "");
  return key.slice(0, 40).replace(/_+$/, "");
}

/** The key, with a number if it is already taken. */
export function freeKey(key: string, taken: readonly string[]): string {
  let number = 2;
  let free = key;
  while (taken.includes(free)) {
    free = `${key.slice(0, 37)}_${String(number)}`;
    number += 1;
  }
  return free;
}

/** The description of a custom category before it is a text. */
export interface OwnForm {
  name: string;
  kind: "equal" | "groups" | "row" | "least" | "most" | "faces" | "any";
  /** The number of equal dice, the length of the straight, or the sum. */
  number: number;
  groups: string;
  faces: string;
  pays: "fixed" | "all" | "matched";
  points: number;
}

export const GROUPS = ["2+2", "3+2", "2+2+2", "3+3", "4+2"] as const;

export function ownFromForm(form: OwnForm, taken: readonly string[]): OwnCategory {
  const key = freeKey(keyFromName(form.name), taken);
  return { key, pattern: pattern(form), pays: form.pays === "fixed" ? String(form.points) : form.pays };
}

function pattern(form: OwnForm): string {
  const number = String(form.number);
  switch (form.kind) {
    case "equal":
      return number;
    case "groups":
      return form.groups;
    case "row":
      return `run${number}`;
    case "least":
      return `sum>=${number}`;
    case "most":
      return `sum<=${number}`;
    case "faces":
      return `=${form.faces.replace(/\D/g, "")}`;
    case "any":
      return "any";
  }
}
