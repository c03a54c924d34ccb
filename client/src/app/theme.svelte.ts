import { MediaQuery } from "svelte/reactivity";
import { type Theme, settings } from "./settings.svelte";

const night = new MediaQuery("prefers-color-scheme: dark");

/** Whether the page is dark now, by choice or by the device's preference. */
export function isDark(): boolean {
  return settings.theme === "auto" ? night.current : settings.theme === "dark";
}

/** Applies a theme: the CSS tokens follow this attribute of the root, or the device's preference without it. */
export function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
