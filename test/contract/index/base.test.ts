import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../../../src/error.ts";
import type { Base, BaseBatch, SearchFilter } from "../../../src/memory/search/base/base.ts";
import type { IndexedMemory } from "../../../src/memory/search/index-store.ts";
import type { Terms } from "../../../src/memory/words/terms.ts";
import { openBase } from "../../../src/vector/base.ts";
import { versionAt } from "../../../src/vector/table-name.ts";
import { batches, clustered, halves, memory, random, termsOf, unit } from "../../fixture/indexed.ts";

const space = "test-embedder";
const dimensions = 8;
let folder: string;
let base: Base;
/** Of the table of acct_a. */
let current: number;
let token: number;

beforeEach(async () => {
  current = 0;
  token = 0;
  folder = mkdtempSync(join(tmpdir(), "cairn-base-"));
  base = await openBase({ path: folder });
});

afterEach(async () => {
  await base.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every row belongs, and nobody else writes. */
const guard = { unknown: async () => [], confirm: async () => {} };
const axis = (i: number): Float32Array =>
  unit(Float32Array.from({ length: dimensions }, (_, k) => (k === i ? 1 : 0.1)));
/** The next to write. */
const at = (version: number, fingerprint = space) => ({ fingerprint, version, token: ++token });
const apply = (...memories: IndexedMemory[]) => applyAll(base, { memories });

async function applyAll(to: Base, ...all: Partial<BaseBatch>[]): Promise<number> {
  return (current = await to.apply("acct_a", at(current), dimensions, batches(...all)));
}

type Ask = { vector?: Float32Array; terms?: Terms; filter?: Partial<SearchFilter>; limit?: number; from?: Base };

function ask(version: number, { vector, terms = termsOf(), filter, limit = 10, from = base }: Ask) {
  return from.candidates(
    "acct_a",
    { fingerprint: space, version },
    { vector, terms, filter: { users: ["system"], ...filter }, limit },
  );
}

async function allRows(version: number, from = base): Promise<{ id: string; seq: number }[]> {
  const rows: { id: string; seq: number }[] = [];
  for await (const row of from.rows("acct_a", { fingerprint: space, version })) rows.push(row);
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

describe("apply", () => {
  test("a memory is found by its vector and by its words, best first", async () => {
    const version = await apply(
      memory("a", 1, { vector: halves(axis(0)), terms: termsOf(10, 11, 12, 13) }),
      memory("b", 2, { vector: halves(axis(1)), terms: termsOf(10, 10, 4_294_967_295) }),
    );
    expect(await ask(version, { vector: axis(1), terms: termsOf(10) })).toEqual({
      byVector: ["b", "a"],
      byWords: ["b", "a"],
    });
    expect(await ask(version, { terms: termsOf(4_294_967_295) })).toEqual({ byVector: [], byWords: ["b"] });
    expect(await ask(version, { vector: axis(0), limit: 1 })).toEqual({ byVector: ["a"], byWords: [] });
  });

  test("a later seq replaces, an earlier or equal one changes nothing", async () => {
    await apply(memory("a", 5, { terms: termsOf(1) }));
    await apply(memory("a", 7, { terms: termsOf(2) }));
    const version = await apply(memory("a", 6, { terms: termsOf(3) }));
    expect(await allRows(version)).toEqual([{ id: "a", seq: 7 }]);
    expect((await ask(version, { terms: termsOf(1, 3) })).byWords).toEqual([]);
    expect((await ask(version, { terms: termsOf(2) })).byWords).toEqual(["a"]);
  });

  test("of one id twice in a batch the later seq stays", async () => {
    const version = await apply(memory("a", 2), memory("a", 1), memory("b", 3));
    expect(await allRows(version)).toEqual([
      { id: "a", seq: 2 },
      { id: "b", seq: 3 },
    ]);
  });

  test("removed ids are gone, by both ways; unknown ones do no harm", async () => {
    await apply(memory("it's", 1, { vector: halves(axis(0)) }), memory("b", 2, { vector: halves(axis(1)) }));
    const version = await applyAll(base, { removedIds: ["it's", "nobody"] });
    expect(await ask(version, { vector: axis(0), terms: termsOf(1) })).toEqual({ byVector: ["b"], byWords: ["b"] });
  });

  test("of very many removed ids none stays", async () => {
    await apply(...Array.from({ length: 1_102 }, (_, i) => memory(`m${i}`, i + 1, { vector: halves(axis(0)) })));
    const removedIds = Array.from({ length: 1_101 }, (_, i) => `m${i}`);
    expect(await allRows(await applyAll(base, { removedIds }))).toMatchObject([{ id: "m1101" }]);
  });

  test("a memory without a vector is found by words, and by meaning once it has one", async () => {
    let version = await apply(memory("a", 1), memory("b", 2, { vector: halves(axis(3)) }));
    expect(await ask(version, { vector: axis(0), terms: termsOf(1) })).toEqual({
      byVector: ["b"],
      byWords: expect.arrayContaining(["a", "b"]),
    });
    version = await apply(memory("a", 3, { vector: halves(axis(0)) }));
    expect((await ask(version, { vector: axis(0) })).byVector).toEqual(["a", "b"]);
  });

  test("the same flush again leaves the same rows", async () => {
    const flush = () =>
      applyAll(base, { memories: [memory("a", 1), memory("b", 2)] }, { memories: [memory("c", 4)], removedIds: ["b"] });
    const before = await allRows(await flush());
    expect(await allRows(await flush())).toEqual(before);
    expect(before.map((row) => row.id)).toEqual(["a", "c"]);
  });

  test("two writers with the same new ids leave one row each", async () => {
    const other = await openBase({ path: folder });
    const rows = Array.from({ length: 40 }, (_, i) => memory(`m${i}`, i + 1, { vector: halves(axis(i % 8)) }));
    const first = await apply(memory("first", 1));
    const write = (from: Base) =>
      from.apply("acct_a", at(first), dimensions, batches(...rows.map((row) => ({ memories: [row] }))));
    const versions = await Promise.all([write(base), write(other)]);
    expect(await allRows(Math.max(...versions))).toHaveLength(41);
    await other.close();
  });

  test("a table that is begun anew is another one; those begun before can be dropped", async () => {
    const first = await apply(memory("a", 1));
    const other = await base.apply("acct_a", at(0, "other"), dimensions, batches({ memories: [memory("c", 1)] }));
    current = 0;
    const second = await apply(memory("b", 2));
    expect(await allRows(first)).toEqual([{ id: "a", seq: 1 }]);
    expect(await allRows(second)).toEqual([{ id: "b", seq: 2 }]);
    await base.drop("acct_a", { before: token, spare: "other" });
    await expect(allRows(first)).rejects.toMatchObject({ code: "unavailable" });
    expect(await allRows(second)).toEqual([{ id: "b", seq: 2 }]);
    const rows: string[] = [];
    for await (const { id } of base.rows("acct_a", at(other, "other"))) rows.push(id);
    expect(rows).toEqual(["c"]);
  });

  test("rows of a flush that was not optimised are found all the same", async () => {
    const lazy = await openBase({ path: folder, optimizes: false });
    const rows = Array.from({ length: 300 }, (_, i) => memory(`m${i}`, i + 1, { vector: halves(axis(i % 7)) }));
    await apply(...rows);
    const late = memory("late", 400, { vector: halves(axis(7)), terms: termsOf(77) });
    const moved = memory("m3", 401, { vector: halves(axis(3)), terms: termsOf(77) });
    const version = await applyAll(lazy, { memories: [late, moved] });
    const found = await ask(version, { vector: axis(7), terms: termsOf(77), limit: 1 });
    expect(found.byVector).toEqual(["late"]);
    expect((await ask(version, { terms: termsOf(77) })).byWords.sort()).toEqual(["late", "m3"]);
    await lazy.close();
  });
});

describe("filters", () => {
  const odd = ["o'brien", 'say "hi"', "back\\slash", "100%_", "two\nlines", "' OR 1=1 --", "Ünï 🙂", "''"];

  test("any user, session and tag can be asked for, and nobody else's rows come", async () => {
    const version = await apply(
      ...odd.map((name, i) =>
        memory(`m${i}`, i + 1, { user: name, sessionId: name, tags: [name, "all"], vector: halves(axis(i % 8)) }),
      ),
    );
    for (const [i, name] of odd.entries()) {
      const found = { byVector: [`m${i}`], byWords: [`m${i}`] };
      const query = { vector: axis(0), terms: termsOf(1) };
      expect(await ask(version, { ...query, filter: { users: [name] } })).toEqual(found);
      expect(await ask(version, { ...query, filter: { users: odd, sessionId: name } })).toEqual(found);
      expect(await ask(version, { ...query, filter: { users: odd, tags: [name, "all"] } })).toEqual(found);
    }
    expect((await ask(version, { terms: termsOf(1), filter: { users: odd, tags: ["all"] } })).byWords).toHaveLength(8);
    expect((await ask(version, { terms: termsOf(1), filter: { users: odd, tags: ["al"] } })).byWords).toEqual([]);
    expect((await ask(version, { terms: termsOf(1), filter: { users: ["system"] } })).byWords).toEqual([]);
  });

  test("layers and times bound the candidates, from inclusive, until exclusive", async () => {
    const version = await apply(
      memory("p", 1, { layer: "patterns", createdAtMs: 1000 }),
      memory("s", 2, { layer: "signals", createdAtMs: 2000 }),
    );
    const words = async (filter: Partial<SearchFilter>) =>
      (await ask(version, { terms: termsOf(1), filter })).byWords.sort();
    expect(await words({ layers: ["patterns"] })).toEqual(["p"]);
    expect(await words({ layers: ["patterns", "signals"] })).toEqual(["p", "s"]);
    expect(await words({ layers: [] })).toEqual([]);
    expect(await words({ sinceMs: 2000 })).toEqual(["s"]);
    expect(await words({ untilMs: 2000 })).toEqual(["p"]);
    expect(await words({ sinceMs: 999.5, untilMs: Infinity })).toEqual(["p", "s"]);
  });
});

describe("versions and tables", () => {
  test("another process's handle sees a version as soon as it is asked for, and what is later at the latest then", async () => {
    const reader = await openBase({ path: folder });
    const first = await apply(memory("a", 1));
    expect(await allRows(first, reader)).toHaveLength(1);
    const second = await apply(memory("b", 2));
    expect(second).toBeGreaterThan(first);
    expect((await ask(second, { terms: termsOf(1), from: reader })).byWords.sort()).toEqual(["a", "b"]);
    await reader.close();
  });

  test("many accounts and few open tables: each search still answers", async () => {
    const few = await openBase({ path: folder, openTables: 1 });
    const accounts = ["acct_a", "acct_a_b", "acct_c"];
    const versions = await Promise.all(
      accounts.map((account) => few.apply(account, at(0), dimensions, batches({ memories: [memory(account, 1)] }))),
    );
    const find = (i: number) =>
      few.candidates(
        accounts[i]!,
        { fingerprint: space, version: versions[i]! },
        { vector: undefined, terms: termsOf(1), filter: { users: ["system"] }, limit: 5 },
      );
    const found = await Promise.all(Array.from({ length: 30 }, (_, i) => find(i % 3)));
    for (const [i, { byWords }] of found.entries()) expect(byWords).toEqual([accounts[i % 3]]);
    expect(await few.accounts()).toEqual(accounts);
    await few.close();
  });

  test("a table that is not there, or not yet at the version, is unavailable, with the cause", async () => {
    const unavailable = { code: "unavailable", cause: expect.any(Error) };
    await expect(ask(1, { terms: termsOf(1) })).rejects.toMatchObject(unavailable);
    const version = await apply(memory("a", 1));
    await expect(ask(version + 1, { terms: termsOf(1) })).rejects.toBeInstanceOf(AppError);
    expect((await ask(version, { terms: termsOf(1) })).byWords).toEqual(["a"]);
    rmSync(folder, { recursive: true });
    await expect(ask(version + 1, { terms: termsOf(1) })).rejects.toMatchObject(unavailable);
    await expect(allRows(version + 1)).rejects.toMatchObject(unavailable);
  });

  test("drop removes every vector space but the one to keep, purge every table begun before", async () => {
    const rows = () => batches({ memories: [memory("a", 1)] });
    const [, two] = [
      await base.apply("acct_a", at(0, "one"), dimensions, rows()),
      await base.apply("acct_a", at(0, "two"), dimensions, rows()),
    ];
    await base.apply("acct_a_b", at(0, "one"), dimensions, rows());
    const tables = () => readdirSync(folder).filter((name) => name.endsWith(".lance"));
    await base.drop("acct_a", { spare: "two" });
    expect(tables()).toHaveLength(2);
    await base.apply("acct_a", at(0, "three"), dimensions, rows());
    const purging = at(two, "two");
    await base.apply("acct_a", at(0, "four"), dimensions, rows());
    expect(await base.purge("acct_a", purging, guard)).toBeGreaterThan(two);
    expect(tables()).toHaveLength(3);
    await base.drop("acct_a");
    expect(await base.accounts()).toEqual(["acct_a_b"]);
  });

  test("a table that was dropped and built anew by another process is searched as it is now", async () => {
    const reader = await openBase({ path: folder });
    // LanceDB counts both builds' versions alike, and its caches go by them.
    for (const build of [1, 2]) {
      current = 0;
      for (const term of [build * 10, build * 10 + 1, build * 10 + 2]) {
        const version = await apply(memory(`m${term}`, term, { terms: termsOf(1, term) }));
        expect((await ask(version, { terms: termsOf(term), from: reader })).byWords).toEqual([`m${term}`]);
      }
      await base.drop("acct_a");
    }
    await reader.close();
  });
});

/** Every file below the folder that holds one of the byte strings. */
function filesWith(needles: Buffer[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return needles.some((needle) => bytes.includes(needle));
    });
}

describe("purge", () => {
  test("leaves no byte of a removed row in any file, and every other row as it was", async () => {
    const next = random(7);
    const vector = clustered(dimensions, 5, 3);
    const rows = Array.from({ length: 600 }, (_, i) =>
      memory(`mem${i}`, i + 1, { vector: halves(vector(i)), terms: termsOf(i % 50, Math.floor(next() * 2 ** 20)) }),
    );
    const canary = Uint32Array.from({ length: 30 }, () => Math.floor(next() * 2 ** 31) + 2 ** 30);
    const secret = halves(vector(1));
    const gone = memory("canary0id0gone", 700, {
      user: "canaryuser",
      sessionId: "canarysession",
      tags: ["canarytag"],
      terms: termsOf(...canary),
      vector: secret,
    });
    const changed = { ...gone, id: "staying", seq: 701 };
    await apply(...rows.slice(0, 300));
    await apply(...rows.slice(300), gone, changed);
    const needles = [
      gone.id,
      gone.user,
      gone.sessionId,
      "canarytag",
      ...Array.from(canary, (id) => id.toString(16).padStart(8, "0")),
    ];
    const bytes = [
      ...needles.map((needle) => Buffer.from(needle)),
      Buffer.from(Float32Array.from(new Float16Array(secret.buffer)).buffer),
    ];
    for (const needle of bytes) expect(filesWith([needle])).not.toEqual([]);

    const reader = await openBase({ path: folder });
    const staying = memory("staying", 702, { vector: halves(vector(2)) });
    const before = await applyAll(base, { memories: [staying], removedIds: [gone.id] });
    const found = await ask(before, { vector: vector(1), terms: termsOf(7), limit: 700, from: reader });
    const version = await base.purge("acct_a", at(before), guard);
    expect(filesWith(bytes)).toEqual([]);
    expect(version).toBeGreaterThan(before);
    expect(await allRows(version)).toHaveLength(601);
    // A process that still has the version before the purge open goes on with the one after it.
    const after = await ask(before, { vector: vector(1), terms: termsOf(7), limit: 700, from: reader });
    expect(after.byVector.toSorted()).toEqual(found.byVector.toSorted());
    expect(after.byWords.toSorted()).toEqual(found.byWords.toSorted());
    await reader.close();
  });
});

describe("recall", () => {
  test(
    "200 candidates of 20,000 hold the true first 10, and nearly all of the true first 100",
    { timeout: 120_000 },
    async () => {
      const wide = 64;
      const vector = clustered(wide, 60, 11);
      const vectors = Array.from({ length: 20_000 }, (_, i) => vector(i));
      const pages = Array.from({ length: 20 }, (_, page) => ({
        memories: vectors.slice(page * 1000, page * 1000 + 1000).map((values, i) => {
          const n = page * 1000 + i;
          return memory(`m${n}`, n + 1, { vector: halves(values) });
        }),
      }));
      const version = await base.apply("acct_a", at(0), wide, batches(...pages));
      let ten = 0;
      let hundred = 0;
      for (let q = 0; q < 20; q++) {
        const query = vector(q * 3);
        const scores = vectors.map((values, i) => ({
          id: `m${i}`,
          score: values.reduce((sum, x, k) => sum + x * query[k]!, 0),
        }));
        const truth = scores.sort((a, b) => b.score - a.score).slice(0, 100);
        const found = new Set((await ask(version, { vector: query, limit: 200 })).byVector);
        expect(found.size).toBe(200);
        ten += truth.slice(0, 10).filter(({ id }) => found.has(id)).length / 10;
        hundred += truth.filter(({ id }) => found.has(id)).length / 100;
      }
      expect(ten / 20).toBeGreaterThan(0.98);
      expect(hundred / 20).toBeGreaterThan(0.9);
    },
  );
});

test("a base of another version's columns is not whole, so that it is built anew", async () => {
  const version = await apply(memory("a", 1));
  expect(await base.isWhole("acct_a", { fingerprint: space, version })).toBe(true);
  const tables = await connect(folder);
  const [name] = await tables.tableNames();
  const table = await tables.openTable(name!);
  await table.addColumns([{ name: "role", valueSql: "'user'" }]);
  const later = versionAt(version, await table.version());
  expect(await base.isWhole("acct_a", { fingerprint: space, version: later })).toBe(false);
});
