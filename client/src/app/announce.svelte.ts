export interface Sentence {
  id: number;
  text: string;
}

/** How many sentences the region holds: several announced in one moment are all spoken. */
const KEPT = 5;

/** What a live region of the page holds; `Announcer.svelte` shows it. */
class Announcements {
  sentences = $state.raw<readonly Sentence[]>([]);
  #next = 1;

  add(text: string): void {
    // Readers stay silent when a text is replaced by the same text, so every sentence is a separate element.
    this.sentences = [...this.sentences, { id: this.#next, text }].slice(-KEPT);
    this.#next += 1;
  }
}

/** What waits until a screen reader has finished, and what it says at once. */
export const announcements = new Announcements();
export const calls = new Announcements();

/** Have a screen reader say a whole sentence once what it is saying is finished; the same one twice is said twice. */
export function announce(text: string): void {
  announcements.add(text);
}

/** Make a screen reader interrupt its sentence: only for news that the player waits for. */
export function call(text: string): void {
  calls.add(text);
}

/** Milliseconds that a toast stays. */
const TOAST = 4000;

class Toast {
  text = $state("");
  #away: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    this.text = text;
    announce(text);
    clearTimeout(this.#away);
    this.#away = setTimeout(() => (this.text = ""), TOAST);
  }
}

/** The message over the page for a moment; `Announcer.svelte` shows it. */
export const toast = new Toast();
