// The browser decides when to offer an installation; the page keeps the offer until the visitor accepts it.

interface Offer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

class Install {
  #offer = $state.raw<Offer | null>(null);

  /** Whether the browser offers an installation now. */
  get offered(): boolean {
    return this.#offer !== null;
  }

  /** Starts to keep offers. */
  listen(): void {
    window.addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#offer = event as Offer;
    });
    window.addEventListener("appinstalled", () => (this.#offer = null));
  }

  /** Accepts the offer; each offer can be accepted once. */
  async take(): Promise<void> {
    const offer = this.#offer;
    this.#offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();
