import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { ThreadedClassifier } from "../../../src/classifier/threaded-classifier.ts";
import { AppError } from "../../../src/error.ts";
import type { PairClassifier } from "../../../src/memory/conflict/classifier.ts";
import { Judging } from "../../../src/memory/rulebook/judging.ts";
import { Conflicts, type ConflictOptions, type ConflictRequest } from "../../../src/memory/rulebook/conflicts.ts";
import type { Rulebook } from "../../../src/memory/rulebook/rulebook.ts";
import { SqlRulingPatternStore } from "../../../src/store/directive/ruling-patterns.ts";
import { SqlStatementStore } from "../../../src/store/directive/statements.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { message, pattern } from "../fixture/account-data.ts";
import { ana, system } from "../fixture/erasing.ts";
import { readStatements, rulebookOf } from "../fixture/rulebook.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

/** What the check answers when something does not work: an error or a warning, never SAFE. */

let store: TemporaryStore;
let rulebook: Rulebook;

beforeEach(async () => {
  store = await temporaryStore();
  await store.account("acc");
  rulebook = rulebookOf(store.db);
});
afterEach(() => store[Symbol.asyncDispose]());

const onError = (error: unknown) => expect.unreachable(String(error));
const classifier = new ThreadedClassifier({ onError });
afterAll(() => classifier.close());

const say = (content: string) => new SqlMessageStore(store.db).add(ana, [message(content)]);
const read = () => readStatements(new SqlStatementStore(store.db));
const nothing = { search: async () => ({ retrievalId: "ret_", results: [] }) };

function check(action: string, options: Partial<ConflictOptions> = {}, more: Partial<ConflictRequest> = {}) {
  const conflicts = new Conflicts({
    rulebook,
    search: nothing,
    patterns: new SqlRulingPatternStore(store.db),
    classifier,
    ...options,
  });
  return conflicts.check(ana, { action, includePatterns: true, ...more });
}

const harmless = "Water the plants";

test("with all that it needs, a harmless action is SAFE", async () => {
  await say("Never use emojis.");
  await read();
  expect(await check(harmless)).toMatchObject({
    status: "SAFE",
    warnings: [],
    checked: { directives: 1, patterns: 0 },
  });
});

test("patterns that cannot be searched are a warning, and the directives are checked all the same", async () => {
  await say("Never use emojis.");
  await read();
  const search = { search: () => Promise.reject(new AppError("unavailable", "the base cannot be read")) };
  const { status, warnings } = await check(harmless, { search });
  expect([status, warnings]).toEqual(["WARNING", [{ message: expect.stringContaining("could not be searched") }]]);
  expect((await check("Use emojis", { search })).status).toBe("CONFLICT");
  expect((await check(harmless, { search }, { includePatterns: false })).status).toBe("SAFE");
});

test("an embedder that is down or late is a warning", async () => {
  const search = { search: async () => ({ retrievalId: "ret_", results: [], isByWordsOnly: true }) };
  const { status, warnings } = await check(harmless, { search });
  expect([status, warnings]).toEqual([
    "WARNING",
    [{ message: expect.stringContaining("or its vectors are not ready yet") }],
  ]);
});

test.each(["Supprimer la base de données", "本番データベースを削除する"])(
  "that patterns may not be found for %s is a warning",
  async (action) => {
    expect(await check(action)).toMatchObject({ status: "SAFE", warnings: [] });
    await new SqlPatternStore(store.db).put(ana, pattern("Rice", { antiPatterns: ["Stirring the rice"] }), {
      origin: "agent",
    });
    for (const more of [{}, { from: "s1" }]) {
      const { status, warnings } = await check(action, {}, more);
      const missed = { message: "Patterns may have been missed, because the action is not in English." };
      expect([status, warnings]).toEqual(["WARNING", expect.arrayContaining([missed])]);
    }
    expect((await check(action, {}, { includePatterns: false })).status).toBe("SAFE");
  },
);

test("rules that the model cannot look at are a warning, and judged by the rules of language", async () => {
  await say("Never use emojis.");
  await read();
  const closed = new ThreadedClassifier({ onError });
  await closed.close();
  const { status, warnings } = await check(harmless, { classifier: closed });
  expect([status, warnings]).toEqual([
    "WARNING",
    [{ message: expect.stringContaining("checked without the rule classifier") }],
  ]);
  expect((await check("Use emojis", { classifier: closed })).status).toBe("CONFLICT");
});

test("who has left is not judged for", async () => {
  const left = AbortSignal.abort(new AppError("cancelled", "left"));
  const rules = Array.from({ length: 400 }, (_, at) => ({
    type: "MUST" as const,
    rule: `Put ${at} cups on the table`,
  }));
  const judging = new Judging("Put 7 cups on the table. ".repeat(40), classifier, left);
  await expect(judging.rules(rules)).rejects.toMatchObject({ code: "cancelled" });
});

test("a pattern whose anti-pattern is a rule, too, is looked at itself", async () => {
  const antiPatterns = ["Stirring the rice"];
  const { pattern: put } = await new SqlPatternStore(store.db).put(system, pattern("Rice", { antiPatterns }), {
    origin: "agent",
  });
  const asked: string[] = [];
  const listening: PairClassifier = {
    classify(premises) {
      asked.push(...premises.map(({ kind }) => kind));
      return Promise.resolve(premises.map(() => ({ keeps: 0.01, doubtful: 0.01, breaks: 0.98 })));
    },
  };
  const found = { id: put.id, layer: "patterns" as const, user: "ana", content: "", createdAtMs: 0, successRate: 0 };
  const shown = { title: "Rice", tags: [], confidence: 0.5, quarantined: false };
  const search = {
    search: async () => ({ retrievalId: "ret_", results: [{ memory: { ...found, pattern: shown }, similarity: 1 }] }),
  };
  const checked = await check("Shake the rice pan", { search, classifier: listening });
  expect(asked).toEqual(["pitfall"]);
  expect(checked).toMatchObject({ status: "WARNING", patterns: [{ antiPattern: "Stirring the rice" }] });
});

test("directives that cannot be read are an error", async () => {
  const broken = { live: () => Promise.reject(new AppError("unavailable", "the disk is full")) };
  const rest = { liveFrom: rulebook.liveFrom.bind(rulebook), settled: rulebook.settled.bind(rulebook) };
  await expect(check(harmless, { rulebook: { ...rest, ...broken } })).rejects.toThrow("the disk is full");
});

test("a fault of the search is one of the check", async () => {
  const search = { search: () => Promise.reject(new TypeError("no such thing")) };
  await expect(check(harmless, { search })).rejects.toThrow("no such thing");
});

test("what was written and not read yet is a warning", async () => {
  await say("Never use emojis.");
  const { status, warnings } = await check(harmless);
  expect([status, warnings]).toEqual(["WARNING", [{ message: expect.stringContaining("not been read") }]]);
  await read();
  expect((await check(harmless)).status).toBe("SAFE");
});

test("a rule that may be broken is a warning with its source, and no conflict", async () => {
  const { ids } = await say("Always run the tests before you deploy.");
  await read();
  const { status, directives, warnings } = await check("Deploy the new version");
  expect([status, directives]).toEqual(["WARNING", []]);
  expect(warnings).toEqual([{ message: expect.stringContaining("tests"), source: `signal:${ids[0]}` }]);
});

test("what a pattern says is told once, though it gives a directive too", async () => {
  const antiPatterns = ["Retrying without a pause"];
  const { pattern: put } = await new SqlPatternStore(store.db).put(system, pattern("Retries", { antiPatterns }), {
    origin: "agent",
  });
  const action = "Retry without a pause";
  const found = { id: put.id, layer: "patterns" as const, user: "ana", content: "", createdAtMs: 0, successRate: 0 };
  const shown = { title: "Retries", tags: [], confidence: 0.5, quarantined: false };
  const results = [{ memory: { ...found, pattern: shown }, similarity: 1 }];
  const search = { search: async () => ({ retrievalId: "ret_", results }) };
  const once = await check(action, { search });
  expect(once).toMatchObject({ status: "WARNING", directives: [], patterns: [{ id: put.id, title: "Retries" }] });
  // Where search does not find the pattern, its directive speaks for it.
  const other = await check(action);
  expect(other).toMatchObject({ status: "WARNING", patterns: [], directives: [{ directive: { type: "AVOID" } }] });
  expect(await check(action, {}, { includePatterns: false })).toMatchObject({ status: "SAFE" });
});

test("without patterns, a rule that a user stated is checked, whatever patterns say of it", async () => {
  await say("Never deploy on Fridays.");
  await say("Avoid mailing the landlord.");
  await read();
  const patterns = new SqlPatternStore(store.db);
  const antiPatterns = ["Mailing the landlord"];
  await patterns.put(ana, pattern("Deploys", { solution: "Deploy on Fridays", antiPatterns }), { origin: "agent" });
  const alone = { includePatterns: false };
  expect((await check("Deploy on Friday", {}, alone)).status).toBe("CONFLICT");
  expect((await check("Mail the landlord", {}, alone)).status).toBe("WARNING");
});
