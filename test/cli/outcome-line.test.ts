import { expect, test } from "vitest";
import { parseText } from "../support/parse-line.ts";
import { newId } from "../../src/memory/ids.ts";
import type { Scope } from "../../src/memory/scope.ts";
import { carry, openTwoAccounts } from "./two-accounts.ts";

const content = { problem: "p", solution: "s", tags: [], worksWhen: [], antiPatterns: [] };

test("outcomes go with an export, to the last bit", async () => {
  await using accounts = await openTwoAccounts();
  const { storage, from, to } = accounts;
  const ana = { account: from, user: "ana" };
  const put = (title: string, solution: string) =>
    storage.patterns.put(ana, { ...content, title, solution }, { origin: "user" });
  const { pattern: first } = await put("one", "s");
  const { pattern: second } = await put("two", "s");
  const { ids } = await storage.messages.add(ana, [
    { role: "user", content: "hello", sessionId: "s", source: "", origin: "user" },
  ]);
  const all = [first.id, second.id, ids[0]!];
  for (let at = 0; at < 9; at++) {
    const id = newId("ret_");
    const results = all.map((each) => ({ id: each, layer: "patterns" as const, similarity: 1 }));
    const createdAtMs = Date.now() - at * 86_400_000;
    await storage.retrievals.record([{ ...ana, id, queryHash: "h", results, createdAtMs }]);
    await storage.outcomes.record(ana, { retrievalId: id, success: at % 4 === 3, implicit: at === 2, note: `n${at}` });
    if (at === 5) await put("two", "better");
  }
  expect(await carry(accounts)).toBe(12);
  expect(await carry(accounts)).toBe(0);
  const theirs = { ...ana, account: to };
  for (const { id } of [first, second]) {
    const [mine, other] = [await storage.patterns.get(ana, id), await storage.patterns.get(theirs, id)];
    expect(mine!.record.applications).toBe(9);
    expect(other).toEqual(mine);
  }
  const rates = (account: string) => storage.index.hydrate({ account, user: "ana" }, [ids[0]!]);
  expect(await rates(theirs.account)).toEqual(await rates(ana.account));
});

test("a credit that a merge made heavy goes with an export", async () => {
  await using accounts = await openTwoAccounts();
  const { storage, from, to } = accounts;
  const ana = { account: from, user: "ana" };
  const put = (title: string) => storage.patterns.put(ana, { ...content, title }, { origin: "user" });
  const [{ pattern: kept }, { pattern: merged }] = [await put("kept"), await put("merged")];
  const results = [kept, merged].map(({ id }) => ({ id, layer: "patterns" as const, similarity: 1 }));
  const [id, createdAtMs] = [newId("ret_"), Date.now()];
  await storage.retrievals.record([{ ...ana, id, queryHash: "h", results, createdAtMs }]);
  await storage.outcomes.record(ana, { retrievalId: id, success: true, memoryIds: [kept.id, merged.id] });
  for (let i = 0; i < 9; i++) await storage.patterns.edit(ana, kept.id, { solution: `s${i}` }, { origin: "user" });
  await storage.patterns.merge(ana, kept.id, [merged.id], { origin: "user" });
  expect(await carry(accounts)).toBe(2);
  const theirs = { ...ana, account: to };
  expect(await storage.patterns.get(theirs, kept.id)).toEqual(await storage.patterns.get(ana, kept.id));
});

test.each([
  ["says the same", "s"],
  ["says something else", "another"],
])("what was learned of a pattern counts for its namesake that %s, once", async (_, solution) => {
  await using accounts = await openTwoAccounts();
  const { storage, from, to } = accounts;
  const [ana, theirs] = [from, to].map((account) => ({ account, user: "ana" })) as [Scope, Scope];
  const { pattern } = await storage.patterns.put(ana, { ...content, title: "one" }, { origin: "user" });
  const put = { ...content, title: "ONE", solution };
  const { pattern: namesake } = await storage.patterns.put(theirs, put, { origin: "user" });
  const results = [{ id: pattern.id, layer: "patterns" as const, similarity: 1 }];
  for (let at = 0; at < 5; at++) {
    const [id, createdAtMs] = [newId("ret_"), Date.now() + 1];
    await storage.retrievals.record([{ ...ana, id, queryHash: "h", results, createdAtMs }]);
    await storage.outcomes.record(ana, { retrievalId: id, success: false, memoryIds: [pattern.id] });
  }
  await carry(accounts);
  const learned = await storage.patterns.get(theirs, namesake.id);
  expect(learned!.record).toEqual((await storage.patterns.get(ana, pattern.id))!.record);
  expect(learned!.record).toMatchObject({ applications: 5, quarantined: true });
  expect(await carry(accounts)).toBe(0);
  expect(await storage.patterns.get(theirs, namesake.id)).toEqual(learned);
});

test("the record that a pattern came with goes to its namesake, once", async () => {
  await using accounts = await openTwoAccounts();
  const { storage, to } = accounts;
  const theirs = { account: to, user: "ana" };
  const { pattern: namesake } = await storage.patterns.put(theirs, { ...content, title: "one" }, { origin: "user" });
  const record = { applications: 4, successes: 3, failures: 1 };
  const versions = [{ ...content, title: "one", createdAtMs: namesake.createdAtMs }];
  const imported = { id: newId("pat_"), origin: "user" as const, record, versions };
  expect(await storage.importer.addPattern(theirs, imported)).toBe("stored");
  expect(await storage.importer.addPattern(theirs, imported)).toBe("known");
  expect((await storage.patterns.get(theirs, namesake.id))!.record).toMatchObject(record);
});

test("what was merged here brings its record once, and its later outcomes are those of what it was merged into", async () => {
  await using accounts = await openTwoAccounts();
  const { storage, to } = accounts;
  const theirs = { account: to, user: "ana" };
  const record = { applications: 4, successes: 3, failures: 1 };
  const versions = [{ ...content, title: "one", createdAtMs: Date.now() - 1_000 }];
  const imported = { id: newId("pat_"), origin: "user" as const, record, versions };
  const { pattern: kept } = await storage.patterns.put(theirs, { ...content, title: "two" }, { origin: "user" });
  await storage.importer.addPattern(theirs, imported);
  await storage.patterns.merge(theirs, kept.id, [imported.id], { origin: "user" });
  await storage.patterns.edit(theirs, kept.id, { title: "one" }, { origin: "user" });
  expect(await storage.importer.addPattern(theirs, imported)).toBe("known");
  expect((await storage.patterns.get(theirs, kept.id))!.record.applications).toBe(4);
  const at = Date.now() - 10;
  const outcome = { retrievalId: newId("ret_"), success: true, implicit: false, retrievedAtMs: at, createdAtMs: at };
  const credits = [{ memoryId: imported.id, weight: 1, version: 1 }];
  expect(await storage.importer.addOutcome(theirs, { ...outcome, credits })).toBe(true);
  expect(await storage.importer.addOutcome(theirs, { ...outcome, credits })).toBe(false);
  expect((await storage.patterns.get(theirs, kept.id))!.record.applications).toBe(5);
});

test("so does what was erased and imported again before it was merged", async () => {
  await using accounts = await openTwoAccounts();
  const { storage, to } = accounts;
  const theirs = { account: to, user: "ana" };
  const record = { applications: 4, successes: 3, failures: 1 };
  const versions = [{ ...content, title: "one", createdAtMs: Date.now() - 1_000 }];
  const imported = { id: newId("pat_"), origin: "user" as const, record, versions };
  await storage.importer.addPattern(theirs, imported);
  await storage.erasures.begin(theirs, { kind: "pattern", id: imported.id });
  expect(await storage.importer.addPattern(theirs, imported)).toBe("stored");
  const again = (await storage.patterns.list(theirs, [], { limit: 9, offset: 0 })).items;
  expect(again.map(({ id, title }) => [id === imported.id, title])).toEqual([[false, "one"]]);
  const { pattern: kept } = await storage.patterns.put(theirs, { ...content, title: "two" }, { origin: "user" });
  await storage.patterns.merge(theirs, kept.id, [again[0]!.id], { origin: "user" });
  await storage.patterns.edit(theirs, kept.id, { title: "one" }, { origin: "user" });
  const at = Date.now() - 10;
  const outcome = { retrievalId: newId("ret_"), success: true, implicit: false, retrievedAtMs: at, createdAtMs: at };
  const credits = [{ memoryId: imported.id, weight: 1, version: 1 }];
  await storage.importer.addOutcome(theirs, { ...outcome, credits });
  expect((await storage.patterns.get(theirs, kept.id))!.record.applications).toBe(5);
  expect(await storage.importer.addPattern(theirs, imported)).toBe("known");
  expect((await storage.patterns.get(theirs, kept.id))!.record.applications).toBe(5);
});

test("a pattern of the year 1 takes a record over, and the next", async () => {
  await using accounts = await openTwoAccounts();
  const { storage, to } = accounts;
  const theirs = { account: to, user: "ana" };
  const record = { applications: 1, successes: 1, failures: 0 };
  for (const createdAtMs of [Date.parse("0001-01-01"), Date.now(), Date.now()]) {
    const versions = [{ ...content, title: "one", createdAtMs }];
    const imported = { id: newId("pat_"), origin: "user" as const, record, versions };
    expect(await storage.importer.addPattern(theirs, imported)).toBe("stored");
  }
  const [learned] = (await storage.patterns.list(theirs, [], { limit: 9, offset: 0 })).items;
  expect(learned!.record).toMatchObject({ applications: 3, failures: 0 });
  expect(Number.isFinite(learned!.record.successes)).toBe(true);
});

test("a record of a pattern whose time is still to come counts as one of now", async () => {
  await using accounts = await openTwoAccounts();
  const { storage, to } = accounts;
  const theirs = { account: to, user: "ana" };
  const { pattern: namesake } = await storage.patterns.put(theirs, { ...content, title: "one" }, { origin: "user" });
  const record = { applications: 5, successes: 5, failures: 0 };
  const versions = [{ ...content, title: "one", createdAtMs: Date.UTC(9999, 11, 31) }];
  const imported = { id: newId("pat_"), origin: "user" as const, record, versions };
  expect(await storage.importer.addPattern(theirs, imported)).toBe("stored");
  const learned = (await storage.patterns.get(theirs, namesake.id))!.record;
  expect([learned.applications, learned.successes, learned.failures]).toEqual([5, expect.closeTo(5, 3), 0]);
});

const line = {
  type: "outcome",
  retrieval_id: `ret_${"0".repeat(26)}`,
  success: true,
  retrieved_at: "2026-01-01T00:00:00.000Z",
  created_at: "2026-01-01T00:00:00.000Z",
  credits: [{ id: `pat_${"0".repeat(26)}`, weight: 1, version: 1 }],
};

test.each([
  ["another's id", { retrieval_id: "msg_1" }, /^retrieval_id: /],
  ["no success", { success: undefined }, /^success: must be true or false/],
  ["a time that is none", { retrieved_at: "soon" }, /^retrieved_at: /],
  ["a note that is too long", { note: "x".repeat(2_001) }, /^note: /],
  ["credits that are no list", { credits: {} }, /^credits: /],
  ["a weight that is negative", { credits: [{ ...line.credits[0], weight: -1 }] }, /^credits\[0\].weight: /],
  ["a weight without end", { credits: [{ ...line.credits[0], weight: null }] }, /^credits\[0\].weight: /],
  ["an unknown member", { stars: 5 }, /^stars: /],
])("%s is refused", (_what, change, error) => {
  expect(() => parseText(JSON.stringify({ ...line, ...change }))).toThrow(error);
});
