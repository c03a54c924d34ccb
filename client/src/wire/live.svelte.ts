import { newId } from "./ids";
import { patched } from "./patch";
import { ApiError, problemFromBody } from "./problem";
import { renew, renewed } from "./renewal";
import { snapshotOf } from "./brief";
import { eventsOf, type Names } from "./rows";
import type { Batch, Command, ServerMessage, Snapshot, TableEvent, Brief } from "./types";

/** `connecting` before the first snapshot, `lost` during retries, `back` for a moment after a success. */
export type LiveStatus = "connecting" | "live" | "lost" | "back";

/** The origin of an event: `replayed` ones happened before this connection, so nothing should tumble. */
export interface EventOrigin {
  replayed: boolean;
}
export type EventListener = (event: TableEvent, origin: EventOrigin) => void;
/** Receives messages outside the log, such as chat; they are not sent again after a break. */
export type MessageListener = (message: ServerMessage) => void;

/** The used part of a WebSocket, which tests can replace. */
export interface Socket {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((end: { code: number }) => void) | null;
  send(text: string): void;
  close(code: number): void;
}

export interface LiveOptions {
  language: () => string;
  connect?: (url: string) => Socket;
  /** Checks whether the table can still be read, after a connection was refused before it opened. */
  probe?: () => Promise<unknown>;
  /** Returns a number from 0 to 1, which spreads the attempts of many clients. */
  jitter?: () => number;
  /** Loads a newer client if the server uses another protocol version. */
  renew?: () => void;
}

interface Pending {
  body: Command & { id: string; expect_seq: number | null };
  resolve: (answer: { seq: number }) => void;
  reject: (error: ApiError) => void;
}

const OPEN = 1;
/** The protocol version of this client, and the close code of the server for a different one. */
const VERSION = 3;
const WRONG_VERSION = 4010;
/** Responses after which the table is not available: unknown, closed to this browser, or resumed at another device. */
const GONE: ReadonlySet<number> = new Set([403, 404, 409]);
/** The close codes for leaving the page, and for replacing a connection, whose player is still there. */
const LEFT = 1000;
const GIVEN_UP = 4000;
/** Milliseconds before each attempt to connect again; the last one repeats. */
const BACK_OFF = [300, 700, 1500, 3000, 6000, 10_000] as const;
/** Milliseconds during which `back` is shown. */
const BACK_FOR = 3000;
/** Milliseconds for a connection to open, and for a command to be answered, before the connection counts as broken. */
const ANSWER_WITHIN = 8000;
/** Milliseconds of silence after which it counts as broken too: the server sends a message every 15 seconds. */
const SILENCE = 40_000;
/** A page hidden for longer than this (milliseconds) does not trust its old connection. */
const STALE_AFTER = 20_000;

/**
 * The live state of one table: the newest snapshot, the log, and commands over the same socket.
 *
 * The server says hello with the whole table, then sends every event after the client's last number. Each batch of
 * events brings a patch that leads from one snapshot to the next. The answer to the command that caused it follows. If
 * a patch does not fit, a message was lost, and the client opens another connection.
 *
 * A command keeps its id until it is answered. After a reconnect it is sent again with that id, so it takes effect
 * once, however often the connection breaks.
 *
 * A connection often dies unnoticed (a tunnel, a router that forgot it), and browsers do not report it. The client
 * therefore replaces a connection that is silent for too long or leaves a command unanswered.
 */
export class Live {
  snapshot = $state.raw<Snapshot | null>(null);
  events = $state.raw<readonly TableEvent[]>([]);
  status = $state<LiveStatus>("connecting");
  /** Why the table can no longer be read; there are no further attempts then. */
  gone = $state.raw<ApiError | null>(null);

  readonly id: string;
  readonly #options: LiveOptions;
  readonly #listeners = new Set<EventListener>();
  readonly #messageListeners = new Set<MessageListener>();
  readonly #pending = new Map<string, Pending>();
  #socket: Socket | null = null;
  #attempt = 0;
  #lastSeq = 0;
  /** The number of the snapshot that opened this connection; null before it. */
  #openedAt: number | null = null;
  /** The table that the server assumes here: patches start from it. */
  #patchBase: Brief | null = null;
  /** The names of the values in rows, by kind of row. */
  #names: Names = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #hiddenSince: number | null = null;
  #closed = false;

  constructor(id: string, options: LiveOptions, first: Snapshot | null = null) {
    this.id = id;
    this.#options = options;
    this.snapshot = first;
  }

  /** Connects and stays connected until `close`. Returns `close`, for use as an effect's clean-up. */
  open(): () => void {
    this.#closed = false;
    this.gone = null;
    window.addEventListener("online", this.#connectUnlessOpen);
    window.addEventListener("offline", this.#reconnect);
    document.addEventListener("visibilitychange", this.#visibility);
    this.#connect();
    return () => this.close();
  }

  /** Disconnects for good; unanswered commands are rejected with the code `offline`. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    window.removeEventListener("online", this.#connectUnlessOpen);
    window.removeEventListener("offline", this.#reconnect);
    document.removeEventListener("visibilitychange", this.#visibility);
    this.#drop(LEFT);
    const error = new ApiError({ status: 0, code: "offline", detail: "" });
    for (const waiting of this.#pending.values()) waiting.reject(error);
    this.#pending.clear();
  }

  /**
   * Sends a command for the visible state of the table. Resolves with the number of its last event. Rejects with the
   * server's `ApiError`, never because of a broken connection.
   */
  send(command: Command): Promise<{ seq: number }> {
    const body = { expect_seq: this.snapshot?.seq ?? this.#lastSeq, ...command, id: newId() };
    return new Promise((resolve, reject) => {
      this.#pending.set(body.id, { body, resolve, reject });
      this.#transmit(body);
    });
  }

  /** Whether a command waits for its answer. */
  get busy(): boolean {
    return this.#pending.size > 0;
  }

  /** Calls `listener` with every event once, in order. Returns the function that stops it. */
  listen(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` with messages outside the log. Returns the function that stops it. */
  listenToMessages(listener: MessageListener): () => void {
    this.#messageListeners.add(listener);
    return () => this.#messageListeners.delete(listener);
  }

  /** Loads everything again, with sentences in the current language. */
  restart(): void {
    this.events = [];
    this.#lastSeq = 0;
    this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#drop();
    if (this.#closed) return;
    this.#openedAt = this.#patchBase = null;
    const socket = (this.#options.connect ?? browserSocket)(this.#address());
    let opened = false;
    this.#socket = socket;
    socket.onopen = () => {
      opened = true;
    };
    this.#expectMessage(ANSWER_WITHIN);
    socket.onmessage = (message) => {
      this.#receive(message.data);
      this.#expectMessage(this.busy || this.#openedAt === null ? ANSWER_WITHIN : SILENCE);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      if (code === WRONG_VERSION) (this.#options.renew ?? renew)();
      this.#lost(opened);
    };
  }

  #address(): string {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = new URLSearchParams({ after: String(this.#lastSeq), version: String(VERSION), lang: this.#options.language() });
    return `${scheme}//${location.host}/api/v1/tables/${encodeURIComponent(this.id)}/ws?${query.toString()}`;
  }

  #receive(data: unknown): void {
    const message = parse(data);
    if (message === null) return;
    switch (message.kind) {
      case "hello":
        this.#names = message.names;
        this.#show(message.table);
        return;
      case "batch":
        if (this.#patchBase === null) return;
        for (const event of eventsOf(message, this.#names, this.#patchBase.opened_at)) this.#record(event);
        this.#follow(message);
        return;
      case "answer":
        if (message.id !== null) this.#settle(message.id, message.status, message.body);
        return;
      default:
        for (const listener of this.#messageListeners) listener(message);
    }
  }

  #follow({ from, events, set }: Batch): void {
    if (set === undefined) return;
    if (this.#patchBase?.seq === from) this.#show({ ...(patched(this.#patchBase, set) as Brief), seq: from + events.length });
    else this.#reconnect();
  }

  #show(table: Brief): void {
    this.#patchBase = table;
    const snapshot = (this.snapshot = snapshotOf(table, this.#names));
    if (this.#openedAt !== null) return;
    this.#openedAt = snapshot.seq;
    renewed();
    const reconnected = this.status === "lost";
    this.#attempt = 0;
    this.status = reconnected ? "back" : "live";
    if (reconnected) {
      this.#timer = setTimeout(() => {
        if (this.status === "back") this.status = "live";
      }, BACK_FOR);
    }
    for (const waiting of this.#pending.values()) this.#transmit(waiting.body);
  }

  #record(event: TableEvent): void {
    if (event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    this.events = [...this.events, event];
    const origin = { replayed: event.seq <= (this.#openedAt ?? event.seq) };
    for (const listener of this.#listeners) listener(event, origin);
  }

  #settle(id: string, status: number, body: unknown): void {
    const waiting = this.#pending.get(id);
    if (waiting === undefined) return;
    this.#pending.delete(id);
    if (status >= 400) {
      waiting.reject(new ApiError(problemFromBody(status, body)));
      return;
    }
    const seq = typeof body === "object" && body !== null && "seq" in body ? body.seq : undefined;
    waiting.resolve({ seq: typeof seq === "number" ? seq : this.#lastSeq });
  }

  /** A command counts as sent only on a connection that has received its snapshot; others wait for it. */
  #transmit(body: Pending["body"]): void {
    if (this.#socket?.readyState !== OPEN || this.#openedAt === null) return;
    this.#socket.send(JSON.stringify(body));
    this.#expectMessage(ANSWER_WITHIN);
  }

  #expectMessage(within: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(this.#reconnect, within);
  }

  #lost(opened: boolean): void {
    this.#drop();
    if (this.#closed) return;
    clearTimeout(this.#timer);
    if (this.status !== "connecting") this.status = "lost";
    if (!opened) void this.#probe();
    const pause = BACK_OFF[Math.min(this.#attempt, BACK_OFF.length - 1)] ?? 0;
    this.#attempt += 1;
    // The first visit too says so after a few failed attempts.
    if (this.#attempt > 2) this.status = "lost";
    const jitter = (this.#options.jitter ?? Math.random)();
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + jitter / 2));
  }

  /** A refused handshake gives a script no reason, so ask by HTTP whether the table is still available. */
  async #probe(): Promise<void> {
    try {
      await this.#options.probe?.();
    } catch (error) {
      if (!(error instanceof ApiError) || !GONE.has(error.status)) return;
      this.gone = error;
      this.close();
    }
  }

  readonly #connectUnlessOpen = (): void => {
    if (this.#socket?.readyState !== OPEN) this.#connect();
  };

  /** Replaces a connection that may be dead. */
  readonly #reconnect = (): void => {
    if (this.#socket !== null) this.#lost(this.#openedAt !== null);
  };

  readonly #visibility = (): void => {
    if (document.visibilityState === "hidden") {
      this.#hiddenSince = Date.now();
      return;
    }
    const away = this.#hiddenSince === null ? 0 : Date.now() - this.#hiddenSince;
    this.#hiddenSince = null;
    if (away > STALE_AFTER) this.#connect();
    else this.#connectUnlessOpen();
  };

  #drop(code = GIVEN_UP): void {
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close(code);
  }
}

function browserSocket(url: string): Socket {
  return new WebSocket(url) as Socket;
}

/** The message, or null for invalid data. Listeners ignore unknown kinds. */
function parse(data: unknown): ServerMessage | null {
  if (typeof data !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("kind" in value)) return null;
  return value as ServerMessage;
}
