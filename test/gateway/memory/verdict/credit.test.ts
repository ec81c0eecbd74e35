import { expect, test } from "vitest";
import { creditShown } from "../../../../src/gateway/memory/verdict/credit.ts";
import type { NewOutcome } from "../../../../src/memory/entity/outcome.ts";
import type { Retrieval } from "../../../../src/memory/entity/retrieval.ts";
import type { Scope } from "../../../../src/memory/scope.ts";

/** Which memories are credited with what a user says of an answer. */

const ann: Scope = { account: "acc", user: "ann" };
/** Whose key it is. */
const reporter: Scope = { account: "acc", user: "system" };
const results: Retrieval["results"] = [
  { id: "pattern", layer: "patterns", similarity: 0.7 },
  { id: "fact", layer: "graph", similarity: 0.6 },
  { id: "message", layer: "signals", similarity: 0.5 },
];
const receipt: Retrieval = { id: "ret_1", ...ann, queryHash: "", results, createdAtMs: 0 };

/** What is recorded of a verdict on these memories. The last of the turn's messages names the retrieval. */
async function recordedOf(memoryIds: string[], { success = true, chains = ["first", "last"], kept = [receipt] } = {}) {
  const recorded: [Scope, NewOutcome][] = [];
  const credit = creditShown({
    retrievalOf: async (scope, thread, chains) =>
      scope === ann && thread === "thread" && chains.includes("last") ? receipt.id : undefined,
    retrievals: { get: async (scope, id) => kept.find((each) => each.user === scope.user && each.id === id) },
    outcomes: {
      async record(scope, outcome) {
        recorded.push([scope, outcome]);
        return undefined;
      },
    },
  });
  await credit(ann, { reporter, threadId: "thread", chains, success, memoryIds });
  return recorded;
}

test.each([true, false])(
  "what the turn was shown is credited with the user's word, as no report (%s)",
  async (success) => {
    const outcome = { retrievalId: "ret_1", success, memoryIds: ["message", "pattern"], implicit: true };
    expect(await recordedOf(["message", "pattern"], { success })).toEqual([[reporter, outcome]]);
  },
);

test("the messages that only a fact brought are left out: they were not retrieved themselves", async () => {
  const [[, outcome] = []] = await recordedOf(["said by the fact", "pattern", "said by the fact too"]);
  expect(outcome?.memoryIds).toEqual(["pattern"]);
  expect(await recordedOf(["said by the fact"])).toEqual([]);
});

test("nothing is recorded of a turn whose retrieval is not known, or has no receipt any more", async () => {
  expect(await recordedOf(["pattern"], { chains: ["first"] })).toEqual([]);
  expect(await recordedOf(["pattern"], { kept: [] })).toEqual([]);
});
