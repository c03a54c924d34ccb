import { LANGUAGES } from "../words/messages.gen";
import { recall, remember } from "./storage";

export { LANGUAGES };
export type Language = (typeof LANGUAGES)[number];

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** What a click on a die marks: as the game says, the dice to keep, or the dice to roll again. */
export const MARKS = ["game", "keep", "roll"] as const;
export type Marks = (typeof MARKS)[number];

/** Whether an element is shown, such as the key of a match: as the game says, always, or never. */
export const SHOWN = ["game", "always", "never"] as const;
export type ShownWhen = (typeof SHOWN)[number];

/** The materials of a table; the first of each needs no download. */
export const FELTS = ["green", "blue", "wine"] as const;
export const DICE = ["ivory", "red", "night"] as const;
export const INKS = ["black", "royal", "violet"] as const;

const KEY = "pasch.settings";

interface Stored {
  language: Language | null;
  theme: Theme;
  handover: ShownWhen;
  singleKeys: boolean;
  animation: boolean;
  oneTap: boolean;
  reactions: boolean;
  marks: Marks;
  key: ShownWhen;
  lever: ShownWhen;
  felt: (typeof FELTS)[number];
  dice: (typeof DICE)[number];
  ink: (typeof INKS)[number];
}

const DEFAULTS: Stored = { language: null, theme: "auto", handover: "game", singleKeys: true, animation: true, oneTap: false, reactions: true, marks: "game", key: "game", lever: "game", felt: "green", dice: "ivory", ink: "black" };

/** Reads settings of any earlier version: unknown or damaged fields fall back to their defaults. */
function read(): Stored {
  const raw = recall(KEY);
  const found: Partial<Record<keyof Stored, unknown>> = typeof raw === "object" && raw !== null ? raw : {};
  const flag = (name: "singleKeys" | "animation" | "oneTap" | "reactions"): boolean => {
    const value = found[name];
    return typeof value === "boolean" ? value : DEFAULTS[name];
  };
  return {
    language: LANGUAGES.find((language) => language === found.language) ?? DEFAULTS.language,
    theme: THEMES.find((theme) => theme === found.theme) ?? DEFAULTS.theme,
    // Earlier versions stored a boolean.
    handover: found.handover === false ? "never" : (SHOWN.find((shown) => shown === found.handover) ?? DEFAULTS.handover),
    singleKeys: flag("singleKeys"),
    animation: flag("animation"),
    oneTap: flag("oneTap"),
    reactions: flag("reactions"),
    marks: MARKS.find((marks) => marks === found.marks) ?? DEFAULTS.marks,
    key: SHOWN.find((shown) => shown === found.key) ?? DEFAULTS.key,
    lever: SHOWN.find((shown) => shown === found.lever) ?? DEFAULTS.lever,
    felt: FELTS.find((felt) => felt === found.felt) ?? DEFAULTS.felt,
    dice: DICE.find((dice) => dice === found.dice) ?? DEFAULTS.dice,
    ink: INKS.find((ink) => ink === found.ink) ?? DEFAULTS.ink,
  };
}

/** The browser's first language that the client has, else English. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => tag.toLowerCase().split("-")[0] === known);
    if (language !== undefined) return language;
  }
  return "en";
}

/** The choices on this device; each change is stored at once. */
class Settings {
  #stored = $state<Stored>(read());
  #browser = browserLanguage();

  /** The current language: the chosen one, else the browser's. */
  get language(): Language {
    return this.#stored.language ?? this.#browser;
  }
  set language(value: Language) {
    this.#change({ language: value });
  }

  /** `auto` follows the device. */
  get theme(): Theme {
    return this.#stored.theme;
  }
  set theme(value: Theme) {
    this.#change({ theme: value });
  }

  /** When a page covers the table until the next player has the device; otherwise their name slides over the dice. */
  get handover(): ShownWhen {
    return this.#stored.handover;
  }
  set handover(value: ShownWhen) {
    this.#change({ handover: value });
  }

  /** Whether single letters and digits are shortcuts (R rolls, 1 to 5 keep …). */
  get singleKeys(): boolean {
    return this.#stored.singleKeys;
  }
  set singleKeys(value: boolean) {
    this.#change({ singleKeys: value });
  }

  /** Whether dice tumble; the device's preference for less motion overrides it. */
  get animation(): boolean {
    return this.#stored.animation;
  }
  set animation(value: boolean) {
    this.#change({ animation: value });
  }

  /** Whether the first press of a cell enters it, without the pencil step. */
  get oneTap(): boolean {
    return this.#stored.oneTap;
  }
  set oneTap(value: boolean) {
    this.#change({ oneTap: value });
  }

  /** Whether quick reactions are shown and announced. */
  get reactions(): boolean {
    return this.#stored.reactions;
  }
  set reactions(value: boolean) {
    this.#change({ reactions: value });
  }

  /** What a click on a die marks. */
  get marks(): Marks {
    return this.#stored.marks;
  }
  set marks(value: Marks) {
    this.#change({ marks: value });
  }

  /** Whether a click marks the dice to roll again, in a game with this custom. */
  marksRolls(custom: boolean): boolean {
    return this.marks === "game" ? custom : this.marks === "roll";
  }

  /** Whether the key of a match is shown next to the sheet. */
  get key(): ShownWhen {
    return this.#stored.key;
  }
  set key(value: ShownWhen) {
    this.#change({ key: value });
  }

  /** When a lever rolls the dice. */
  get lever(): ShownWhen {
    return this.#stored.lever;
  }
  set lever(value: ShownWhen) {
    this.#change({ lever: value });
  }

  /** The colour of the felt. */
  get felt(): Stored["felt"] {
    return this.#stored.felt;
  }
  set felt(value: Stored["felt"]) {
    this.#change({ felt: value });
  }

  /** The material of the dice. */
  get dice(): Stored["dice"] {
    return this.#stored.dice;
  }
  set dice(value: Stored["dice"]) {
    this.#change({ dice: value });
  }

  /** The writing instrument on the sheet. */
  get ink(): Stored["ink"] {
    return this.#stored.ink;
  }
  set ink(value: Stored["ink"]) {
    this.#change({ ink: value });
  }

  /** Whether a lever rolls the dice, in a game with this custom. */
  rollsByLever(custom: boolean): boolean {
    return this.lever === "game" ? custom : this.lever === "always";
  }

  /** Whether a page covers the table at a handover, in a game with this custom. */
  coversHandover(custom: boolean): boolean {
    return this.handover === "game" ? custom : this.handover === "always";
  }

  #change(part: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...part };
    remember(KEY, this.#stored);
  }
}

export const settings = new Settings();
