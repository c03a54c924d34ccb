// The dialogs that parts of a table register; `game.dialogs.open` opens each by its name.

import type { Component } from "svelte";
import type { Live } from "../wire/live.svelte";
import type { LegalAction, Snapshot, TableEvent } from "../wire/types";
import type { About, DialogName } from "./dialogs.svelte";
import type { TableGame } from "./game.svelte";

/** The properties of every dialog of a table, in addition to its own. */
export interface AtTable {
  readonly game: TableGame;
  readonly live: Live;
  readonly snapshot: Snapshot;
  /** The log up to the visible moment. */
  readonly log: readonly TableEvent[];
  readonly onclose: () => void;
  /** Enters a cell. */
  readonly onwrite: (cell: string) => void;
  readonly onscratch: (cell: string) => void;
  readonly onperform: (action: LegalAction) => void;
  /** Resumes an interrupted match. */
  readonly onplay: () => void;
}

export type DialogParts = { readonly [Name in DialogName]?: () => Promise<Component<AtTable & About[Name]>> };

/** A dialog that is already loaded. */
export function here<Part>(part: Part): () => Promise<Part> {
  return () => Promise.resolve(part);
}
