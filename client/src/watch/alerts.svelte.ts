// Signals to a player who looks elsewhere: sounds, a message from the browser, the title and the icon of the tab.

import { announce, call } from "../app/announce.svelte";
import { recall, remember } from "../app/storage";
import type { Sound } from "./sounds";
import type { Live } from "../wire/live.svelte";
import type { Snapshot, TableEvent } from "../wire/types";
import { t } from "../words";

const KEY = "pasch.alerts";
/** Milliseconds that a phone trembles when a die lands. */
const TREMBLE = 7;
const ICON = "/favicon.svg";
const CALLING_ICON = "/favicon-turn.svg";

/** The functions of the browser; tests replace them. */
export interface Surroundings {
  /** Plays a sound, so many seconds from now. */
  readonly play: (sound: Sound, later?: number) => void;
  /** Whether dice are seen to fall: then they knock as they land. */
  readonly tumbles: () => boolean;
  /** Lets the device tremble: milliseconds of stillness and trembling in turn. */
  readonly tremble: (pattern: number[]) => void;
  readonly hidden: () => boolean;
  readonly notify: (title: string, body: string) => void;
  /** Whether the person has allowed messages, asking for it if need be. */
  readonly permission: () => Promise<boolean>;
}

/** The sound of an event that was heard as it happened; null for the silent ones. */
export function soundOf(event: TableEvent): Sound | null {
  if (event.type === "dice_rolled" || event.type === "action_die_rolled") return "knock";
  if (event.type === "scored") return event.data.points === 0 ? "strike" : "pen";
  return event.type === "match_finished" || event.type === "game_finished" ? "end" : null;
}

/** The seat of ours that has to move, where others play too; null when it is another's turn. */
export function calledSeat(snapshot: Snapshot | null): number | null {
  const seat = snapshot?.seats.find((one) => one.seat === snapshot.turn?.seat);
  const others = snapshot?.seats.some((one) => !one.mine) ?? false;
  return snapshot?.status === "running" && seat?.mine === true && others ? seat.seat : null;
}

export class Alerts {
  sounds = $state(true);
  messages = $state(false);
  /** Our turn has come while the page was hidden. */
  calling = $state(false);

  readonly #around: Surroundings;
  /** Whose turn it was that we know of; undefined: nothing has come yet. */
  #called: string | null | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    const stored = recall(KEY);
    if (typeof stored !== "object" || stored === null) return;
    this.sounds = !("sounds" in stored) || stored.sounds !== false;
    this.messages = "messages" in stored && stored.messages === true;
  }

  /** Turn sounds on or off; turning them on plays one at once. */
  mute(silent: boolean): void {
    this.sounds = !silent;
    this.#keep();
    if (!silent) this.#around.play("turn");
    announce(silent ? t("watch.sounds_now_off") : t("watch.sounds_now_on"));
  }

  /** Messages on or off. Whether it is now as it was wished: the browser may refuse. */
  async setMessages(wished: boolean): Promise<boolean> {
    const allowed = wished && (await this.#around.permission());
    this.messages = allowed;
    this.#keep();
    return allowed === wished;
  }

  /** An event came; `replayed` ones are old. */
  heard(event: TableEvent, replayed: boolean): void {
    const which = replayed ? null : soundOf(event);
    const shown = event.type === "dice_rolled" && this.#around.tumbles();
    if (which !== null && !shown) this.play(which);
  }

  /** Plays a sound unless sounds are off. */
  play(which: Sound): void {
    if (this.sounds) this.#around.play(which);
  }

  /** Dice hit the felt, so many milliseconds from now, in order. */
  land(hits: readonly number[]): void {
    if (this.sounds) hits.forEach((hit) => this.#around.play("knock", hit / 1000));
    let last = 0;
    this.#around.tremble(
      hits.flatMap((hit) => {
        const still = Math.max(0, Math.round(hit - last));
        last = hit + TREMBLE;
        return [still, TREMBLE];
      }),
    );
  }

  /** A snapshot came: is it our turn now, and was it not before? */
  arrived(snapshot: Snapshot): void {
    const seat = calledSeat(snapshot);
    const now = seat === null ? null : `${String(snapshot.game)}.${String(snapshot.round)}.${String(seat)}`;
    if (now === null) this.calling = false;
    if (now !== null && now !== this.#called) this.#call(snapshot);
    this.#called = now;
  }

  /** The page is visible again. */
  seen(): void {
    this.calling = false;
  }

  #call(snapshot: Snapshot): void {
    const hidden = this.#around.hidden();
    // A page that has just opened is being looked at.
    if (this.#called !== undefined) {
      if (this.sounds) this.#around.play("turn");
      call(t("watch.your_turn"));
    }
    if (!hidden) return;
    this.calling = true;
    if (this.messages) this.#around.notify(t("watch.your_turn"), snapshot.text);
  }

  #keep(): void {
    remember(KEY, { sounds: this.sounds, messages: this.messages });
  }
}

/** Hear a table for as long as it is open; returns what ends it. */
export function attend(alerts: Alerts, live: Live): () => void {
  const deaf = live.listen((event, { replayed }) => alerts.heard(event, replayed));
  const look = () => {
    if (document.visibilityState === "visible") alerts.seen();
  };
  document.addEventListener("visibilitychange", look);
  return () => {
    deaf();
    document.removeEventListener("visibilitychange", look);
    showIcon(false);
  };
}

/** The icon of the tab. */
export function showIcon(calling: boolean): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", calling ? CALLING_ICON : ICON);
}

/** A message by the browser, which a press leads back from. */
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
    // Some phones show messages of a service worker alone.
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(title, options));
  }
}

/** Ask the browser for leave to show messages. */
export async function askForMessages(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
