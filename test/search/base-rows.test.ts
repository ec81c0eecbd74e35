import { expect, test } from "vitest";
import { BaseRows } from "../../src/memory/search/base/base-rows.ts";
import { ResidentTail } from "../../src/memory/search/resident/resident-tail.ts";
import { memory } from "../fixture/indexed.ts";
import { World } from "./world.ts";

/** Thirty memories in three sessions, all of them in the base. */
function filled(): { world: World; ids: (from: number, to: number) => string[] } {
  const world = new World();
  for (let at = 0; at < 30; at++) {
    const { seq: _seq, ...rest } = memory(`m${at}`, 0, { sessionId: `s${Math.floor(at / 10)}`, position: at % 10 });
    world.put({ ...rest, vector: new Uint16Array(8).fill(at) });
  }
  world.flush();
  return { world, ids: (from, to) => Array.from({ length: to - from }, (_, at) => `m${from + at}`) };
}

test("a row is read once, with its vector and terms", async () => {
  const { world, ids } = filled();
  const rows = new BaseRows(world, "account", 1_000_000);
  await rows.byId(ids(0, 5));
  const [row] = (await rows.byId(ids(0, 10))).filter(({ id }) => id === "m7");
  expect(world.reads.byId).toBe(10);
  const { slab, vectorAt, termsAt, termsEnd } = row!;
  expect([...slab.vectors.subarray(vectorAt, vectorAt + slab.dimensions)]).toEqual([
    ...world.memories.get("m7")!.vector!,
  ]);
  expect([...slab.termIds.subarray(termsAt, termsEnd)]).toEqual([...world.memories.get("m7")!.terms.ids]);
});

test("beyond the bound the oldest rows go, and their sessions with the last of them", async () => {
  const { world, ids } = filled();
  const rows = new BaseRows(world, "account", 9_000);
  for (let at = 0; at < 30; at += 10) await rows.during(() => rows.byId(ids(at, at + 10)));
  expect(rows.bytes).toBeLessThanOrEqual(9_000);
  await rows.byId(ids(20, 30));
  expect(world.reads.byId).toBe(30);
  await rows.byId(ids(0, 10));
  expect(world.reads.byId).toBe(40);
});

test("a row takes more room with each tag", async () => {
  const bytes = async (tags: string[]) => {
    const world = new World();
    const { seq: _seq, ...rest } = memory("m", 0, { tags });
    world.put(rest);
    world.flush();
    const rows = new BaseRows(world, "account", 1_000_000);
    await rows.byId(["m"]);
    return rows.bytes;
  };
  expect((await bytes(["a", "b", "c"])) - (await bytes([]))).toBe(3 * 48);
});

test("nothing goes while a search works", async () => {
  const { world, ids } = filled();
  const rows = new BaseRows(world, "account", 1_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = rows.during(() => promise);
  const [first] = await rows.during(() => rows.byId(ids(0, 10)));
  expect(first!.session!.byPosition.size).toBe(10);
  resolve();
  await slow;
  expect(first!.session!.byPosition.size).toBe(0);
  expect(rows.bytes).toBe(0);
});

test("what is being read while a flush takes something out is not kept", async () => {
  const { world } = filled();
  const rows = new BaseRows(world, "account", 1_000_000);
  const session = rows.session("system", "s0");
  const bytes = rows.bytes;
  world.onRead = () => rows.forget(new ResidentTail());
  expect(await rows.byId(["m0"])).toMatchObject([{ id: "m0" }]);
  await rows.loadPlaces([{ session, position: 1 }]);
  await rows.loadSessions([session]);
  expect([session.whole, session.byPosition.size, rows.bytes]).toEqual([undefined, 0, bytes]);
  world.onRead = () => {};
  await rows.byId(["m0"]);
  await rows.loadPlaces([{ session, position: 1 }]);
  await rows.loadSessions([session]);
  expect([session.whole?.memories, [...session.byPosition.keys()]]).toEqual([10, [0, 1]]);
  expect(rows.bytes).toBeGreaterThan(bytes);
});

test("what a flush takes out is counted no more", async () => {
  const { world, ids } = filled();
  const rows = new BaseRows(world, "account", 1_000_000);
  await rows.byId(ids(0, 30));
  expect(rows.bytes).toBeGreaterThan(10_000);

  const tail = new ResidentTail();
  tail.apply([...world.memories.values()].map((memory) => ({ id: memory.id, seq: memory.seq, memory })));
  rows.forget(tail);
  expect(rows.bytes).toBe(0);
});
