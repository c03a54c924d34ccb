import { type Route, pathFromRoute, routeFromPath } from "./router";

/** Where the person is. The address bar is the truth; this mirrors it as runes state. */
class Navigation {
  route = $state.raw<Route>(routeFromPath(location.pathname));
  /** Counts visits, so that pages can distinguish a fresh arrival from the first load (0). */
  visit = $state(0);

  /** Go to a route or path of this site, as a new history entry. */
  go(to: Route | string): void {
    const path = typeof to === "string" ? to : pathFromRoute(to);
    history.pushState(null, "", path);
    this.#arrive();
    window.scrollTo(0, 0);
  }

  /** Go there without leaving the present page in the history. */
  replace(to: Route): void {
    history.replaceState(null, "", pathFromRoute(to));
    this.#arrive();
  }

  /** Follow the back button and plain links until the returned function is called. */
  listen(): () => void {
    const arrive = (): void => this.#arrive();
    const click = (event: MouseEvent): void => this.#click(event);
    window.addEventListener("popstate", arrive);
    document.addEventListener("click", click);
    return () => {
      window.removeEventListener("popstate", arrive);
      document.removeEventListener("click", click);
    };
  }

  #arrive(): void {
    this.route = routeFromPath(location.pathname);
    this.visit += 1;
  }

  /** Take over a plain left click on a link of this site; everything else stays the browser's. */
  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    // A jump within the page (the skip link) is the browser's.
    if (link.hash !== "" && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const navigation = new Navigation();
