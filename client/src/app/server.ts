import { Api } from "../wire/api";
import { settings } from "./settings.svelte";

/** The server that delivered this page. */
export const api = new Api(() => settings.language);
