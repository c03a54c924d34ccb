import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./app/settings.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { speak } from "./words";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no element #app");

await speak(settings.language);
mount(App, { target });

// After the page stands: the worker that lets it open without a network. Plain http beyond localhost has none.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
