import fc from "fast-check";
import { afterAll, test } from "vitest";
import { Processes } from "./processes.ts";
import { belatedPurge, scenarios } from "./scenarios.ts";
import { script, type Script } from "./script.ts";
import { Trial } from "./trial.ts";

/**
 * Three processes write, search, flush and purge on one folder, each held or killed at any step of it. After every
 * command, each finds what was acknowledged and nothing else, scored as defined.
 */

const processes = new Processes();
afterAll(() => processes.remove());
let trials = 0;

async function play(script: Script): Promise<void> {
  const account = await processes.call(0, "account", `trial ${trials++}`);
  await new Trial(processes, account).play(script);
}

test.each(scenarios)("a $kind held at the step $at until others have purged, then $fate", ({ script }) => play(script));

test("a purge that began before there was a base leaves it alone", () => play(belatedPurge));

test("whatever happens to whom", { timeout: 120_000 }, async () => {
  await fc.assert(fc.asyncProperty(script, play), { numRuns: 1_000, interruptAfterTimeLimit: 20_000 });
});
