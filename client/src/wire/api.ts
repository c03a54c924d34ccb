import { carried } from "./carried";
import { newId } from "./ids";
import { ApiError, problemFromBody } from "./problem";
import type { Accepted, Advice, Analysis, AskAnalysis, AskHighScores, Bot, Command, FigureChances, Glossary, GlossaryChapter, HighScores, ListedMatch, OpenTable, Rules, Snapshot, Statistics, TableItem, TestedTips, VariantDetail, VariantItem } from "./types";

/** Typed calls of the HTTP interface. Every refusal is thrown as `ApiError`, an unreachable server too. */
export class Api {
  readonly #base: string;
  readonly #language: () => string;
  readonly #fetch: typeof fetch;
  #session: Promise<void> | null = null;

  /** `language` is asked at every call, so that a switch of language needs no new object. */
  constructor(language: () => string, base = "/api/v1", fetcher: typeof fetch = (...args) => fetch(...args)) {
    this.#language = language;
    this.#base = base;
    this.#fetch = fetcher;
  }

  /** Make sure that this browser has a session; asks the server at most once while it succeeds. */
  session(): Promise<void> {
    this.#session ??= this.#open().catch((error: unknown) => {
      this.#session = null;
      throw error;
    });
    return this.#session;
  }

  /** The server has ended the session at our wish: the next call opens another. */
  sessionEnded(): void {
    this.#session = null;
  }

  async variants(): Promise<VariantItem[]> {
    const body = await this.#get<{ variants: VariantItem[] }>("/variants");
    return body.variants;
  }

  variant(key: string): Promise<VariantDetail> {
    return this.#get(`/variants/${encodeURIComponent(key)}`);
  }

  /** What a variant becomes with the rules of a house. Throws when they cannot be played. */
  houseRules(key: string, rules: Rules): Promise<VariantDetail> {
    return this.#post(`/variants/${encodeURIComponent(key)}/rules`, { rules });
  }

  /** The words of the game, by chapter. */
  async glossary(): Promise<GlossaryChapter[]> {
    return (await this.#get<Glossary>("/glossary")).chapters;
  }

  /** How likely each figure of a variant is. Refused as `not_ready`, with the progress, until it is worked out. */
  chances(variant: string): Promise<FigureChances> {
    return this.#get(`/variants/${encodeURIComponent(variant)}/chances`);
  }

  /** Three tips that are passed around, and what became of them when they were played out. */
  tips(): Promise<TestedTips> {
    return this.#get("/tips");
  }

  /** What to do in a position. Refused as `not_ready`, with the progress, while its variant is being solved. */
  advice(position: string): Promise<Advice> {
    return this.#get(`/advice?${new URLSearchParams({ position }).toString()}`);
  }

  /** What to do now at a table where somebody of ours is to move and hints are allowed. */
  adviceAt(id: string): Promise<Advice> {
    return this.#get(`${tablePath(id)}/advice`);
  }

  async bots(): Promise<Bot[]> {
    const body = await this.#get<{ bots: Bot[] }>("/bots");
    return body.bots;
  }

  /** The caller's own unfinished tables, newest first. */
  async myTables(): Promise<TableItem[]> {
    await this.session();
    const body = await this.#get<{ tables: TableItem[] }>("/tables?mine=true");
    return body.tables;
  }

  /** Public tables, waiting and running. */
  async lobby(): Promise<TableItem[]> {
    const body = await this.#get<{ tables: TableItem[] }>("/tables");
    return body.tables;
  }

  /** Every interrupted match of a household, without the way to its table. */
  async interrupted(): Promise<ListedMatch[]> {
    return (await this.#get<{ matches: ListedMatch[] }>("/interrupted")).matches;
  }

  async table(id: string): Promise<Snapshot> {
    await this.session();
    return this.#get(tablePath(id));
  }

  async openTable(wish: OpenTable): Promise<Snapshot> {
    await this.session();
    return this.#post("/tables", wish);
  }

  /** Sit down: on the first open seat, or on `seat`, which may be a further one for somebody at this device. */
  async takeSeat(id: string, name: string, seat: number | null = null): Promise<Snapshot> {
    await this.session();
    // A seed that the server did not know when it promised its own: now it cannot have chosen one that suits somebody.
    return this.#post(`${tablePath(id)}/seats`, { name, seat, shared: seat !== null, seed: newId().replaceAll("-", "") });
  }

  /** Sit down on every seat that is kept for this browser since the last match. */
  accept(id: string): Promise<Snapshot> {
    return this.#post(`${tablePath(id)}/seats`, { seed: newId().replaceAll("-", "") });
  }

  /** Let a computer player take an open seat. */
  fillSeat(id: string, seat: number): Promise<Snapshot> {
    return this.#post(`${tablePath(id)}/seats/${String(seat)}/bot`, {});
  }

  /** Let anybody take a seat that a computer player has or that is kept for somebody. */
  openSeat(id: string, seat: number): Promise<Snapshot> {
    return this.#post(`${tablePath(id)}/seats/${String(seat)}/open`, {});
  }

  start(id: string): Promise<unknown> {
    return this.#post(`${tablePath(id)}/start`, {});
  }

  /** Get up for good; in a match that has begun a bot plays on, or the sheet is frozen. */
  leave(id: string, seat: "bot" | "freeze" | null = null): Promise<unknown> {
    return this.#post(`${tablePath(id)}/leave`, { seat });
  }

  rematch(id: string): Promise<Snapshot> {
    return this.#post(`${tablePath(id)}/rematch`, {});
  }

  command(id: string, command: Command & { id: string; expect_seq: number }): Promise<Accepted> {
    return this.#post(`${tablePath(id)}/commands`, command);
  }

  /** What was luck and what was skill in a match: of a table, or of a record as text. */
  async analysis(wish: AskAnalysis): Promise<Analysis> {
    await this.session();
    return this.#post("/analysis", wish);
  }

  highScores(wish: AskHighScores): Promise<HighScores> {
    return this.#get(`/high-scores?${queryOf(wish)}`);
  }

  /** What the caller's games came to; without a variant the one played last in detail. */
  async statistics(wish: { name: string | null; variant?: string; rules?: Rules }): Promise<Statistics> {
    await this.session();
    return this.#get(`/statistics?${queryOf(wish)}`);
  }

  /** Any other call in the name of this browser's session, for parts of the client that have calls of their own. */
  async ask<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
    await this.session();
    return this.#known(() => this.#call(method, path, body));
  }

  /** The address under which others reach a table: the one in its QR code. Null when the server does not say. */
  async address(id: string): Promise<string | null> {
    const answer = await this.#fetch(this.tableFile(id, "qr.svg"), { method: "GET", credentials: "same-origin" });
    return answer.ok ? answer.headers.get("Content-Location") : null;
  }

  /** The address of a picture or file of a table, for links and images. */
  tableFile(id: string, file: "qr.svg" | "record"): string {
    return `${this.#base}${tablePath(id)}/${file}`;
  }

  async #open(): Promise<void> {
    // A first visit is nothing to be refused for: browsers write every refusal into their console.
    const known = await this.#call<{ name: string } | null>("GET", "/session?optional=true");
    if (known === null) await this.#call("POST", "/session", {});
  }

  #get<T>(path: string): Promise<T> {
    return this.#known(() => this.#call("GET", path));
  }

  #post<T>(path: string, body: unknown): Promise<T> {
    return this.#known(() => this.#call("POST", path, body));
  }

  /** Call; when the server has forgotten the session that was open, open another and call once more. */
  async #known<T>(call: () => Promise<T>): Promise<T> {
    const opened = this.#session;
    try {
      return await call();
    } catch (error) {
      if (opened === null || !(error instanceof ApiError) || error.status !== 401) throw error;
      if (this.#session === opened) this.#session = null;
      await this.session();
      return call();
    }
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const known = method === "GET" ? carried(path, this.#language()) : undefined;
    if (known !== undefined) return known as T;
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": this.#language() };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const init: RequestInit = { method, headers, credentials: "same-origin" };
    if (body !== undefined) init.body = JSON.stringify(body);
    let response: Response;
    try {
      response = await this.#fetch(this.#base + path, init);
    } catch {
      throw new ApiError({ status: 0, code: "offline", detail: "" });
    }
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw new ApiError(problemFromBody(response.status, answer));
    // The server's schema, not this line, vouches for the shape; see types.ts.
    return answer as T;
  }
}

/** The query for a wish: house rules as JSON, and nothing for what is null or as usual. */
function queryOf({ rules = {}, ...plain }: Partial<AskHighScores> & { name?: string | null }): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(plain)) if (value !== null) query.set(key, value);
  if (Object.keys(rules).length > 0) query.set("rules", JSON.stringify(rules));
  return query.toString();
}

function tablePath(id: string): string {
  return `/tables/${encodeURIComponent(id)}`;
}
