// The page's verifier for many records at once: {"records": [text], "plain": bool} on standard input, what it finds on
// standard output. `plain`: as on pages where browsers offer no cryptography.
// Node strips the types itself; only the endings of relative imports are missing for it.
import { registerHooks } from "node:module";
import { text } from "node:stream/consumers";

registerHooks({
  resolve: (name, context, next) => next(name.startsWith("./") && !/\.\w+$/.test(name) ? `${name}.ts` : name, context),
});

const folder = new URL("../../client/src/verify/", import.meta.url);
const { readRecord, diceText } = await import(new URL("record.ts", folder));
const { check, lack } = await import(new URL("check.ts", folder));

const { records, plain } = JSON.parse(await text(process.stdin));
const found = [];
for (const record of records) {
  const parsed = readRecord(record);
  const missing = lack(parsed);
  const flat = ({ line, game, turn, round, seat, roll, keep, dice }) => [line, game, turn, round, seat, roll, `k${diceText(keep) || "-"}`, diceText(dice)];
  const verdict = missing === null ? await (plain ? check(parsed, null) : check(parsed)) : null;
  found.push({
    rolls: parsed.rolls.map(flat),
    byHand: parsed.byHand,
    lack: missing,
    committed: verdict?.committed ?? null,
    makes: verdict?.makes ?? null,
    checked: verdict?.checked ?? null,
    wrong: verdict?.wrong ? flat(verdict.wrong.recorded) : null,
    right: verdict?.wrong ? diceText(verdict.wrong.right) : null,
  });
}
process.stdout.write(JSON.stringify(found));
