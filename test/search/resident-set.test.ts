import { expect, test } from "vitest";
import type { IndexChange } from "../../src/memory/search/index-store.ts";
import { bytesOf } from "../../src/memory/search/page-rows.ts";
import { ResidentSet } from "../../src/memory/search/resident/resident-set.ts";
import { ResidentTail } from "../../src/memory/search/resident/resident-tail.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import { halves, memory, random, unit } from "../fixture/indexed.ts";
import { World } from "./world.ts";

function filled(count: number, dimensions = 8): World {
  const world = new World();
  const next = random(count);
  for (let at = 0; at < count; at++) {
    const { seq: _seq, ...facts } = memory(`m${at}`, 0, { sessionId: `s${at % 5}`, position: Math.floor(at / 5) });
    const vector = halves(unit(Float32Array.from({ length: dimensions }, () => next() - 0.5)));
    world.put({ ...facts, vector, terms: termsOf(`tea and bread number ${at}`) });
  }
  return world;
}

test("loads in slices what is new, and nothing twice", async () => {
  const world = filled(25);
  const residents = new ResidentSet(world, { sliceRows: 10 });
  expect((await residents.view("account"))!.tail.partition("system")!.memories).toBe(25);
  expect(world.reads.changes).toBe(3);
  await residents.view("account");
  expect(world.reads.changes).toBe(3);
  world.remove("m3");
  expect((await residents.view("account"))!.tail.partition("system")!.memories).toBe(24);
  expect(world.reads.changes).toBe(4);
});

test("searches at the same time share one load", async () => {
  const world = filled(25);
  const residents = new ResidentSet(world);
  const views = await Promise.all(Array.from({ length: 5 }, () => residents.view("account")));
  expect(world.reads.changes).toBe(1);
  expect(new Set(views.map((view) => view!.tail)).size).toBe(1);
});

test("a write during a load is in the view of whoever searches after it", async () => {
  const world = filled(5);
  const residents = new ResidentSet(world);
  const first = residents.view("account");
  world.remove("m1");
  expect((await residents.view("account"))!.tail.partition("system")!.memories).toBe(4);
  await first;
});

test("a load that failed is tried again by the next search", async () => {
  const world = filled(5);
  const residents = new ResidentSet(world);
  world.onRead = (read) => {
    if (read === "changes") throw new Error("disk");
  };
  await expect(residents.view("account")).rejects.toThrow("disk");
  world.onRead = () => {};
  expect((await residents.view("account"))!.tail.partition("system")!.memories).toBe(5);
});

test("an account that never wrote has no view and takes no room", async () => {
  const residents = new ResidentSet(new World());
  expect(await residents.view("account")).toBeUndefined();
  expect(residents.accounts).toBe(0);
});

test("after a flush only the rest stays in the tail", async () => {
  const world = filled(25);
  const residents = new ResidentSet(world);
  await residents.view("account");
  world.flush(20);
  expect((await residents.view("account"))!.tail.partition("system")!.memories).toBe(5);
});

test.each([
  ["at once", 0],
  ["after a load that failed at its first read", 1],
  ["after one that failed at its second", 2],
])("what came and went unseen, and was flushed in between, takes its session out of the base: %s", async (_, fails) => {
  const world = filled(25);
  world.flush();
  const residents = new ResidentSet(world, { sliceRows: 1 });
  const memoriesOf = async () => {
    const { base } = (await residents.view("account"))!;
    const session = base.session("system", "s0");
    await base.loadSessions([session]);
    return session.whole?.memories;
  };
  expect(await memoriesOf()).toBe(5);

  const { seq: _seq, ...guest } = memory("guest", 0, { sessionId: "s0", position: 5 });
  world.put(guest);
  const publish = world.beginFlush();
  world.remove("guest");
  await residents.view("account");
  publish();

  let reads = 0;
  world.onRead = (read) => {
    if (read === "changes" && ++reads === fails) throw new Error("disk");
  };
  const [load] = await Promise.allSettled([residents.view("account")]);
  expect(load.status).toBe(fails > 0 ? "rejected" : "fulfilled");
  // The base holds the guest, and the tail knows that it is gone.
  expect(await memoriesOf()).toBe(6);
});

test("stays within its bound, the least recently searched going first", async () => {
  const world = filled(200, 384);
  const residents = new ResidentSet(world, { bytesMax: 1_200_000 });
  for (let at = 0; at < 10; at++) {
    await residents.view(`account ${at}`);
    await residents.view("account 0");
    expect(residents.bytes).toBeLessThanOrEqual(1_200_000);
  }
  expect(residents.accounts).toBeGreaterThan(1);
  const loads = world.reads.changes;
  await residents.view("account 0");
  await residents.view("account 9");
  expect(world.reads.changes).toBe(loads);
  await residents.view("account 1");
  expect(world.reads.changes).toBe(loads + 1);
});

test("the rows of bases take room too, and a base that outgrows it is begun anew", async () => {
  const world = filled(100);
  world.flush();
  const bytesMax = 30_000;
  const residents = new ResidentSet(world, { bytesMax });
  const ids = [...world.memories.keys()];
  const baseOf = async (account: string) => (await residents.view(account))!.base;
  const base = await baseOf("account");
  await base.byId(ids.slice(0, 30));
  expect(await baseOf("account")).toBe(base);
  expect(residents.bytes).toBeGreaterThan(base.bytes);
  await (await baseOf("other")).byId(ids.slice(0, 30));
  expect(residents.accounts).toBe(2);
  const other = await baseOf("other");
  expect(residents.accounts).toBe(1);
  // A search that works keeps all that it has found.
  await other.byId(ids);
  expect(other.bytes).toBeGreaterThan(bytesMax);
  expect(await baseOf("other")).not.toBe(other);
  expect(residents.bytes).toBeLessThan(bytesMax);
});

test("rows of the past give their room back", async () => {
  const world = filled(100, 384);
  const residents = new ResidentSet(world);
  const before = (await residents.view("account"))!.tail.bytes;
  for (let round = 0; round < 10; round++) {
    for (const { seq: _seq, ...facts } of world.memories.values()) world.put(facts);
    await residents.view("account");
  }
  expect((await residents.view("account"))!.tail.bytes).toBeLessThan(3.5 * before);
});

test("a row takes more room with each tag, of the past too, and so does what is read of it", () => {
  const change = (tags: string[]) => ({ id: "m", seq: 1, memory: memory("m", 1, { tags }) });
  const [plain, tagged] = [change([]), change(["a", "b", "c"])];
  const bytes = (of: IndexChange, times = 1) => {
    const tail = new ResidentTail();
    for (let seq = 1; seq <= times; seq++) tail.apply([{ ...of, seq, memory: { ...of.memory!, seq } }]);
    return tail.bytes;
  };
  expect(bytes(tagged) - bytes(plain)).toBe(3 * 48);
  expect(bytes(tagged, 3) - bytes(plain, 3)).toBe(3 * 3 * 48);
  expect(bytesOf(tagged) - bytesOf(plain)).toBe(3 * 48);
});

test("large memories are read a few at a time", async () => {
  const world = filled(300);
  const words = Array.from({ length: 100_000 }, (_, at) => `w${at}`).join(" ");
  for (let at = 0; at < 60; at++) {
    const { seq: _seq, ...facts } = memory(`large${at}`, 0, { sessionId: "large", position: at });
    world.put({ ...facts, vector: undefined, terms: termsOf(words) });
  }
  const pages: number[] = [];
  const changes = world.changes.bind(world);
  world.changes = async (...asked) => {
    const page = await changes(...asked);
    pages.push(page.length);
    return page;
  };
  await new ResidentSet(world).view("account");
  expect(pages.reduce((sum, rows) => sum + rows)).toBe(360);
  expect(Math.max(...pages.slice(2))).toBeLessThan(30);
});

test("an account with a tail that is too large for the room is named, and not again at once", async () => {
  const world = filled(200);
  const residents = new ResidentSet(world, { bytesMax: 100_000 });
  expect(residents.heavy(0)).toEqual([]);
  await residents.view("account");
  expect(residents.heavy(1)).toEqual(["account"]);
  expect(residents.heavy(2)).toEqual([]);
  expect(residents.heavy(60_000)).toEqual(["account"]);
  const roomy = new ResidentSet(world);
  await roomy.view("account");
  expect(roomy.heavy(1)).toEqual([]);
});
