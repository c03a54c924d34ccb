// Alerts for players who look elsewhere: sounds, a browser message, the title and the icon of the tab.

import { announce, call } from "../app/announce.svelte";
import { recall, remember } from "../app/storage";
import type { Sound } from "./sounds";
import type { Live } from "../wire/live.svelte";
import type { Snapshot, TableEvent } from "../wire/types";
import { t } from "../words";

const KEY = "pasch.alerts";
/** Milliseconds that a phone vibrates when a die lands. */
const TREMBLE = 7;
const ICON = "/favicon.svg";
const CALLING_ICON = "/favicon-turn.svg";

/** The functions of the browser; tests replace them. */
export interface AlertEnvironment {
  /** Plays a sound, this many seconds from now. */
  readonly play: (sound: Sound, later?: number) => void;
  /** Whether falling dice are visible: then they knock as they land. */
  readonly tumbles: () => boolean;
  /** Vibrates: milliseconds of stillness and vibration in turn. */
  readonly tremble: (pattern: number[]) => void;
  readonly hidden: () => boolean;
  readonly notify: (title: string, body: string) => void;
  /** Whether the visitor allows messages, after a request if necessary. */
  readonly permission: () => Promise<boolean>;
}

/** The sound of a live event; null for silent ones. */
export function soundOf(event: TableEvent): Sound | null {
  if (event.type === "dice_rolled" || event.type === "action_die_rolled") return "knock";
  if (event.type === "scored") return event.data.points === 0 ? "strike" : "pen";
  return event.type === "match_finished" || event.type === "game_finished" ? "end" : null;
}

/** The seat of this device whose turn it is, if others play too; null otherwise. */
export function calledSeat(snapshot: Snapshot | null): number | null {
  const seat = snapshot?.seats.find((one) => one.seat === snapshot.turn?.seat);
  const others = snapshot?.seats.some((one) => !one.mine) ?? false;
  return snapshot?.status === "running" && seat?.mine === true && others ? seat.seat : null;
}

export class Alerts {
  sounds = $state(true);
  messages = $state(false);
  /** Whether the player's turn came while the page was hidden. */
  calling = $state(false);

  readonly #environment: AlertEnvironment;
  /** The last known turn; undefined before the first snapshot. */
  #called: string | null | undefined;

  constructor(environment: AlertEnvironment) {
    this.#environment = environment;
    const stored = recall(KEY);
    if (typeof stored !== "object" || stored === null) return;
    this.sounds = !("sounds" in stored) || stored.sounds !== false;
    this.messages = "messages" in stored && stored.messages === true;
  }

  /** Switches sounds on or off; switching them on plays a sample. */
  mute(silent: boolean): void {
    this.sounds = !silent;
    this.#keep();
    if (!silent) this.#environment.play("turn");
    announce(silent ? t("watch.sounds_now_off") : t("watch.sounds_now_on"));
  }

  /** Switches messages on or off. Resolves with whether it succeeded: the browser may refuse. */
  async setMessages(on: boolean): Promise<boolean> {
    const allowed = on && (await this.#environment.permission());
    this.messages = allowed;
    this.#keep();
    return allowed === on;
  }

  /** Accepts an event; `replayed` ones are old. */
  received(event: TableEvent, replayed: boolean): void {
    const which = replayed ? null : soundOf(event);
    const shown = event.type === "dice_rolled" && this.#environment.tumbles();
    if (which !== null && !shown) this.play(which);
  }

  /** Plays a sound unless sounds are off. */
  play(which: Sound): void {
    if (this.sounds) this.#environment.play(which);
  }

  /** Plays the knocks of dice that hit the felt, this many milliseconds from now, in order. */
  land(hits: readonly number[]): void {
    if (this.sounds) hits.forEach((hit) => this.#environment.play("knock", hit / 1000));
    let last = 0;
    this.#environment.tremble(
      hits.flatMap((hit) => {
        const still = Math.max(0, Math.round(hit - last));
        last = hit + TREMBLE;
        return [still, TREMBLE];
      }),
    );
  }

  /** Accepts a snapshot, and alerts if the player's turn has just come. */
  arrived(snapshot: Snapshot): void {
    const seat = calledSeat(snapshot);
    const now = seat === null ? null : `${String(snapshot.game)}.${String(snapshot.round)}.${String(seat)}`;
    if (now === null) this.calling = false;
    if (now !== null && now !== this.#called) this.#call(snapshot);
    this.#called = now;
  }

  /** Ends the alert when the page is visible again. */
  dismiss(): void {
    this.calling = false;
  }

  #call(snapshot: Snapshot): void {
    const hidden = this.#environment.hidden();
    // A visitor who has just opened the page needs no alert.
    if (this.#called !== undefined) {
      if (this.sounds) this.#environment.play("turn");
      call(t("watch.your_turn"));
    }
    if (!hidden) return;
    this.calling = true;
    if (this.messages) this.#environment.notify(t("watch.your_turn"), snapshot.text);
  }

  #keep(): void {
    remember(KEY, { sounds: this.sounds, messages: this.messages });
  }
}

/** Follows a table until the returned function is called. */
export function attend(alerts: Alerts, live: Live): () => void {
  const stopListening = live.listen((event, { replayed }) => alerts.received(event, replayed));
  const dismissIfVisible = () => {
    if (document.visibilityState === "visible") alerts.dismiss();
  };
  document.addEventListener("visibilitychange", dismissIfVisible);
  return () => {
    stopListening();
    document.removeEventListener("visibilitychange", dismissIfVisible);
    showIcon(false);
  };
}

/** Sets the icon of the tab. */
export function showIcon(calling: boolean): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", calling ? CALLING_ICON : ICON);
}

/** Shows a browser message; a press on it leads back to the page. */
export function notify(title: string, body: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const options = { body, icon: "/icon-192.png", tag: "pasch-turn" };
  try {
    const message = new Notification(title, options);
    message.onclick = () => {
      window.focus();
      message.close();
    };
  } catch {
    // Some phones show only the messages of a service worker.
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(title, options));
  }
}

/** Asks the browser for permission to show messages. */
export async function askForMessages(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
