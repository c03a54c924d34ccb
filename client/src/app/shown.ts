/** Milliseconds after which a page that is not drawn, such as a background tab, counts as shown. */
const UNSEEN = 200;

/** Resolves after the browser has drawn the page: later downloads do not delay the first view. */
export function shown(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, UNSEEN);
  });
}
