import { settings } from "../app/settings.svelte";
import { learn, speak } from "../words";

await speak(settings.language);
for (const part of ["ask", "family", "house", "help", "ledger", "results"] as const) await learn(part);
