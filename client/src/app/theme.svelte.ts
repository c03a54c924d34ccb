import { MediaQuery } from "svelte/reactivity";
import { settings } from "./settings.svelte";

const night = new MediaQuery("prefers-color-scheme: dark");

/** Whether the page is shown dark now, by choice or by the device's wish. */
export function isDark(): boolean {
  return settings.theme === "auto" ? night.current : settings.theme === "dark";
}
