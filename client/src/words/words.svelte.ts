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

const LOADERS: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  de: () => import("./messages.de.gen"),
  en: () => import("./messages.en.gen"),
};

let spoken = $state.raw<Spoken | null>(null);

/** Load a language and speak it from then on. Rejects when its words cannot be fetched; the old ones then stay. */
export async function speak(language: Language): Promise<void> {
  const { catalogue } = await LOADERS[language]();
  spoken = { language, catalogue, plurals: new Intl.PluralRules(language) };
}

/** The sentence of a key in the language in force. Inside components it follows a switch of language by itself. */
export function t<K extends Key>(key: K, ...rest: Rest<K>): string {
  if (spoken === null) throw new Error("t() before speak()");
  const { language, catalogue, plurals } = spoken;
  const values: Record<string, string | number> = rest[0] ?? {};
  const entry = catalogue[key];
  const text = typeof entry === "string" ? entry : (entry[plurals.select(Number(values.count))] ?? "");
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => show(values[name] ?? hole, language));
}

function show(value: string | number, language: string): string {
  return typeof value === "number" ? value.toLocaleString(language) : value;
}
