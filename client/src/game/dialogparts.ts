// The dialogs that a part of a table registers: each is opened by its name (`game.dialogs.open`).

import type { Component } from "svelte";
import type { Live } from "../wire/live.svelte";
import type { LegalAction, Snapshot, TableEvent } from "../wire/types";
import type { About, DialogName } from "./dialogs.svelte";
import type { TableGame } from "./game.svelte";

/** What every dialog of a table is given, besides what it is opened with. */
export interface AtTable {
  readonly game: TableGame;
  readonly live: Live;
  readonly snapshot: Snapshot;
  /** The log of the moment on show. */
  readonly log: readonly TableEvent[];
  readonly onclose: () => void;
  /** Enters a cell. */
  readonly onwrite: (cell: string) => void;
  readonly onscratch: (cell: string) => void;
  readonly onperform: (action: LegalAction) => void;
  /** Goes on with an interrupted match. */
  readonly onplay: () => void;
}

export type DialogParts = { readonly [Name in DialogName]?: () => Promise<Component<AtTable & About[Name]>> };

/** A dialog that is here already. */
export function here<Part>(part: Part): () => Promise<Part> {
  return () => Promise.resolve(part);
}
