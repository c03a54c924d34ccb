import type { ChatLine, ChatLines, ChatPerson, ChatRoom } from "../wire/types";
import { reactionOf } from "./reactions";

/** The source of lines and the target of new ones; see `calls.ts`. */
export interface ChannelSource {
  load(before?: number): Promise<ChatLines>;
  send(message: { room: ChatRoom["room"]; text: string; to: string | null }): Promise<ChatLine>;
  mute(person: string): Promise<unknown>;
  unmute(person: string): Promise<unknown>;
  muted(): Promise<ChatPerson[]>;
  report(line: number, reason: string): Promise<unknown>;
}

export interface ChannelOptions {
  /** The stored number of the last read line. */
  read: number;
  /** Stores the number of the last read line. */
  remember: (line: number) => void;
  /** Called with another player's line while the chat is closed. */
  onUnread: (line: ChatLine) => void;
}

/**
 * The lines of one chat. `receive` accepts lines from the socket; `refresh` loads the latest ones, at the start and
 * after every break. Both may bring the same line, which its number identifies.
 */
export class ChatChannel {
  lines = $state.raw<readonly ChatLine[]>([]);
  rooms = $state.raw<readonly ChatRoom[]>([]);
  /** The first room that accepts lines. */
  readonly room = $derived(this.rooms.find((each) => each.write)?.room);
  muted = $state.raw<readonly ChatPerson[]>([]);
  /** Whether older lines exist. */
  more = $state(false);
  loaded = $state(false);
  error = $state.raw<unknown>(null);
  /** Unread lines of others. Reactions count as read at once. */
  readonly unread = $derived.by(
    () => this.lines.filter((line) => !line.mine && !line.removed && !line.earlier && line.id > this.#read && reactionOf(line.text) === null).length,
  );

  readonly #source: ChannelSource;
  readonly #options: ChannelOptions;
  #read = $state(0);
  /** Lines received since the latest request: its answer may lack them. */
  #received: ChatLine[] = [];
  #open = false;
  #onNew: ((line: ChatLine) => void) | null = null;

  constructor(source: ChannelSource, options: ChannelOptions) {
    this.#source = source;
    this.#options = options;
    this.#read = options.read;
  }

  /** Whether the chat is visible: new lines then count as read. */
  get open(): boolean {
    return this.#open;
  }
  set open(open: boolean) {
    this.#open = open;
    if (open) this.#markRead();
  }

  async refresh(): Promise<void> {
    this.#received = [];
    try {
      const [page, muted] = await Promise.all([this.#source.load(), this.#source.muted()]);
      const oldest = page.lines[0]?.id ?? Infinity;
      // Keep older pages that were loaded; the server's answer replaces the rest.
      const older = page.more ? this.lines.filter((line) => line.id < oldest) : [];
      const newest = page.lines.at(-1)?.id ?? 0;
      this.lines = [...older, ...page.lines, ...this.#received.filter((line) => line.id > newest)];
      if (older.length === 0) this.more = page.more;
      this.rooms = page.rooms;
      this.muted = muted;
      this.loaded = true;
      this.error = null;
      if (this.#open) this.#markRead();
    } catch (error) {
      this.error = error;
    }
  }

  /** Loads the lines before the first one. */
  async older(): Promise<void> {
    const page = await this.#source.load(this.lines[0]?.id);
    this.lines = [...page.lines, ...this.lines];
    this.more = page.more;
  }

  /** Accepts a line: a new one, or a known one that was removed. */
  receive(line: ChatLine): void {
    const known = this.lines.some((each) => each.id === line.id);
    if (known) {
      this.lines = this.lines.map((each) => (each.id === line.id ? line : each));
      return;
    }
    // A removed line of an unloaded page.
    if (line.removed) return;
    this.lines = [...this.lines, line].sort((a, b) => a.id - b.id);
    this.#received.push(line);
    if (!line.earlier) this.#onNew?.(line);
    if (this.#open) this.#markRead();
    else if (!line.mine && !line.earlier) this.#options.onUnread(line);
  }

  /** Reports each new line of this match, including the player's own; the returned function ends the reports. */
  eachNew(report: (line: ChatLine) => void): () => void {
    this.#onNew = report;
    return () => (this.#onNew = null);
  }

  async send(room: ChatRoom["room"], text: string, to: string | null): Promise<void> {
    this.receive(await this.#source.send({ room, text, to }));
  }

  async mute(person: string): Promise<void> {
    await this.#source.mute(person);
    this.lines = this.lines.filter((line) => line.person !== person);
    await this.refresh();
  }

  async unmute(person: string): Promise<void> {
    await this.#source.unmute(person);
    await this.refresh();
  }

  report(line: number, reason: string): Promise<unknown> {
    return this.#source.report(line, reason);
  }

  #markRead(): void {
    const last = this.lines.at(-1)?.id ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    this.#options.remember(last);
  }
}
