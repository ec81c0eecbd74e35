/**
 * `npm run sdk:test [-- ids]`: generates, builds and runs the SDK of each language whose tools this machine has, and tries
 * the tools of others, against a server that it starts. What cannot be had is skipped, and the reason said. docs/sdks.md.
 */
import { endAll } from "../snippets/run.ts";
import { tryLanguage } from "./language.ts";
import { languages } from "./languages.ts";
import { Unavailable } from "./step.ts";
import { tools } from "./tools.ts";
import { World } from "./world.ts";

const trials = [
  ...languages.map((language) => ({ id: language.id, run: (world: World) => tryLanguage(language, world) })),
  ...tools.map(({ id, check }) => ({ id, run: check })),
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !trials.some((trial) => trial.id === id));
if (unknown.length > 0) {
  console.error(`no such trial: ${unknown.join(", ")}; there are ${trials.map(({ id }) => id).join(", ")}`);
  process.exit(2);
}

const count = { good: 0, failed: 0, skipped: 0 };

await using world = await World.start();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    endAll();
    void world[Symbol.asyncDispose]().finally(() => process.exit(130));
  });
}
for (const { id, run } of trials) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const begun = performance.now();
  const fault = await run(world).catch((error: unknown) => error);
  const outcome = fault === undefined ? "good" : fault instanceof Unavailable ? "skipped" : "failed";
  count[outcome]++;
  console.log(`${id}: ${outcome} (${Math.round((performance.now() - begun) / 1_000)} s)`);
  if (fault !== undefined) console.log(String(fault).replaceAll(/^/gm, "  "));
}
console.log(`${count.good} good, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 ? 1 : 0;
