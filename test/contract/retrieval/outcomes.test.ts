import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  confidence,
  creditsMax,
  halfLifeMs,
  isQuarantined,
  successRate,
} from "../../../src/memory/entity/track-record.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlIndexStore } from "../../../src/store/index/index-store.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { findings, flushAll, pattern, say } from "../fixture/account-data.ts";
import { ana, bob, system } from "../fixture/erasing.ts";
import { openOutcomes, seqOfMemory } from "../fixture/outcomes.ts";

const nowMs = Date.now();

test("a named memory is credited in full, under a new seq, and no other", async () => {
  await using store = await openOutcomes();
  const [good, other] = [await store.pattern(ana, "good"), await store.pattern(ana, "other")];
  const before = { good: await seqOfMemory(store, good), other: await seqOfMemory(store, other) };
  const retrieval = await store.retrieved(ana, [other, good]);
  expect(await store.report(ana, retrieval, true, [good, good])).toEqual({
    success: true,
    status: "recorded",
    credited: 1,
  });
  expect(await store.record(good)).toMatchObject({ applications: 1, succeeded: 1, successes: 1, failures: 0 });
  expect(await store.record(other)).toMatchObject({ applications: 0, successes: 0 });
  expect(await seqOfMemory(store, good)).toBeGreaterThan(before.good);
  expect(await seqOfMemory(store, other)).toBe(before.other);
  const found = (await store.patterns.get(ana, good))!;
  expect(confidence(found.record, found.record.asOfMs)).toBeCloseTo(2 / 3);
  expect(successRate(found.record)).toBe(1);
  expect(await findings(store.db)).toEqual([]);
});

test("without names the credit is shared by rank, among the first ten", async () => {
  await using store = await openOutcomes();
  const ids: string[] = [];
  for (let at = 0; at < 12; at++) ids.push(await store.pattern(ana, `p${at}`));
  await store.report(ana, await store.retrieved(ana, ids), false);
  const weights = await Promise.all(ids.map(async (id) => (await store.record(id)).failures));
  expect(weights.slice(10)).toEqual([0, 0]);
  expect(weights[0]! / weights[4]!).toBeCloseTo(5);
  expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1);
});

test("what was erased of a retrieval keeps its share, so a repeated report changes no other record", async () => {
  await using store = await openOutcomes();
  const ids = [await store.pattern(ana, "one"), await store.pattern(ana, "two"), await store.pattern(ana, "three")];
  const retrieval = await store.retrieved(ana, ids);
  await store.report(ana, retrieval, false);
  const before = await Promise.all([store.record(ids[1]!), store.record(ids[2]!)]);
  await new SqlErasureStore(store.db).begin(ana, { kind: "pattern", id: ids[0]! });
  expect(await new SqlRetrievalStore(store.db).get(ana, retrieval)).toMatchObject({
    results: [{ id: ids[1] }, { id: ids[2] }],
  });
  expect(await store.report(ana, retrieval, false)).toMatchObject({ status: "unchanged", credited: 2 });
  expect(await Promise.all([store.record(ids[1]!), store.record(ids[2]!)])).toEqual(before);
});

test("messages are credited, too; they are never quarantined", async () => {
  await using store = await openOutcomes();
  const said = await say(store.db, ana, "hello");
  for (let at = 0; at < 8; at++) await store.report(ana, await store.retrieved(ana, [said]), false);
  expect(await store.record(said)).toMatchObject({
    applications: 8,
    failures: expect.closeTo(8, 5),
    quarantined: false,
  });
  const [hydrated] = await new SqlIndexStore(store.db).hydrate(ana, [said]);
  expect(hydrated).toMatchObject({ successRate: 0 });
});

test("the last report of a retrieval counts; the same one again changes nothing", async () => {
  await using store = await openOutcomes();
  const [one, two] = [await store.pattern(ana, "one"), await store.pattern(ana, "two")];
  const retrieval = await store.retrieved(ana, [one, two]);
  await store.report(ana, retrieval, true, [one]);
  const seq = await seqOfMemory(store, one);
  expect(await store.report(ana, retrieval, true, [one])).toMatchObject({ status: "unchanged", credited: 1 });
  expect(await seqOfMemory(store, one)).toBe(seq);
  expect(await store.report(ana, retrieval, false, [two])).toMatchObject({ status: "replaced", success: false });
  expect(await store.record(one)).toMatchObject({ applications: 0, successes: 0, failures: 0 });
  expect(await store.record(two)).toMatchObject({ applications: 1, succeeded: 0, failures: 1 });
  expect(await findings(store.db)).toEqual([]);
});

test("what was told from words weighs a quarter, and does not replace a report", async () => {
  await using store = await openOutcomes();
  const id = await store.pattern(ana, "one");
  const first = await store.retrieved(ana, [id]);
  await store.outcomes.record(ana, { retrievalId: first, success: false, implicit: true });
  expect(await store.record(id)).toMatchObject({ applications: 1, failures: 0.25 });
  expect(await store.report(ana, first, true)).toMatchObject({ status: "replaced" });
  const again = await store.outcomes.record(ana, { retrievalId: first, success: false, implicit: true });
  expect(again).toEqual({ success: true, status: "unchanged", credited: 1 });
  expect(await store.record(id)).toMatchObject({ successes: 1, failures: 0 });
});

test("nobody reports on another's retrieval, nor on what it did not return", async () => {
  await using store = await openOutcomes();
  const id = await store.pattern(system, "shared");
  const other = await store.pattern(system, "other");
  const retrieval = await store.retrieved(ana, [id]);
  expect(await store.report(bob, retrieval, true)).toBeUndefined();
  expect(await store.report({ account: "acc", user: "ana" }, "ret_none", true)).toBeUndefined();
  await expect(store.report(ana, retrieval, true, [other])).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining(other),
  });
  expect(await store.record(id)).toMatchObject({ applications: 0 });
  // Who acts for the account itself may.
  expect(await store.report(system, retrieval, true)).toMatchObject({ status: "recorded" });
});

describe("what everybody shares", () => {
  test("learns nothing from a key of one user; what is theirs keeps its share by rank", async () => {
    await using store = await openOutcomes();
    const [shared, own] = [await store.pattern(system, "shared"), await store.pattern(ana, "own")];
    const seq = await seqOfMemory(store, shared);
    const retrieval = await store.retrieved(ana, [shared, own]);
    await expect(store.report(ana, retrieval, false, [own, shared])).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining(shared),
      details: [{ field: "memory_ids" }],
    });
    expect(await store.record(own)).toMatchObject({ applications: 0 });
    expect(await store.report(ana, retrieval, false)).toEqual({ success: false, status: "recorded", credited: 1 });
    expect(await store.record(own)).toMatchObject({ applications: 1, failures: expect.closeTo(1 / 3) });
    expect(await store.report(ana, retrieval, false)).toMatchObject({ status: "unchanged", credited: 1 });
    const heard = { success: false, memoryIds: [shared, own], implicit: true };
    const other = await store.retrieved(ana, [shared, own]);
    expect(await store.outcomes.record(ana, { ...heard, retrievalId: other })).toMatchObject({ credited: 1 });
    expect(await store.record(shared)).toMatchObject({ applications: 0 });
    expect(await seqOfMemory(store, shared)).toBe(seq);
    expect(await findings(store.db)).toEqual([]);
  });

  test("keeps what it learned from who may act for everybody", async () => {
    await using store = await openOutcomes();
    const [shared, own] = [await store.pattern(system, "shared"), await store.pattern(ana, "own")];
    const retrieval = await store.retrieved(ana, [shared, own]);
    await store.report(ana, retrieval, false);
    expect(await store.report(system, retrieval, true)).toMatchObject({ status: "replaced", credited: 2 });
    const before = [await store.record(shared), await store.record(own)];
    const stands = { success: true, status: "unchanged", credited: 2 };
    expect(await store.report(ana, retrieval, false)).toEqual(stands);
    expect(await store.report(ana, retrieval, false, [own])).toEqual(stands);
    expect([await store.record(shared), await store.record(own)]).toEqual(before);
    expect(await store.report(system, retrieval, false)).toMatchObject({ success: false, status: "replaced" });
  });

  test("property: has the record that it would have without the reports of users' keys", async () => {
    const word = fc.record({
      at: fc.nat(1),
      by: fc.constantFrom(ana, system),
      success: fc.boolean(),
      named: fc.option(fc.subarray([0, 1])),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
        const learned = async (said: typeof words) => {
          await using store = await openOutcomes();
          const ids = [await store.pattern(system, "shared"), await store.pattern(ana, "own")];
          const retrievals: string[] = [];
          for (const n of [0, 1]) retrievals.push(await store.retrieved(ana, ids, nowMs - n, `ret_${n}`));
          for (const { at, by, success, named } of said) {
            const isRefused = by === ana && named?.includes(0) === true;
            const report = store.report(
              by,
              retrievals[at]!,
              success,
              named?.map((n) => ids[n]!),
            );
            expect(
              await report.then(
                () => false,
                ({ code }) => code === "permission_denied",
              ),
            ).toBe(isRefused);
          }
          expect(await findings(store.db)).toEqual([]);
          return store.record(ids[0]!);
        };
        expect(await learned(words)).toEqual(await learned(words.filter(({ by }) => by === system)));
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});

test("a retrieval that found nothing has an outcome that credits nobody", async () => {
  await using store = await openOutcomes();
  const retrieval = await store.retrieved(ana, []);
  expect(await store.report(ana, retrieval, false)).toEqual({ success: false, status: "recorded", credited: 0 });
});

test("an outcome is of the version that was shown: each later one has half of it", async () => {
  await using store = await openOutcomes();
  const id = await store.pattern(ana, "p");
  const early = await store.retrieved(ana, [id]);
  await store.report(ana, early, true);
  const put = (solution: string) => store.patterns.put(ana, pattern("p", { solution }), { origin: "agent" });
  await put("second");
  expect(await store.record(id)).toMatchObject({ applications: 1, successes: 0.5 });
  await store.report(ana, await store.retrieved(ana, [id], Date.now() + 1), false);
  expect(await store.record(id)).toMatchObject({ applications: 2, succeeded: 1, failures: 1 });
  // A late report is of the version that its retrieval returned.
  await store.report(ana, early, false);
  const { pattern: third } = await put("third");
  expect(third.record.failures).toBeCloseTo(0.75);
  expect(third.record.applications).toBe(2);
});

test("of very many outcomes all are counted, and the newest decide", async () => {
  await using store = await openOutcomes();
  const id = await store.pattern(ana, "p");
  const credit = { account_id: "acc", memory_id: id, success: 0, weight: 1, version: 1 };
  const rows = Array.from({ length: creditsMax + 200 }, (_, at) => ({ ...credit, at, retrieval_id: `ret_${at}` }));
  await store.db.writer.write((tx) => tx.insertInto("credit").values(rows).execute());
  await store.report(ana, await store.retrieved(ana, [id]), true);
  const record = await store.record(id);
  expect(record).toMatchObject({ applications: creditsMax + 201, succeeded: 1, successes: 1 });
  // The oldest are of 1970.
  expect(record.failures).toBeLessThan(1e-9);
});

test("weights halve in ninety days", async () => {
  await using store = await openOutcomes();
  const id = await store.pattern(ana, "p");
  await store.report(ana, await store.retrieved(ana, [id], nowMs - halfLifeMs), true);
  const record = await store.record(id);
  expect(confidence(record, nowMs)).toBeCloseTo(1.5 / 2.5, 12);
  expect(confidence(record, nowMs + halfLifeMs)).toBeCloseTo(1.25 / 2.25, 12);
});

test("property: the same last words give the same record to the last bit, in whatever order they came", async () => {
  const report = fc.record({
    ageMs: fc.integer({ min: 0, max: 4e10 }),
    words: fc.array(fc.record({ success: fc.boolean(), named: fc.option(fc.subarray([0, 1, 2])) }), {
      minLength: 1,
      maxLength: 3,
    }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(report, { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      async (all, order) => {
        const replay = async (shuffled: boolean) => {
          await using store = await openOutcomes();
          const ids = [await store.pattern(ana, "a"), await store.pattern(ana, "b"), await say(store.db, ana, "c")];
          const retrievals: string[] = [];
          for (const [at, { ageMs }] of all.entries()) {
            retrievals.push(await store.retrieved(ana, ids, nowMs - ageMs, `ret_${String(at).padStart(26, "0")}`));
          }
          const said = all.flatMap(({ words }, at) => {
            const last = words.slice(-1);
            return (shuffled ? last : words).map((word) => ({ ...word, at }));
          });
          if (shuffled) {
            const keys = new Map(said.map((word) => [word, order.next().value]));
            said.sort((one, other) => keys.get(one)! - keys.get(other)!);
          }
          for (const { success, named, at } of said) {
            await store.report(ana, retrievals[at]!, success, named ? named.map((n) => ids[n]!) : undefined);
          }
          expect(await findings(store.db)).toEqual([]);
          return Promise.all(ids.map((id) => store.record(id)));
        };
        expect(await replay(true)).toEqual(await replay(false));
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);

describe("a pattern that fails too often", () => {
  test("is quarantined below .3 with five outcomes, and comes back at .4", async () => {
    await using store = await openOutcomes();
    const id = await store.pattern(ana, "p");
    let at = nowMs - 100_000;
    const report = async (success: boolean) => store.report(ana, await store.retrieved(ana, [id], at++), success);
    for (let n = 0; n < 4; n++) await report(false);
    expect(await store.record(id)).toMatchObject({ quarantined: false });
    await report(false);
    expect(await store.record(id)).toMatchObject({ quarantined: true });
    for (let n = 0; n < 2; n++) await report(true);
    // (2 + 1) / (7 + 2) is above .3, and below .4.
    expect(await store.record(id)).toMatchObject({ quarantined: true });
    await report(true);
    // (3 + 1) / (8 + 2), of which the successes are the newer.
    expect(await store.record(id)).toMatchObject({ quarantined: false });
  });

  test("is free again where nobody reports on it any more, and in a new version", async () => {
    await using store = await openOutcomes();
    const id = await store.pattern(ana, "p");
    for (let n = 0; n < 8; n++) await store.report(ana, await store.retrieved(ana, [id]), false);
    const record = await store.record(id);
    expect(isQuarantined(record, nowMs)).toBe(true);
    expect(isQuarantined(record, nowMs + 365 * 86_400_000)).toBe(false);
    const { pattern: edited } = await store.patterns.put(ana, pattern("p", { solution: "new" }), { origin: "agent" });
    expect(edited.record).toMatchObject({ quarantined: false });
  });
});

test("what a flush has moved away tells its record all the same", async () => {
  await using store = await openOutcomes();
  const id = await store.pattern(system, "p");
  await store.report(system, await store.retrieved(system, [id]), true);
  await flushAll(store.db, "acc");
  const index = new SqlIndexStore(store.db);
  const based = await index.byId("acc", [id]);
  expect(based).toMatchObject([{ id, standing: { successes: 1, failures: 0 } }]);
  await store.report(system, await store.retrieved(system, [id]), true);
  const changes = await index.changes("acc", based[0]!.seq, 10);
  expect(changes).toMatchObject([{ id, memory: { id, standing: { successes: expect.closeTo(2) } } }]);
});
