import { settings } from "../app/settings.svelte";
import { speak } from "../words";

await speak(settings.language);
