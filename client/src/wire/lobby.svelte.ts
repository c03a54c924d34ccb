import type { Socket } from "./live.svelte";
import type { ChatLine, LobbyMessage, TableItem } from "./types";

export interface LobbyOptions {
  language: () => string;
  connect?: (url: string) => Socket;
  /** Returns a number from 0 to 1, which spreads the attempts of many clients. */
  jitter?: () => number;
}

/** Milliseconds for the first message of a connection. */
const ANSWER_WITHIN = 8000;
/** Milliseconds of silence after which it counts as broken: the server sends a message every 15 seconds. */
const SILENCE = 40_000;
/** Milliseconds before each attempt to connect again; the last one repeats. */
const BACK_OFF = [300, 1500, 5000, 15_000] as const;

/**
 * The current list of public tables, and the chat of the lobby. It reconnects after a break. The server sends the full
 * list at the start of each connection, so nothing is missed.
 */
export class LiveLobby {
  /** The list; null before it arrives. It stays during a break. */
  tables = $state.raw<readonly TableItem[] | null>(null);
  connected = $state(false);

  readonly #options: LobbyOptions;
  readonly #listeners = new Set<(line: ChatLine) => void>();
  #socket: Socket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #closed = true;

  constructor(options: LobbyOptions) {
    this.#options = options;
  }

  /** Connects and stays connected until `close`. Returns `close`. */
  open(): () => void {
    this.#closed = false;
    window.addEventListener("online", this.#connectIfNeeded);
    document.addEventListener("visibilitychange", this.#connectIfNeeded);
    this.#connect();
    return () => this.close();
  }

  close(): void {
    this.#closed = true;
    window.removeEventListener("online", this.#connectIfNeeded);
    document.removeEventListener("visibilitychange", this.#connectIfNeeded);
    this.#drop();
  }

  /** Calls `listener` with every new line. Returns the function that stops it. */
  listen(listener: (line: ChatLine) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads everything again, in the current language. */
  restart(): void {
    if (!this.#closed) this.#connect();
  }

  #connect(): void {
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const url = `${scheme}//${location.host}/api/v1/lobby/ws?lang=${this.#options.language()}`;
    const socket = (this.#options.connect ?? ((address) => new WebSocket(address) as Socket))(url);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = () => this.#lost();
    this.#listenFor(ANSWER_WITHIN);
  }

  #receive(data: unknown): void {
    this.#listenFor(SILENCE);
    const message = parse(data);
    if (message?.kind === "lobby") {
      this.tables = message.tables;
      this.connected = true;
      this.#attempt = 0;
    } else if (message?.kind === "chat") {
      for (const listener of this.#listeners) listener(message.line);
    }
  }

  /** Closes a connection that has been silent for this long (milliseconds). */
  #listenFor(time: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), time);
  }

  #lost(): void {
    this.#drop();
    if (this.#closed) return;
    const pause = BACK_OFF[Math.min(this.#attempt, BACK_OFF.length - 1)] ?? 0;
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + (this.#options.jitter ?? Math.random)() / 2));
  }

  readonly #connectIfNeeded = (): void => {
    if (!this.connected && document.visibilityState !== "hidden") this.#connect();
  };

  #drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.connected = false;
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close(1000);
  }
}

function parse(data: unknown): LobbyMessage | null {
  try {
    return typeof data === "string" ? (JSON.parse(data) as LobbyMessage) : null;
  } catch {
    return null;
  }
}
