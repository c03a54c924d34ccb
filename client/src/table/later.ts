// Parts of the table page that are not needed to see it: fetched right after it is there, so that it is there sooner.

export const later = {
  dialogs: () => import("./TableDialogs.svelte"),
  tutorial: () => import("./Tutorial.svelte"),
};

/** What comes between two turns and after the last one: it has to be at hand by then, for it takes the focus. */
export async function loadPauses() {
  const [handOver, end] = await Promise.all([import("./HandOver.svelte"), import("./GameEnd.svelte")]);
  return { HandOver: handOver.default, GameEnd: end.default };
}
