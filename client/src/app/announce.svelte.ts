export interface Sentence {
  id: number;
  text: string;
}

/** Sentences that the region holds: a screen reader speaks all that are announced in one moment. */
const KEPT = 5;

/** The contents of a live region, which `Announcer.svelte` shows. */
class Announcements {
  sentences = $state.raw<readonly Sentence[]>([]);
  #next = 1;

  add(text: string): void {
    // Screen readers ignore a text that replaces an equal text, so each sentence gets its own element.
    this.sentences = [...this.sentences, { id: this.#next, text }].slice(-KEPT);
    this.#next += 1;
  }
}

/** The polite region waits until a screen reader has finished; the urgent one interrupts it. */
export const announcements = new Announcements();
export const calls = new Announcements();

/** Announces a sentence after the current one ends; an equal sentence is spoken again. */
export function announce(text: string): void {
  announcements.add(text);
}

/** Announces a sentence at once and interrupts the current one: only for news that the user waits for. */
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

/** The short message shown over the page, which `Announcer.svelte` renders. */
export const toast = new Toast();
