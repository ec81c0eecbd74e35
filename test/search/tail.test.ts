import { expect, test } from "vitest";
import { Tails } from "../../src/memory/search/base/tail.ts";
import type { IndexChange } from "../../src/memory/search/index-store.ts";
import { memory } from "../fixture/indexed.ts";

const lease = { account: "a", token: 1, grantedAtMs: 0, seq: 0, flushedSeq: 0, baseVersion: 0, fingerprint: "" };

/** Of a store that has a change for each seq, of memories that are as large as that many terms. */
function tailsOf(page: (after: number, limit: number) => [id: string, seq: number][], length = 1): Tails {
  const terms = { ids: new Uint32Array(length), counts: new Uint16Array(length), length };
  const changeOf = ([id, seq]: [string, number]): IndexChange => ({ id, seq, memory: memory(id, seq, { terms }) });
  return new Tails({ changes: async (_, after, limit) => page(after, limit).map(changeOf) }, 0);
}

const behind = (after: number, limit: number) =>
  Array.from({ length: limit }, (_, at): [string, number] => [`m${after + at + 1}`, after + at + 1]);

test("what changes while pages are read stands where it changed last", async () => {
  const tails = tailsOf((after, limit) => {
    return after === 0
      ? behind(0, limit)
      : [
          [`m${after}`, after + 1],
          ["m1", after + 2],
        ];
  });
  const read = await tails.read(lease, false);
  expect(read.map(({ id }) => id)).toEqual([
    ...read.slice(0, -2).map((_, at) => `m${at + 2}`),
    `m${read.length}`,
    "m1",
  ]);
  expect(read.map(({ seq }) => seq)).toEqual(read.map(({ seq }) => seq).toSorted((one, other) => one - other));
});

test("no more is read at a time than memory has room for, in rows or in bytes", async () => {
  const small = await tailsOf(behind).read(lease, false);
  expect(small.length).toBeGreaterThanOrEqual(8_000);
  expect(small.length).toBeLessThan(8_500);
  expect((await tailsOf(behind, 10_000).read(lease, false)).length).toBeLessThan(1_000);
});
