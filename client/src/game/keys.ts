// Which key does what on the table page. Digits are read by their place on the keyboard (a French keyboard needs
// Shift for them), letters by what is printed on the key (Z lies elsewhere on a German one).

export type KeyDeed =
  | { readonly kind: "roll" }
  | { readonly kind: "keep"; readonly place: number; readonly face: boolean }
  | { readonly kind: "move"; readonly by: Movement }
  | { readonly kind: "scratch" }
  /** Takes back the pencilled entry. */
  | { readonly kind: "erase" }
  | { readonly kind: "log" }
  | { readonly kind: "chat" }
  | { readonly kind: "hint" }
  | { readonly kind: "keys" }
  | { readonly kind: "back" }
  /** Ends a turn that waits for it. */
  | { readonly kind: "end" }
  /** The first of the smaller buttons: announcing, claiming, action dice. */
  | { readonly kind: "more" };

export type Movement = "up" | "down" | "left" | "right" | "first" | "last";

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const MOVES: Readonly<Record<string, Movement>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
};

/**
 * The deed of a key, null when it has none. `single` tells whether keys that are one plain character count
 * (they can be switched off); `onButton` whether a button has the focus, for which Space is a press.
 */
export function deedOf(press: KeyPress, single: boolean, onButton: boolean): KeyDeed | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const by = MOVES[press.key];
  if (by !== undefined) return { kind: "move", by };
  if (press.key === "Escape") return { kind: "erase" };
  if (!single) return null;
  if (press.key === " ") return onButton ? null : { kind: "roll" };
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(press.code);
  if (digit !== null) return { kind: "keep", place: Number(digit[1]) - 1, face: press.shiftKey };
  return letterDeed(press.key);
}

function letterDeed(key: string): KeyDeed | null {
  switch (key.toLowerCase()) {
    case "r":
      return { kind: "roll" };
    case "z":
      return { kind: "scratch" };
    case "h":
      return { kind: "hint" };
    case "c":
      return { kind: "chat" };
    case "l":
      return { kind: "log" };
    case "e":
      return { kind: "end" };
    case "a":
      return { kind: "more" };
    case "?":
      return { kind: "keys" };
    case "u":
    case "backspace":
      return { kind: "back" };
    default:
      return null;
  }
}
