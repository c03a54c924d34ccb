// Parts of the table page that are not needed to see it: fetched right after it is there, so that it is there sooner.

export const later = {
  dialogs: () => import("./TableDialogs.svelte"),
  end: () => import("./GameEnd.svelte"),
  handover: () => import("./HandOver.svelte"),
  tutorial: () => import("./Tutorial.svelte"),
};
