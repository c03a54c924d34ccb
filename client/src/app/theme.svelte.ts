import { MediaQuery } from "svelte/reactivity";
import { type Theme, settings } from "./settings.svelte";

const night = new MediaQuery("prefers-color-scheme: dark");

/** Whether the page is shown dark now, by choice or by the device's wish. */
export function isDark(): boolean {
  return settings.theme === "auto" ? night.current : settings.theme === "dark";
}

/** Put a theme in force: its tokens hang on this attribute of the root, the device's wish on its absence. */
export function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
