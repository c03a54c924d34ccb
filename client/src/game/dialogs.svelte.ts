// The dialog that is open at a table: a name, and what it is about. What shows it is registered by the name (`table/dialogs`).

import type { Sheet } from "../wire/types";

/** An entry of typed dice that is being corrected. */
export interface Fix {
  readonly game: number;
  readonly seat: number;
  readonly entry: Sheet["typed"][number];
}

/** The cell that a dialog is about; null: it asks which. */
interface OfCell {
  readonly cell: string | null;
}
type Nothing = Readonly<Record<never, never>>;

/** What each dialog is opened with. */
export interface About {
  readonly abort: Nothing;
  readonly actions: Nothing;
  readonly alerts: Nothing;
  readonly announce: OfCell;
  readonly claim: OfCell;
  readonly correct: { readonly fix: Fix };
  readonly device: Nothing;
  /** The key of the match. `stop`: the match is interrupted by opening it. */
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

/** The names of the dialogs that are about nothing. */
export type PlainDialog = { [Name in DialogName]: Nothing extends About[Name] ? Name : never }[DialogName];

export type Asked = { readonly [Name in DialogName]: { readonly name: Name; readonly about: About[Name] } }[DialogName];

export class Dialogs {
  /** Null while no dialog is open. */
  asked = $state.raw<Asked | null>(null);

  /** Opens a dialog; another one that is open gives way. */
  open<Name extends DialogName>(name: Name, ...[about]: Name extends PlainDialog ? [] : [about: About[Name]]): void {
    this.asked = { name, about: about ?? {} } as Asked;
  }

  close(): void {
    this.asked = null;
  }
}
