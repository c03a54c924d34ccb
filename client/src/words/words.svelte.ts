import type { Language } from "../app/settings.svelte";
import type { Catalogue, Params, Part } from "./messages.gen";

export type { Params, Part };
export type Key = keyof Params;

/** The further arguments of a key: none, or the values of its placeholders. */
type Rest<K extends Key> = Params[K] extends undefined ? [] : [values: Params[K]];

interface ActiveLanguage {
  language: Language;
  catalogue: Catalogue;
  plurals: Intl.PluralRules;
}

type Loader = () => Promise<{ catalogue: Catalogue }>;

/** Each catalogue is a separate file. */
const LOADERS = import.meta.glob<{ catalogue: Catalogue }>("./*/*.gen.ts");

function loader(language: Language, part: Part | "base"): Loader {
  const load = LOADERS[`./${language}/${part}.gen.ts`];
  if (load === undefined) throw new Error(`no words for ${part} in ${language}`);
  return load;
}

let active = $state.raw<ActiveLanguage | null>(null);
/** What was asked for last: spoken as soon as its words are there. */
let requested: Language | null = null;
/** The number of downloads of catalogues, and the download of the current one. */
let fetches = 0;
let newest = 0;
/** The parts that pages have requested; another language loads them too. */
const known = new Set<Part | "base">(["base"]);

/**
 * Loads a language and uses it from then on. Rejects if its catalogue cannot be loaded; the old language then stays.
 */
export async function speak(language: Language): Promise<void> {
  requested = language;
  const fetch = (fetches += 1);
  const parts = await Promise.all([...known].map((part) => loader(language, part)()));
  // A later call that was answered sooner has loaded all of this, and more.
  if (fetch < newest) return;
  newest = fetch;
  const catalogue = Object.assign({}, ...parts.map((part) => part.catalogue)) as Catalogue;
  active = { language, catalogue, plurals: new Intl.PluralRules(language) };
}

/** The parts that are loaded or loading, each with the promise of its arrival. */
const coming = new Map<Part, Promise<void>>();

/** Loads a part of the catalogue. Rejects if it cannot be loaded; before it arrives its sentences are empty. */
export function learn(part: Part): Promise<void> {
  const asked = coming.get(part);
  if (asked !== undefined) return asked;
  const there = loadPart(part);
  coming.set(part, there);
  return there;
}

async function loadPart(part: Part): Promise<void> {
  known.add(part);
  try {
    if (requested !== null) await speak(requested);
  } catch (error) {
    known.delete(part);
    coming.delete(part);
    throw error;
  }
}

/** Waits for a download and for the parts of the catalogue that it needs. */
export async function worded<Thing>(thing: Promise<Thing>, ...parts: Part[]): Promise<Thing> {
  const [fetched] = await Promise.all([thing, ...parts.map(learn)]);
  return fetched;
}

/** The sentence of a key in the current language. Inside components it follows a change of language. */
export function t<K extends Key>(key: K, ...rest: Rest<K>): string {
  if (active === null) throw new Error("t() before speak()");
  const { language, catalogue, plurals } = active;
  const values: Record<string, string | number> = rest[0] ?? {};
  const entry = catalogue[key] ?? "";
  const text = typeof entry === "string" ? entry : (entry[plurals.select(Number(values.count))] ?? Object.values(entry).at(-1) ?? "");
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => show(values[name] ?? hole, language));
}

function show(value: string | number, language: string): string {
  return typeof value === "number" ? value.toLocaleString(language) : value;
}
