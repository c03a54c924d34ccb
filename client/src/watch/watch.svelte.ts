// The watcher of a table: earlier moments, and alerts for players who look elsewhere.

import { api } from "../app/server";
import { prepare, sound } from "./sounds";
import type { TableGame } from "../game/game.svelte";
import type { Live } from "../wire/live.svelte";
import { t } from "../words";
import { Alerts, askForMessages, attend, notify } from "./alerts.svelte";
import { Past } from "./past.svelte";

export class Watch {
  readonly past: Past;
  readonly alerts: Alerts;
  readonly #leave: () => void;

  constructor(live: Live, game: TableGame) {
    this.past = new Past({
      live,
      game,
      at: (seq) => api.ask((server) => server.GET("/api/v1/tables/{table}", { params: { path: { table: live.id }, query: { at: seq } } })),
      failed: () => game.explain(t("table.why.no_answer")),
    });
    this.alerts = new Alerts({
      play: sound,
      tumbles: () => game.stage.moves,
      // Browsers refuse vibration before the first press, and log the refusal.
      tremble: (pattern) => {
        if (navigator.userActivation?.hasBeenActive === true) navigator.vibrate?.([0, ...pattern]);
      },
      hidden: () => document.visibilityState === "hidden",
      notify,
      permission: askForMessages,
    });
    if (this.alerts.sounds) prepare();
    const leave = attend(this.alerts, live);
    game.sounds = this.alerts;
    this.#leave = () => {
      game.sounds = null;
      leave();
    };
  }

  close(): void {
    this.#leave();
  }

  /**
   * Handles a key: `,` and `.` go back and forth, Escape returns to the present, M switches sounds. Returns whether it
   * was one of these.
   */
  press(event: KeyboardEvent, single: boolean): boolean {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const elsewhere = target === null || target.closest("dialog, input:not([type=range]), select, textarea, .chat") !== null;
    if (event.defaultPrevented || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return false;
    const scrolled = this.past.place !== null;
    const command = this.#commandOf(event.key, single, scrolled);
    if (command !== null) {
      event.preventDefault();
      command();
    }
    // During replay, no key may act on the present table.
    return command !== null || (scrolled && event.key.length === 1 && !/[lc?]/i.test(event.key));
  }

  #commandOf(key: string, single: boolean, scrolled: boolean): (() => void) | null {
    if (key === "Escape") return scrolled ? () => this.past.toLive() : null;
    if (!single) return null;
    switch (key) {
      case ",":
        return () => void this.past.step(-1);
      case ".":
        return scrolled ? () => void this.past.step(1) : null;
      case "<":
      case ";":
        return () => void this.past.turn(-1);
      case ">":
      case ":":
        return scrolled ? () => void this.past.turn(1) : null;
      case "m":
      case "M":
        return () => this.alerts.mute(this.alerts.sounds);
      default:
        return null;
    }
  }
}
