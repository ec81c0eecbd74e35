import { describe, expect, test, vi } from "vitest";
import type { Tx } from "../../../src/store/engine.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { findings, flushAll, pattern } from "../fixture/account-data.ts";
import { ana, bob, purge, rowsOf, system } from "../fixture/erasing.ts";
import { openOutcomes } from "../fixture/outcomes.ts";

const byUser = { origin: "user" as const };
const page = { limit: 10, offset: 0 };

type Store = Awaited<ReturnType<typeof openOutcomes>>;

async function put({ patterns }: Store, title: string, tags: string[], worksWhen: string[] = []): Promise<string> {
  return (await patterns.put(ana, pattern(title, { solution: title, tags, worksWhen }), byUser)).pattern.id;
}

test("a merge keeps title and solution, unites the lists, and erases the others", async () => {
  await using store = await openOutcomes();
  const target = await put(store, "one", ["a", "B"], ["cold"]);
  const others = [await put(store, "two", ["b", "c"], ["cold ", "wet"]), await put(store, "three", [])];
  await flushAll(store.db, "acc");
  const retrieval = await store.retrieved(ana, [others[0]!, target]);
  const merge = await store.patterns.merge(ana, target, [...others, others[0]!], byUser);
  expect(merge).toMatchObject({
    merged: others,
    pattern: {
      id: target,
      title: "one",
      solution: "one",
      version: 2,
      tags: ["a", "B", "c"],
      worksWhen: ["cold", "wet"],
    },
  });
  expect((await store.patterns.list(ana, [], page)).items.map(({ id }) => id)).toEqual([target]);
  expect((await store.patterns.history(ana, target, page))!.total).toBe(2);
  expect(await new SqlRetrievalStore(store.db).get(ana, retrieval)).toMatchObject({ results: [{ id: target }] });
  expect(await findings(store.db)).toEqual([]);
});

test("records are added: counts, and weights in full", async () => {
  await using store = await openOutcomes();
  const target = await put(store, "one", []);
  const other = await put(store, "two", ["new"]);
  const report = async (ids: string[], success: boolean, named?: string[]) =>
    store.report(ana, await store.retrieved(ana, ids), success, named);
  await report([target], true, [target]);
  await report([other], false, [other]);
  await report([other], true, [other]);
  await report([target, other], true, [target, other]);
  const merge = await store.patterns.merge(ana, target, [other], byUser);
  // One retrieval credited both: it is one application, with the weight of two.
  expect(merge!.pattern.record).toMatchObject({
    applications: 4,
    succeeded: 3,
    successes: expect.closeTo(4, 5),
    failures: expect.closeTo(1, 5),
  });
  expect(await findings(store.db)).toEqual([]);
});

test("what was reported of a merged pattern can be taken back", async () => {
  await using store = await openOutcomes();
  const target = await put(store, "one", []);
  const other = await put(store, "two", []);
  const retrieval = await store.retrieved(ana, [other]);
  await store.report(ana, retrieval, true);
  await store.patterns.merge(ana, target, [other], byUser);
  expect(await store.report(ana, retrieval, false)).toMatchObject({ status: "replaced", credited: 1 });
  expect(await store.record(target)).toMatchObject({ applications: 1, successes: 0, failures: 1 });
});

describe.each<[string, boolean]>([
  ["before its erasure has reached the receipts", true],
  ["once it has", false],
])("a report that names a merged pattern, %s,", (_, isNamed) => {
  test.each([
    ["alone", ["other"]],
    ["with the one that it was merged into", ["target", "other"]],
  ])("%s, changes nothing the second time", async (_name, names) => {
    await using store = await openOutcomes();
    const ids = { target: await put(store, "one", []), other: await put(store, "two", []) };
    const retrieval = await store.retrieved(ana, [ids.other, ids.target]);
    const named = names.map((name) => ids[name as keyof typeof ids]);
    await store.report(ana, retrieval, true, named);
    const receipt = store.db.read.selectFrom("retrieval").select("results").where("id", "=", retrieval);
    const { results } = await receipt.executeTakeFirstOrThrow();
    await store.patterns.merge(ana, ids.target, [ids.other], byUser);
    const restored = (tx: Tx) => tx.updateTable("retrieval").set({ results }).where("id", "=", retrieval).execute();
    if (isNamed) await store.db.writer.write(restored);
    const merged = await store.record(ids.target);
    expect(merged).toMatchObject({ applications: 1, successes: names.length });
    expect(await store.report(ana, retrieval, true, named)).toMatchObject({ status: "unchanged", credited: 1 });
    expect(await store.record(ids.target)).toEqual(merged);
    expect(await store.report(ana, retrieval, false, named)).toMatchObject({ status: "replaced", credited: 1 });
    expect(await store.record(ids.target)).toMatchObject({ successes: 0, failures: names.length });
  });
});

describe("a report that comes after a merge is worth what it would have been before,", () => {
  /** What is reported before or after the merge of two patterns, the target in its fourth version; the target's record. */
  async function recordOf(
    isLate: boolean,
    said: (ids: { target: string; other: string; third: string }) => { returned: string[]; named?: string[] },
  ) {
    await using store = await openOutcomes();
    const other = await put(store, "other", ["new"]);
    const target = await put(store, "target", []);
    for (const solution of ["2", "3", "4"]) await store.patterns.edit(ana, target, { solution }, byUser);
    const { returned, named } = said({ target, other, third: await put(store, "third", []) });
    const atMs = Date.now() + 5;
    const retrieval = await store.retrieved(ana, returned, atMs);
    await vi.waitUntil(() => Date.now() > atMs);
    if (!isLate) await store.report(ana, retrieval, true, named);
    await store.patterns.merge(ana, target, [other], byUser);
    const late = await store.report(ana, retrieval, true, named);
    expect(late).toMatchObject({ status: isLate ? "recorded" : "unchanged" });
    const { asOfMs: _, ...record } = await store.record(target);
    return record;
  }

  test.each<[string, Parameters<typeof recordOf>[1], number]>([
    ["of the target", ({ target }) => ({ returned: [target] }), 1],
    ["of the other one", ({ other }) => ({ returned: [other] }), 1],
    ["of the other one by its name", ({ other }) => ({ returned: [other], named: [other] }), 1],
    ["of both by rank, and a third", ({ other, target, third }) => ({ returned: [other, third, target] }), 8 / 11],
    ["of both by name", ({ other, target }) => ({ returned: [other, target], named: [other, target] }), 2],
  ])("%s", async (_, said, successes) => {
    const early = await recordOf(false, said);
    expect(early).toMatchObject({ applications: 1, succeeded: 1 });
    expect(early.successes).toBeCloseTo(successes, 5);
    expect(await recordOf(true, said)).toEqual(early);
  });

  test("and what words told is no quarter of it", async () => {
    await using store = await openOutcomes();
    const [target, other] = [await put(store, "target", []), await put(store, "other", [])];
    const retrieval = await store.retrieved(ana, [other]);
    await store.outcomes.record(ana, { retrievalId: retrieval, success: true, implicit: true });
    await store.patterns.merge(ana, target, [other], byUser);
    expect(await store.record(target)).toMatchObject({ successes: 0.25 });
    await store.report(ana, retrieval, true);
    expect(await store.record(target)).toMatchObject({ applications: 1, successes: 1 });
  });
});

test("a merged pattern that a retrieval did not return cannot be named", async () => {
  await using store = await openOutcomes();
  const [target, other] = [await put(store, "one", []), await put(store, "two", [])];
  const retrieval = await store.retrieved(ana, [await put(store, "three", [])]);
  await store.patterns.merge(ana, target, [other], byUser);
  await expect(store.report(ana, retrieval, true, [other])).rejects.toMatchObject({ code: "invalid_argument" });
});

test("the same merge again changes nothing; a stranger's pattern is not there; a pattern is not merged into itself", async () => {
  await using store = await openOutcomes();
  const target = await put(store, "one", []);
  const [second, third] = [await put(store, "two", ["x"]), await put(store, "three", [])];
  await store.patterns.merge(ana, second, [third], byUser);
  const first = await store.patterns.merge(ana, target, [second], byUser);
  expect(await store.patterns.merge(ana, target, [second], byUser)).toEqual(first);
  // What was merged into something that was merged is there, too.
  expect(await store.patterns.merge(ana, target, [third], byUser)).toEqual({ ...first, merged: [third] });
  const shared = await store.pattern(system, "shared");
  await expect(store.patterns.merge(ana, target, [shared], byUser)).rejects.toMatchObject({ code: "not_found" });
  await expect(store.patterns.merge(ana, target, [target], byUser)).rejects.toMatchObject({ code: "invalid_argument" });
  expect(await store.patterns.merge(bob, target, [second], byUser)).toBeUndefined();
  expect(await store.patterns.merge(ana, "pat_none", [second], byUser)).toBeUndefined();
});

test("a merge under an idempotency key is done once, and answered again", async () => {
  await using store = await openOutcomes();
  const once = { key: "k", operation: "Merge", requestHash: "h" };
  const target = await put(store, "one", []);
  const other = await put(store, "two", ["x"]);
  const first = await store.patterns.merge(ana, target, [other], byUser, once);
  await store.patterns.edit(ana, target, { solution: "edited" }, byUser);
  expect(await store.patterns.merge(ana, target, [other], byUser, once)).toEqual(first);
});

test("one that is not there stops the whole merge", async () => {
  await using store = await openOutcomes();
  const target = await put(store, "one", []);
  const other = await put(store, "two", ["x"]);
  const before = await rowsOf(store, "acc");
  await expect(store.patterns.merge(ana, target, [other, "pat_none"], byUser)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await rowsOf(store, "acc")).toEqual(before);
});

test("a merge that is done again, as another write of its group threw, is done once", async () => {
  await using store = await openOutcomes();
  const target = await put(store, "one", []);
  const other = await put(store, "two", []);
  const retrieval = await store.retrieved(ana, [other, target]);
  // A group ends when its time is over: here it is not, however long the merge takes.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const [merge, neighbour] = await Promise.allSettled([
    store.patterns.merge(ana, target, [other], byUser),
    store.db.writer.write(() => Promise.reject(new Error("stop"))),
  ]);
  clock.mockRestore();
  expect(neighbour.status).toBe("rejected");
  expect(merge).toMatchObject({ status: "fulfilled", value: { merged: [other], pattern: { id: target } } });
  expect(await new SqlRetrievalStore(store.db).get(ana, retrieval)).toMatchObject({ results: [{ id: target }] });
  const erasures = await store.db.read.selectFrom("erasure").select(["kind", "hidden_at"]).execute();
  expect(erasures).toEqual([{ kind: "pattern", hidden_at: expect.any(Number) }]);
  expect(await findings(store.db)).toEqual([]);
});

test("a merge that did not hide all is asked for again, and hides the rest", async () => {
  await using store = await openOutcomes();
  const once = { key: "k", operation: "Merge", requestHash: "h" };
  const target = await put(store, "one", []);
  const other = await put(store, "two", []);
  const merge = () => store.patterns.merge(ana, target, [other], byUser, once);
  const failing = vi.spyOn(store.db.writer, "exclusive").mockRejectedValue(new Error("disk"));
  await expect(merge()).rejects.toThrow("disk");
  failing.mockRestore();
  expect(await merge()).toMatchObject({ merged: [other] });
  const erasures = await store.db.read.selectFrom("erasure").select(["kind", "hidden_at"]).execute();
  expect(erasures).toEqual([{ kind: "pattern", hidden_at: expect.any(Number) }]);
});

test("lists are bounded: the first fifty of each", async () => {
  await using store = await openOutcomes();
  const many = (letter: string) => Array.from({ length: 40 }, (_, at) => `${letter}${at}`);
  const target = await put(store, "one", many("a"));
  const merge = await store.patterns.merge(ana, target, [await put(store, "two", many("b"))], byUser);
  expect(merge!.pattern.tags).toEqual([...many("a"), ...many("b").slice(0, 10)]);
});

test("an erasure takes credits, outcomes, and what a merge remembers", async () => {
  await using store = await openOutcomes();
  const erasures = new SqlErasureStore(store.db);
  const target = await put(store, "one", []);
  await store.patterns.merge(ana, target, [await put(store, "two", [])], byUser);
  const shared = await store.pattern(system, "shared");
  const retrieval = await store.retrieved(ana, [target, shared]);
  await store.outcomes.record(system, { retrievalId: retrieval, success: true, note: "it was about quokkas" });
  await erasures.begin(ana, { kind: "pattern", id: target });
  expect(await store.record(shared)).toMatchObject({ applications: 1 });
  const rows = await rowsOf(store, "acc");
  expect(rows["merged_pattern"]).toBeUndefined();
  expect(rows["credit"]).toMatchObject([{ memory_id: shared }]);
  expect(JSON.stringify(rows)).not.toContain("quokka");
  expect(await findings(store.db)).toEqual([]);
  // What ana reported of everybody's patterns is hers, and goes with her.
  const seq = (await store.db.read.selectFrom("memory").select("seq").where("id", "=", shared).execute())[0]!.seq;
  await erasures.begin(ana, { kind: "user" });
  expect(await store.record(shared)).toMatchObject({ applications: 0, successes: 0 });
  const after = await store.db.read.selectFrom("memory").select("seq").where("id", "=", shared).executeTakeFirst();
  expect(after!.seq).toBeGreaterThan(seq);
  // How far the account was read is nobody's.
  const ofAll = ["memory", "pattern", "pattern_version", "erasure", "directive_progress"];
  expect(await rowsOf(store, "acc", ofAll)).toEqual({});
  expect(await findings(store.db)).toEqual([]);
});

test("an account's erasure takes all of it", async () => {
  await using store = await openOutcomes();
  const erasures = new SqlErasureStore(store.db);
  const target = await put(store, "one", []);
  await store.patterns.merge(ana, target, [await put(store, "two", [])], byUser);
  await store.report(ana, await store.retrieved(ana, [target]), true);
  await erasures.begin({ account: "acc", user: "system" }, { kind: "account" });
  await purge(erasures, "acc");
  expect(await rowsOf(store, "acc", ["erasure"])).toEqual({});
});
