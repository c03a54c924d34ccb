import type { ChatLine, ChatLines, ChatPerson, ChatRoom } from "../wire/types";
import { reactionOf } from "./reactions";

/** Where lines come from and go to; see `calls.ts`. */
export interface TalkSource {
  load(before?: number): Promise<ChatLines>;
  say(wish: { room: ChatRoom["room"]; text: string; to: string | null }): Promise<ChatLine>;
  mute(person: string): Promise<unknown>;
  unmute(person: string): Promise<unknown>;
  muted(): Promise<ChatPerson[]>;
  report(line: number, reason: string): Promise<unknown>;
}

export interface TalkOptions {
  /** The number of the last line that was read, as it was remembered. */
  read: number;
  /** Remembers it. */
  remember: (line: number) => void;
  /** A line of another person has come while the chat was hidden. */
  unseen: (line: ChatLine) => void;
}

/**
 * What is said in one place. `hear` takes lines as they come over a socket; `refresh` asks for the latest ones, at the
 * beginning and after every break. Both may bring the same line: a line is known by its number.
 */
export class Talk {
  lines = $state.raw<readonly ChatLine[]>([]);
  rooms = $state.raw<readonly ChatRoom[]>([]);
  /** The first room that may be written in. */
  readonly room = $derived(this.rooms.find((each) => each.write)?.room);
  muted = $state.raw<readonly ChatPerson[]>([]);
  /** There are older lines. */
  more = $state(false);
  loaded = $state(false);
  error = $state.raw<unknown>(null);
  /** Unread lines of others. Reactions count as read at once. */
  readonly unread = $derived.by(
    () => this.lines.filter((line) => !line.mine && !line.removed && !line.earlier && line.id > this.#read && reactionOf(line.text) === null).length,
  );

  readonly #source: TalkSource;
  readonly #options: TalkOptions;
  #read = $state(0);
  /** What has come since the latest lines were asked for: the answer may not have it yet. */
  #heard: ChatLine[] = [];
  #open = false;
  #onNew: ((line: ChatLine) => void) | null = null;

  constructor(source: TalkSource, options: TalkOptions) {
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
    if (open) this.#seen();
  }

  async refresh(): Promise<void> {
    this.#heard = [];
    try {
      const [talk, muted] = await Promise.all([this.#source.load(), this.#source.muted()]);
      const oldest = talk.lines[0]?.id ?? Infinity;
      // Older pages that were asked for stay; everything that is shown anew is as the server has it now.
      const older = talk.more ? this.lines.filter((line) => line.id < oldest) : [];
      const newest = talk.lines.at(-1)?.id ?? 0;
      this.lines = [...older, ...talk.lines, ...this.#heard.filter((line) => line.id > newest)];
      if (older.length === 0) this.more = talk.more;
      this.rooms = talk.rooms;
      this.muted = muted;
      this.loaded = true;
      this.error = null;
      if (this.#open) this.#seen();
    } catch (error) {
      this.error = error;
    }
  }

  /** Ask for the lines before those that are here. */
  async older(): Promise<void> {
    const talk = await this.#source.load(this.lines[0]?.id);
    this.lines = [...talk.lines, ...this.lines];
    this.more = talk.more;
  }

  /** A line has come: a new one, or one again that was removed. */
  hear(line: ChatLine): void {
    const known = this.lines.some((each) => each.id === line.id);
    if (known) {
      this.lines = this.lines.map((each) => (each.id === line.id ? line : each));
      return;
    }
    // A removed line from before the page that is shown.
    if (line.removed) return;
    this.lines = [...this.lines, line].sort((a, b) => a.id - b.id);
    this.#heard.push(line);
    if (!line.earlier) this.#onNew?.(line);
    if (this.#open) this.#seen();
    else if (!line.mine && !line.earlier) this.#options.unseen(line);
  }

  /** Reports each line of this match as it comes, also those written here; returns what ends it. */
  eachNew(report: (line: ChatLine) => void): () => void {
    this.#onNew = report;
    return () => (this.#onNew = null);
  }

  async say(room: ChatRoom["room"], text: string, to: string | null): Promise<void> {
    this.hear(await this.#source.say({ room, text, to }));
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

  #seen(): void {
    const last = this.lines.at(-1)?.id ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    this.#options.remember(last);
  }
}
