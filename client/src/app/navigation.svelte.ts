import { type Route, pathFromRoute, routeFromPath } from "./router";

/** The current route. The address bar is authoritative; this mirrors it as runes state. */
class Navigation {
  route = $state.raw<Route>(routeFromPath(location.pathname));
  /** Counts visits; 0 is the first load of the document. */
  visit = $state(0);

  /** Opens a route or path of this site as a new history entry. */
  go(to: Route | string): void {
    const path = typeof to === "string" ? to : pathFromRoute(to);
    history.pushState(null, "", path);
    this.#arrive();
    window.scrollTo(0, 0);
  }

  /** Opens a route in place of the current history entry. */
  replace(to: Route): void {
    history.replaceState(null, "", pathFromRoute(to));
    this.#arrive();
  }

  /** Follows the back button and plain links until the returned function is called. */
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

  /** Handles a plain left click on a link of this site; the browser handles all others. */
  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    // The browser handles a jump within the page (the skip link).
    if (link.hash !== "" && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const navigation = new Navigation();
