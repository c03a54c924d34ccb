/** Reloads a page that is older than its server, once, and restores the typed text of its fields. */

type Field = HTMLInputElement | HTMLTextAreaElement;

const KEPT = "pasch.renewal";
const FIELDS = "input[type=text], input[type=search], input:not([type]), textarea";

/** Reloads the page, unless a reload has just failed to help. */
export function renew(store: Storage = sessionStorage, reload: () => void = () => location.reload()): void {
  if (store.getItem(KEPT) !== null) return;
  const typed = fields().filter((field) => field.value !== "");
  store.setItem(KEPT, JSON.stringify(typed.map((field) => [nameOf(field), field.value])));
  reload();
}

/** Called when the server accepts the client: restores the typed text of each field when it appears. */
export function renewed(store: Storage = sessionStorage): void {
  const kept = store.getItem(KEPT);
  if (kept === null) return;
  store.removeItem(KEPT);
  const typed = new Map(JSON.parse(kept) as [string, string][]);
  const fill = (): void => {
    for (const field of fields()) put(typed, field);
    if (typed.size === 0) coming.disconnect();
  };
  const coming = new MutationObserver(fill);
  coming.observe(document.body, { childList: true, subtree: true });
  fill();
}

function put(typed: Map<string, string>, field: Field): void {
  const text = typed.get(nameOf(field));
  if (text === undefined || field.value !== "") return;
  typed.delete(nameOf(field));
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function fields(): Field[] {
  return [...document.querySelectorAll<Field>(FIELDS)];
}

/** The visible identity of a field; ids may differ from one load to the next. */
function nameOf(field: Field): string {
  return field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent?.trim() ?? field.placeholder;
}
