import type { Language } from "../app/settings.svelte";
import type { Catalogue, Params } from "./messages.gen";

export type { Params };
export type Key = keyof Params;

/** What a key needs beside itself: nothing, or the values of its placeholders. */
type Rest<K extends Key> = Params[K] extends undefined ? [] : [values: Params[K]];

interface Spoken {
  language: Language;
  catalogue: Catalogue;
  plurals: Intl.PluralRules;
}

/** Words that only some pages need. */
export type Part = "ask" | "family" | "house" | "help" | "ledger" | "results";

type Loader = () => Promise<{ catalogue: Catalogue }>;

const LOADERS: Record<Language, Record<Part | "base", Loader>> = {
  de: {
    base: () => import("./messages.de.gen"),
    ask: () => import("./messages.de.ask.gen"),
    family: () => import("./messages.de.family.gen"),
    house: () => import("./messages.de.house.gen"),
    help: () => import("./messages.de.help.gen"),
    ledger: () => import("./messages.de.ledger.gen"),
    results: () => import("./messages.de.results.gen"),
  },
  en: {
    base: () => import("./messages.en.gen"),
    ask: () => import("./messages.en.ask.gen"),
    family: () => import("./messages.en.family.gen"),
    house: () => import("./messages.en.house.gen"),
    help: () => import("./messages.en.help.gen"),
    ledger: () => import("./messages.en.ledger.gen"),
    results: () => import("./messages.en.results.gen"),
  },
};

let spoken = $state.raw<Spoken | null>(null);
/** How many times words were fetched, and which time brought those that are spoken. */
let fetches = 0;
let newest = 0;
/** The parts that pages have asked for; another language brings them along. */
const known = new Set<Part | "base">(["base"]);

/** Load a language and speak it from then on. Rejects when its words cannot be fetched; the old ones then stay. */
export async function speak(language: Language): Promise<void> {
  const fetch = (fetches += 1);
  const parts = await Promise.all([...known].map((part) => LOADERS[language][part]()));
  // A later call that was answered sooner has brought all of this, and more.
  if (fetch < newest) return;
  newest = fetch;
  const catalogue = Object.assign({}, ...parts.map((part) => part.catalogue)) as Catalogue;
  spoken = { language, catalogue, plurals: new Intl.PluralRules(language) };
}

/** Load a part of the words, too. Rejects when it cannot be fetched; until it is there its sentences are empty. */
export async function learn(part: Part): Promise<void> {
  if (known.has(part)) return;
  known.add(part);
  try {
    if (spoken !== null) await speak(spoken.language);
  } catch (error) {
    known.delete(part);
    throw error;
  }
}

/** The sentence of a key in the language in force. Inside components it follows a switch of language by itself. */
export function t<K extends Key>(key: K, ...rest: Rest<K>): string {
  if (spoken === null) throw new Error("t() before speak()");
  const { language, catalogue, plurals } = spoken;
  const values: Record<string, string | number> = rest[0] ?? {};
  const entry = catalogue[key] ?? "";
  const text = typeof entry === "string" ? entry : (entry[plurals.select(Number(values.count))] ?? "");
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => show(values[name] ?? hole, language));
}

function show(value: string | number, language: string): string {
  return typeof value === "number" ? value.toLocaleString(language) : value;
}
