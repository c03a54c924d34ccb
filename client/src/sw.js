/* The service worker: the program opens without a network and then says that the server is unreachable. It stores
   the program's files and the rules that were read, which are the same for all visitors. It stores nothing else
   below /api, and answers nothing else from its cache. */

const CACHE = "pasch-program";
/** The files of the program, without those of the reference. The build writes them in (`vite.config.ts`). */
const FILES = "FILES";
const FIRST_PAGE = "/";
const VARIANTS = "/api/v1/variants";
/** The reference of the HTTP interface is a separate page. */
const REFERENCE = ["/docs", "/redoc"];
/** The data that a page carries for its visitor. */
const CARRIED = /<script type="application\/json"[^]*?<\/script>/;
/** Milliseconds that a stored page waits for the network: a slow network is worse than none. */
const PATIENCE = 2500;

self.addEventListener("install", (event) => {
  event.waitUntil(store().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  // Do not claim open pages: a loading page would request its preloaded files again.
  event.waitUntil(forgetOlder());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname === VARIANTS || /^\/api\/v1\/variants\/[\w-]+$/.test(url.pathname)) event.respondWith(rules(request));
  if (url.pathname.startsWith("/api/") || [...REFERENCE, "/sw.js"].includes(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** The newest first page, or the stored one if the network is down or slow. Every address shows the same page. */
async function page(request) {
  const stored = caches.match(FIRST_PAGE);
  const newest = newestPage(request).catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => stored);
  return (await Promise.race([newest, late])) ?? (await stored) ?? (await newest) ?? Response.error();
}

async function newestPage(request) {
  const answer = await fetch(request);
  // The page of a table may have its own card.
  const common = !new URL(request.url).pathname.startsWith("/t/");
  if (common && answer.ok && answer.headers.get("Content-Type")?.startsWith("text/html")) void keepPage(answer.clone());
  return answer;
}

/** Names of assets contain a hash of their content, so a stored one is always current. */
async function asset(request) {
  const stored = await caches.match(request);
  if (stored !== undefined) return stored;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** The newest rules, or the stored ones if the network is down: in the same language if possible. */
async function rules(request) {
  const cache = await caches.open(CACHE);
  const key = `${new URL(request.url).pathname}?lang=${request.headers.get("Accept-Language") ?? ""}`;
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone()).catch(() => undefined);
    return answer;
  } catch {
    return (await cache.match(key)) ?? (await cache.match(request.url, { ignoreSearch: true })) ?? Response.error();
  }
}

async function store() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map(async (path) => (await cache.match(path)) ?? cache.add(path)));
  const answer = await fetch(FIRST_PAGE, { cache: "no-cache" });
  if (answer.ok) await keepPage(answer);
  const [language] = self.navigator.language.split("-");
  for (const path of [VARIANTS, `${VARIANTS}/kniffel`]) {
    await rules(new Request(path, { headers: { "Accept-Language": language } }));
  }
}

/** Stores a first page of this version; a newer one comes with its own worker. */
async function keepPage(answer) {
  const text = (await answer.text()).replace(CARRIED, "");
  const named = [...text.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path);
  if (!named.every((path) => FILES.includes(path))) return;
  const cache = await caches.open(CACHE);
  await cache.put(FIRST_PAGE, new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
}

async function forgetOlder() {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/assets/") && !FILES.includes(pathname)) await cache.delete(request);
  }
}
