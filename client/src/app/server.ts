import { Api } from "../wire/api";
import { settings } from "./settings.svelte";

/** The one server this page came from. */
export const api = new Api(() => settings.language);
