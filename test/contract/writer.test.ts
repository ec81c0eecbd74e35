import SqliteConnection from "better-sqlite3";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { AppError } from "../../src/error.ts";
import type { Database } from "../../src/store/database.ts";
import type { Tx } from "../../src/store/engine.ts";
import { Turns } from "../support/turns.ts";
import { temporaryStore } from "./fixture/store.ts";

const put =
  (name: string, value = "1") =>
  (tx: Tx) =>
    tx.insertInto("setting").values({ name, value }).execute();

test("a write that throws fails alone; the others of its group are stored", async () => {
  await using store = await temporaryStore();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) =>
      store.db.writer.write(async (tx) => {
        await put(`n${i}`)(tx);
        if (i % 10 === 3) throw new AppError("conflict", `not ${i}`);
        return i;
      }),
    ),
  );
  expect(outcomes).toMatchObject(
    outcomes.map((_, i) => (i % 10 === 3 ? { reason: { message: `not ${i}` } } : { status: "fulfilled", value: i })),
  );
  expect(await names(store.db.read)).toHaveLength(90);
});

test("writes that were undone because of another are done again, once, and in order", async () => {
  await using store = await temporaryStore();
  // More than have a savepoint after the first that throws, so that the second finds the others without.
  const failing = [40, 1_500];
  const done: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 1_600 }, (_, i) =>
      store.db.writer
        .write(async (tx) => {
          await put(`n${i}`)(tx);
          if (failing.includes(i)) throw new AppError("conflict", `not ${i}`);
        })
        .then(() => done.push(i)),
    ),
  );
  const refused = outcomes.flatMap((outcome, i) => (outcome.status === "rejected" ? [i] : []));
  expect(refused).toEqual(failing);
  const others = outcomes.map((_, i) => i).filter((i) => !failing.includes(i));
  expect(done).toEqual(others);
  expect(await names(store.db.read)).toEqual(others.map((i) => `n${i}`).toSorted());
});

test("a write that throws alone leaves nothing", async () => {
  await using store = await temporaryStore();
  const failing = store.db.writer.write(async (tx) => {
    await put("half")(tx);
    throw new Error("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  expect(await names(store.db.read)).toEqual([]);
  await store.db.writer.write(put("after"));
  expect(await names(store.db.read)).toEqual(["after"]);
});

test("writes are applied in the order in which they came", async () => {
  await using store = await temporaryStore();
  const order: number[] = [];
  await Promise.all(Array.from({ length: 200 }, (_, i) => store.db.writer.write(async () => order.push(i))));
  expect(order).toEqual(Array.from({ length: 200 }, (_, i) => i));
});

test("those who wrote together go on a few in each turn of the event loop", async () => {
  await using store = await temporaryStore();
  const turns = new Turns();
  const answeredIn = await Promise.all(
    Array.from({ length: 100 }, (_, i) => store.db.writer.write(put(`n${i}`)).then(() => turns.count)),
  );
  turns.stop();
  const together = [...Map.groupBy(answeredIn, (turn) => turn).values()].map((answers) => answers.length);
  expect(Math.max(...together)).toBeLessThanOrEqual(16);
});

test("an exclusive write lets the event loop turn; other writes wait for it", async () => {
  await using store = await temporaryStore();
  const order: string[] = [];
  const long = store.db.writer.exclusive(async (tx, pause) => {
    for (let i = 0; i < 5; i++) {
      await put(`long${i}`)(tx);
      await pause();
    }
    order.push("long");
  });
  const short = store.db.writer.write(put("short")).then(() => order.push("short"));
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  setImmediate(() => order.push("turn"));
  await Promise.all([long, short]);
  clearInterval(ticking);
  expect(order).toEqual(["turn", "long", "short"]);
  expect(await names(store.db.read)).toHaveLength(6);
});

test("a full queue refuses at once, and goes on when there is room", async () => {
  await using store = await temporaryStore({ queuedWritesMax: 8 });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => store.db.writer.write(put(`n${i}`))));
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(8);
  expect(outcomes[9]).toMatchObject({ reason: { code: "unavailable", retryAfterS: 1 } });
  await store.db.writer.write(put("later"));
  expect(store.db.writer.depth()).toBe(0);
});

test("while another process writes, writes wait without holding the event loop", async () => {
  await using store = await temporaryStore();
  const other = new SqliteConnection(store.path);
  other.exec("begin immediate");
  let ticks = 0;
  let stored = 0;
  const ticking = setInterval(() => ticks++, 1);
  const waiting = ["a", "b"].map((name) => store.db.writer.write(put(name)).then(() => stored++));
  await sleep(500);
  clearInterval(ticking);
  expect(stored).toBe(0);
  // Who waited inside a statement would have left one or two.
  expect(ticks).toBeGreaterThan(20);
  other.exec("commit");
  await Promise.all(waiting);
  other.close();
  expect(await names(store.db.read)).toEqual(["a", "b"]);
});

test("a write waits for another process no longer than it may, and then fails alone", async () => {
  await using store = await temporaryStore();
  const other = new SqliteConnection(store.path);
  other.exec("begin immediate");
  const { writer } = store.db;
  const hasty = writer.exclusive(put("hasty"), 30);
  const patient = writer.write(put("patient"));
  await expect(hasty).rejects.toMatchObject({ code: "unavailable", retryAfterS: 1 });
  other.exec("commit");
  await patient;
  other.close();
  expect(await names(store.db.read)).toEqual(["patient"]);
});

test("a full disk fails the write as unavailable; the database stays usable", async () => {
  await using store = await temporaryStore();
  const pages = await store.db.writer.write((tx) => pragma(tx, "page_count"));
  await store.db.writer.write((tx) => pragma(tx, `max_page_count = ${pages + 4}`));
  const large = "x".repeat(100_000);
  const outcomes = await Promise.allSettled([
    store.db.writer.write(put("small")),
    store.db.writer.write(put("large", large)),
    store.db.writer.write(put("small too")),
  ]);
  const stored = await names(store.db.read);
  const fulfilled = ["small", "large", "small too"].filter((_, i) => outcomes[i]!.status === "fulfilled");
  expect(stored.toSorted()).toEqual(fulfilled.toSorted());
  const refused = outcomes.filter((outcome) => outcome.status === "rejected").map((outcome) => outcome.reason);
  for (const reason of refused) expect(reason).toMatchObject({ name: "AppError", code: "unavailable" });
  expect(outcomes[1].status).toBe("rejected");
  expect(stored).not.toContain("large");
  await expect(store.db.writer.write(put("large", large))).rejects.toMatchObject({ code: "unavailable" });
  await store.db.writer.write((tx) => pragma(tx, "max_page_count = 1000000"));
  await store.db.writer.write(put("large", large));
  expect(await names(store.db.read)).toContain("large");
});

test("closing finishes what waits and refuses what comes after", async () => {
  await using store = await temporaryStore();
  const before = store.db.writer.write(put("before"));
  const closing = store.db.writer.close();
  await expect(store.db.writer.write(put("after"))).rejects.toMatchObject({ code: "unavailable" });
  await Promise.all([before, closing]);
  expect(await names(store.db.read)).toEqual(["before"]);
});

async function names(read: Database["read"]): Promise<string[]> {
  const rows = await read.selectFrom("setting").select("name").orderBy("name").execute();
  return rows.map((row) => row.name);
}

async function pragma(tx: Tx, text: string): Promise<number> {
  const result = await tx.executeQuery<Record<string, number>>(CompiledQuery.raw(`pragma ${text}`));
  return Object.values(result.rows[0] ?? { none: 0 })[0]!;
}
