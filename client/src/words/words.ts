import { settings } from "../app/settings.svelte";
import { CATALOGUES, type Params } from "./messages.gen";

export type { Params };
export type Key = keyof Params;

/** What a key needs beside itself: nothing, or the values of its placeholders. */
type Rest<K extends Key> = Params[K] extends undefined ? [] : [values: Params[K]];

const plurals = new Map<string, Intl.PluralRules>();

/** The sentence of a key in the language in force. Inside components it follows a switch of language by itself. */
export function t<K extends Key>(key: K, ...rest: Rest<K>): string {
  const language = settings.language;
  const values: Record<string, string | number> = rest[0] ?? {};
  const entry: string | Record<string, string> = CATALOGUES[language][key];
  const text = typeof entry === "string" ? entry : form(entry, language, Number(values.count));
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => show(values[name] ?? hole, language));
}

function form(forms: Record<string, string>, language: string, count: number): string {
  let rules = plurals.get(language);
  if (rules === undefined) {
    rules = new Intl.PluralRules(language);
    plurals.set(language, rules);
  }
  return forms[rules.select(count)] ?? forms.other ?? "";
}

function show(value: string | number, language: string): string {
  return typeof value === "number" ? value.toLocaleString(language) : value;
}
