import type { Client } from "openapi-fetch";
import { carried } from "./carried";
import { newId } from "./ids";
import { ApiError, problemFromBody } from "./problem";
import type { paths } from "./schema.gen";
import type { Accepted, Advice, Analysis, AskAnalysis, Bot, Command, OpenTable, Rules, Snapshot, TableItem, VariantDetail, VariantItem } from "./types";

const BASE = "/api/v1";

/** Calls of the interface, type-checked against the addresses and shapes of its schema. */
export type Server = Pick<Client<paths>, "GET" | "POST" | "PUT" | "DELETE">;
type Answered<Body> = Promise<{ data?: Body; error?: unknown; response: Response }>;
type Call<Body> = (server: Server) => Answered<Body>;

/** Typed calls of the HTTP interface. Every refusal, and an unreachable server, is thrown as `ApiError`. */
export class Api {
  readonly #server: Server;
  readonly #language: () => string;
  readonly #fetch: (request: Request) => Promise<Response>;
  #session: Promise<void> | null = null;

  /** Each call reads `language`, so that a change of language needs no new object. */
  constructor(language: () => string, fetcher: (request: Request) => Promise<Response> = fetch.bind(globalThis)) {
    this.#language = language;
    this.#fetch = fetcher;
    this.#server = serverBy((request) => this.#send(request));
  }

  /** Ensures that this browser has a session; asks the server at most once unless it fails. */
  session(): Promise<void> {
    this.#session ??= this.#open().catch((error: unknown) => {
      this.#session = null;
      throw error;
    });
    return this.#session;
  }

  /** Records that the server has ended the session on request: the next call opens another. */
  sessionEnded(): void {
    this.#session = null;
  }

  async variants(): Promise<VariantItem[]> {
    return (await this.#body((server) => server.GET("/api/v1/variants"))).variants;
  }

  variant(key: string): Promise<VariantDetail> {
    return this.#body((server) => server.GET("/api/v1/variants/{key}", { params: { path: { key } } }));
  }

  /** A variant with house rules. Throws if they are unplayable. */
  houseRules(key: string, rules: Rules): Promise<VariantDetail> {
    return this.#body((server) => server.POST("/api/v1/variants/{key}/rules", { params: { path: { key } }, body: { rules } }));
  }

  /** The best actions in a position. Refused as `not_ready`, with the progress, while its variant is being solved. */
  advice(position: string): Promise<Advice> {
    return this.#body((server) => server.GET("/api/v1/advice", { params: { query: { position } } }));
  }

  /** The best actions at a table on the turn of one of the caller's seats, if hints are allowed. */
  adviceAt(id: string): Promise<Advice> {
    return this.#body((server) => server.GET("/api/v1/tables/{table}/advice", at(id)));
  }

  async bots(): Promise<Bot[]> {
    return (await this.#body((server) => server.GET("/api/v1/bots"))).bots;
  }

  /** The caller's own unfinished tables, newest first. */
  async myTables(): Promise<TableItem[]> {
    return (await this.ask((server) => server.GET("/api/v1/tables", { params: { query: { mine: true } } }))).tables;
  }

  /** Public tables, waiting and running. */
  async lobby(): Promise<TableItem[]> {
    return (await this.#body((server) => server.GET("/api/v1/tables"))).tables;
  }

  table(id: string): Promise<Snapshot> {
    return this.ask((server) => server.GET("/api/v1/tables/{table}", at(id)));
  }

  openTable(body: OpenTable): Promise<Snapshot> {
    return this.ask((server) => server.POST("/api/v1/tables", { body }));
  }

  /** Takes the first open seat, or `seat`, which may be an additional one for another person at this device. */
  takeSeat(id: string, name: string, mark: number | null = null, seat: number | null = null): Promise<Snapshot> {
    // The server committed to its seed before it received this one, so it cannot have chosen dice that favour a player.
    const body = { name, mark, seat, shared: seat !== null, seed: newId().replaceAll("-", "") };
    return this.ask((server) => server.POST("/api/v1/tables/{table}/seats", { ...at(id), body }));
  }

  /** Leaves for good; in a running match a bot plays on, or the sheet is frozen. */
  leave(id: string, seat: "bot" | "freeze" | null = null): Promise<void> {
    return this.perform((server) => server.POST("/api/v1/tables/{table}/leave", { ...at(id), body: { seat } }));
  }

  rematch(id: string): Promise<Snapshot> {
    return this.#body((server) => server.POST("/api/v1/tables/{table}/rematch", at(id)));
  }

  command(id: string, command: Command & { id: string; expect_seq: number }): Promise<Accepted> {
    return this.#body((server) => server.POST("/api/v1/tables/{table}/commands", { ...at(id), body: command }));
  }

  /** Luck and skill in a match: of a table, or of a record as text. */
  analysis(body: AskAnalysis): Promise<Analysis> {
    return this.ask((server) => server.POST("/api/v1/analysis", { body }));
  }

  /** Makes any other call with this browser's session, for parts of the client that declare their calls. */
  async ask<Body>(call: Call<Body>): Promise<Body> {
    await this.session();
    return this.#body(call);
  }

  /** Makes a call whose response has no body. */
  async perform(call: Call<unknown>): Promise<void> {
    await this.session();
    await this.#known(call);
  }

  /** The address of a table for others, as in its QR code. Null if the server does not provide it. */
  async address(id: string): Promise<string | null> {
    const address = new URL(this.tableFile(id, "qr.svg"), location.origin);
    const answer = await this.#fetch(new Request(address, { credentials: "same-origin" }));
    return answer.ok ? answer.headers.get("Content-Location") : null;
  }

  /** The address of a picture or file of a table, for links and images. */
  tableFile(id: string, file: "qr.svg" | "record"): string {
    return `${BASE}/tables/${encodeURIComponent(id)}/${file}`;
  }

  async #open(): Promise<void> {
    // A first visit must not cause a refusal: browsers write every refusal to their console.
    const known = await this.#checked(this.#server.GET("/api/v1/session", { params: { query: { optional: true } } }));
    if (known === null) await this.#checked(this.#server.POST("/api/v1/session", { body: {} }));
  }

  async #body<Body>(call: Call<Body>): Promise<Body> {
    const body = await this.#known(call);
    if (body === undefined) throw new ApiError(problemFromBody(0, null));
    return body;
  }

  /** Makes a call; if the server has lost the session, opens another and calls once more. */
  async #known<Body>(call: Call<Body>): Promise<Body | undefined> {
    const opened = this.#session;
    try {
      return await this.#checked(call(this.#server));
    } catch (error) {
      if (opened === null || !(error instanceof ApiError) || error.status !== 401) throw error;
      if (this.#session === opened) this.#session = null;
      await this.session();
      return this.#checked(call(this.#server));
    }
  }

  async #checked<Body>(answered: Answered<Body>): Promise<Body | undefined> {
    const { data, error, response } = await answered;
    if (!response.ok) throw new ApiError(problemFromBody(response.status, error));
    return data;
  }

  async #send(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const known = request.method === "GET" ? carried(pathname.slice(BASE.length) + search, this.#language()) : undefined;
    if (known !== undefined) return Response.json(known);
    request.headers.set("Accept-Language", this.#language());
    try {
      return await this.#fetch(request);
    } catch {
      throw new ApiError({ status: 0, code: "offline", detail: "" });
    }
  }
}

interface CallOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: Readonly<Record<string, unknown>> };
  readonly body?: unknown;
}

/** Makes the calls that `openapi-fetch` describes. That library's 2.5 KB are for options that no call here uses. */
function serverBy(send: (request: Request) => Promise<Response>): Server {
  const by = (method: string) => async (path: string, { params, body }: CallOptions = {}) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.path?.[name])));
    const query = Object.entries(params?.query ?? {}).filter(([, value]) => value !== null && value !== undefined);
    const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
    const headers: Record<string, string> = { Accept: "application/json" };
    const init: RequestInit = { method, headers, credentials: "same-origin" };
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(body);
    }
    const response = await send(new Request(`${location.origin}${filled}${search && `?${search}`}`, init));
    const answer: unknown = await response.json().catch(() => undefined);
    return response.ok ? { data: answer, response } : { error: answer, response };
  };
  return { GET: by("GET"), POST: by("POST"), PUT: by("PUT"), DELETE: by("DELETE") } as Server;
}

function at(table: string): { params: { path: { table: string } } } {
  return { params: { path: { table } } };
}
