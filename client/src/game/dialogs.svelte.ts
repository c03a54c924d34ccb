// The open dialog of a table: its name and its subject. `table/dialogs` registers the components by name.

import type { Sheet } from "../wire/types";

/** An entry of typed dice that is being corrected. */
export interface Fix {
  readonly game: number;
  readonly seat: number;
  readonly entry: Sheet["typed"][number];
}

/** The cell of a dialog; null: the dialog asks for it. */
interface OfCell {
  readonly cell: string | null;
}
type Nothing = Readonly<Record<never, never>>;

/** The subject of each dialog. */
export interface About {
  readonly abort: Nothing;
  readonly actions: Nothing;
  readonly alerts: Nothing;
  readonly announce: OfCell;
  readonly claim: OfCell;
  readonly correct: { readonly fix: Fix };
  readonly device: Nothing;
  /** The key of the match. `stop`: opening the dialog interrupts the match. */
  readonly key: { readonly stop: boolean };
  readonly keys: Nothing;
  readonly leave: Nothing;
  readonly log: Nothing;
  readonly pause: Nothing;
  readonly points: OfCell;
  readonly rules: Nothing;
  readonly scratch: OfCell;
  readonly settings: Nothing;
}
export type DialogName = keyof About;

/** The names of the dialogs without a subject. */
export type PlainDialog = { [Name in DialogName]: Nothing extends About[Name] ? Name : never }[DialogName];

export type Asked = { readonly [Name in DialogName]: { readonly name: Name; readonly about: About[Name] } }[DialogName];

export class Dialogs {
  /** The open dialog, or null. */
  asked = $state.raw<Asked | null>(null);

  /** Opens a dialog in place of the current one. */
  open<Name extends DialogName>(name: Name, ...[about]: Name extends PlainDialog ? [] : [about: About[Name]]): void {
    this.asked = { name, about: about ?? {} } as Asked;
  }

  close(): void {
    this.asked = null;
  }
}
