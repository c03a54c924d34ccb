// Browsers offer to install the program when they like; the page keeps the offer until the visitor takes it.

interface Offer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

class Install {
  #offer = $state.raw<Offer | null>(null);

  /** Whether the browser would install the program now. */
  get offered(): boolean {
    return this.#offer !== null;
  }

  /** Keeps offers from now on. */
  listen(): void {
    window.addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#offer = event as Offer;
    });
    window.addEventListener("appinstalled", () => (this.#offer = null));
  }

  /** Takes the offer; each can be taken once. */
  async take(): Promise<void> {
    const offer = this.#offer;
    this.#offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();
