import { mount } from "svelte";
import App from "./App.svelte";
import { install } from "./app/install.svelte";
import { navigation } from "./app/navigation.svelte";
import { preload } from "./app/pages";
import { settings } from "./app/settings.svelte";
import { applyTheme } from "./app/theme.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { speak } from "./words";

/** No top-level `await`: the chunks loaded here import this module's file, and would wait for it. */
async function show(target: HTMLElement): Promise<void> {
  try {
    await Promise.all([speak(settings.language), preload(navigation.route)]);
    mount(App, { target });
  } catch (error) {
    // The catalogue did not arrive, so these two sentences are written here.
    target.textContent = "Pasch kam nicht ganz an. Bitte neu laden. – Pasch did not arrive whole. Please reload.";
    throw error;
  }
}

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no element #app");

// At once, so that nothing is painted in wrong colours while the catalogue loads.
applyTheme(settings.theme);
document.documentElement.lang = settings.language;
install.listen();
void show(target);

// The service worker lets the program open without a network. Browsers refuse it for plain http beyond localhost.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
