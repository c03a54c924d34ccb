// The shortcuts of the table page. Digits are matched by their position on the keyboard (French layouts need Shift for
// them). Letters are matched by their label (Z has another position on German layouts).

export type KeyCommand =
  | { readonly kind: "roll" }
  | { readonly kind: "keep"; readonly place: number; readonly face: boolean }
  | { readonly kind: "move"; readonly by: Movement }
  | { readonly kind: "scratch" }
  /** Erases the pencilled entry. */
  | { readonly kind: "erase" }
  | { readonly kind: "log" }
  | { readonly kind: "chat" }
  | { readonly kind: "hint" }
  | { readonly kind: "keys" }
  | { readonly kind: "back" }
  /** Ends a turn that waits for it. */
  | { readonly kind: "end" }
  /** The first of the smaller buttons: an announcement, a claim, action dice. */
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
 * The action of a key, or null. `single`: shortcuts of one plain character are on. `onButton`: a button has the focus,
 * so Space presses it.
 */
export function keyCommandOf(press: KeyPress, single: boolean, onButton: boolean): KeyCommand | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const by = MOVES[press.key];
  if (by !== undefined) return { kind: "move", by };
  if (press.key === "Escape") return { kind: "erase" };
  if (!single) return null;
  if (press.key === " ") return onButton ? null : { kind: "roll" };
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(press.code);
  if (digit !== null) return { kind: "keep", place: Number(digit[1]) - 1, face: press.shiftKey };
  return letterCommand(press.key);
}

function letterCommand(key: string): KeyCommand | null {
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
