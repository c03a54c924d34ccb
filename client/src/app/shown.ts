/** Milliseconds after which a page that is not drawn, such as one in the background, counts as shown. */
const UNSEEN = 200;

/** Resolves once the browser has drawn the page: later downloads do not delay it. */
export function shown(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, UNSEEN);
  });
}
