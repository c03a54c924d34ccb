import { settings } from "../app/settings.svelte";
import { learn, speak } from "../words";

await speak(settings.language);
for (const part of ["ask", "block", "dialogs", "family", "house", "help", "ledger", "results", "start"] as const) await learn(part);
