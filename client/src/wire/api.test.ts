import { expect, test } from "vitest";
import { Api } from "./api";
import { ApiError } from "./problem";

interface Asked {
  method: string;
  path: string;
  body: unknown;
  language: string | null;
}

/** A server made of a function from request to response; it records its requests. */
function served(answer: (asked: Asked) => Response | Promise<Response>): { api: Api; asked: Asked[] } {
  const asked: Asked[] = [];
  const fetcher = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const one: Asked = {
      method: request.method,
      path: pathname.replace("/api/v1", "") + search,
      body: text === "" ? undefined : JSON.parse(text),
      language: request.headers.get("Accept-Language"),
    };
    asked.push(one);
    return answer(one);
  };
  return { api: new Api(() => "de", fetcher), asked };
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

const NO_SESSION = { type: "about:blank", title: "x", status: 401, code: "unauthenticated", detail: "Bitte anmelden." };

test("each request names the language of the page", async () => {
  const { api, asked } = served(() => json(200, { variants: [] }));
  expect(await api.variants()).toEqual([]);
  expect(asked).toEqual([{ method: "GET", path: "/variants", body: undefined, language: "de" }]);
});

test("a session is opened once, if there is none", async () => {
  let open = false;
  const { api, asked } = served(({ method, path }) => {
    if (!path.startsWith("/session")) return json(200, { tables: [] });
    if (method === "POST") open = true;
    return json(200, open ? { name: "" } : null);
  });
  await Promise.all([api.myTables(), api.myTables()]);
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /session?optional=true",
    "POST /session",
    "GET /tables?mine=true",
    "GET /tables?mine=true",
  ]);
});

test("the next call opens a session again after a failure", async () => {
  let up = false;
  const { api } = served(({ path }) => {
    if (!up) throw new TypeError("no network");
    return path.startsWith("/session") ? json(200, { name: "" }) : json(200, { tables: [] });
  });
  await expect(api.myTables()).rejects.toMatchObject({ code: "offline", status: 0 });
  up = true;
  expect(await api.myTables()).toEqual([]);
});

test("a server that has lost the session gets another one, once", async () => {
  let sessions = 1;
  let known = 1;
  const { api, asked } = served(({ method, path }) => {
    if (path === "/session" && method === "POST") known = ++sessions;
    if (path.startsWith("/session")) return json(200, known === sessions ? { name: "" } : null);
    return known === sessions ? json(200, { tables: [] }) : json(401, NO_SESSION);
  });
  await api.myTables();
  known = 0;
  asked.length = 0;
  expect(await api.myTables()).toEqual([]);
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /tables?mine=true",
    "GET /session?optional=true",
    "POST /session",
    "GET /tables?mine=true",
  ]);
});

test("a refusal is an error with its code and the server's sentence", async () => {
  const { api } = served(() =>
    json(404, { type: "about:blank", title: "x", status: 404, code: "unknown_variant", detail: "Das gibt es nicht." }),
  );
  const error: unknown = await api.variant("skat").catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "unknown_variant", status: 404, message: "Das gibt es nicht." });
});

test("an error response without a problem document is still an error", async () => {
  const { api } = served(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expect(api.variants()).rejects.toMatchObject({ code: "error", status: 502, message: "HTTP 502" });
});

test("leaving a table expects a response without a body", async () => {
  const { api, asked } = served(() => new Response(null, { status: 204 }));
  expect(await api.leave("a/b")).toBeUndefined();
  expect(asked.at(-1)?.path).toBe("/tables/a%2Fb/leave");
});

test("the address of a table is the one in its QR code", async () => {
  const { api } = served(() => new Response("<svg/>", { headers: { "Content-Location": "http://192.168.1.2:8000/t/x" } }));
  expect(await api.address("x")).toBe("http://192.168.1.2:8000/t/x");
});
