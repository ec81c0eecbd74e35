import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { expireThreads } from "../../../src/store/gateway/forget.ts";
import { threadKeptMs } from "../../../src/store/gateway/gateway-store.ts";
import { assistant, user, World } from "./world.ts";

/** Earlier turns of which the ledger lost something: at each turn of a conversation. */

const turnsMax = 5;

/** A conversation of some turns, each of which was shown a memory of its own. */
async function held(world: World, turns: number): Promise<{ ids: string[]; messages: JsonObject[] }> {
  const ids: string[] = [];
  let messages: JsonObject[] = [];
  for (let turn = 0; turn < turns; turn++) {
    ids.push(await world.said(`memory ${turn}`));
    world.finds(ids.at(-1)!);
    messages = [...messages, user(`this is question ${turn}`)];
    await world.exchange({ messages }, `reply ${turn}`);
    messages = [...messages, assistant(`reply ${turn}`)];
  }
  world.finds();
  return { ids, messages: [...messages, user("and now?")] };
}

const shownIn = (upstream: Buffer) => upstream.toString().match(/memory \d/gu) ?? [];

describe.each(Array.from({ length: turnsMax }, (_, turn) => turn))("at turn %d", (turn) => {
  test("a memory that was erased is not shown again; the others stand", async () => {
    await using world = await World.create();
    const { ids, messages } = await held(world, turnsMax);
    await world.forgets(ids[turn]!);
    const { upstream, headers } = await world.exchange({ messages }, "x");
    expect(shownIn(upstream)).toEqual(ids.map((_, i) => `memory ${i}`).toSpliced(turn, 1));
    expect(headers).toMatchObject({
      "x-cairn-memory-replay": "incomplete",
      "x-cairn-memory-replayed": String(turnsMax - 1),
    });
    const later = await world.prepare({ messages: [...messages, assistant("x"), user("so?")] });
    const length = upstream.length - 2;
    expect(later.upstream.subarray(0, length)).toEqual(upstream.subarray(0, length));
  });

  test("an edit keeps what was shown before it", async () => {
    await using world = await World.create();
    const { ids, messages } = await held(world, turnsMax);
    const edited = messages.with(2 * turn, user("another question"));
    const { upstream, headers } = await world.prepare({ messages: edited });
    expect(shownIn(upstream)).toEqual(ids.slice(0, turn).map((_, i) => `memory ${i}`));
    expect(headers["x-cairn-memory-replay"]).toBe(turn === 0 ? "unknown" : "complete");
  });

  test("with memory off from there on, what was shown before stands", async () => {
    await using world = await World.create();
    const { ids, messages } = await held(world, turn);
    const headers = { "x-cairn-memory": "off" };
    const first = await world.exchange({ messages }, "x", { headers });
    expect(shownIn(first.upstream)).toHaveLength(ids.length);
    const next = await world.exchange({ messages: [...messages, assistant("x"), user("so?")] }, "y", { headers });
    expect(shownIn(next.upstream)).toHaveLength(ids.length);
  });
});

test("an expired conversation goes on without what it was shown, and its caller is told", async () => {
  await using world = await World.create();
  const { messages } = await held(world, 2);
  world.nowMs += threadKeptMs + 1;
  for (let swept = 0; swept < 2; swept++) {
    const { upstream, headers } = await world.prepare({ messages });
    expect(upstream.toString()).toBe(JSON.stringify({ messages }));
    expect(headers).toMatchObject({ "x-cairn-memory-replay": "unknown", "x-cairn-memory-replayed": "0" });
    await expireThreads(world.store.db, world.nowMs - threadKeptMs);
  }
});

test("each user and each account has conversations of its own, whatever session they name", async () => {
  await using world = await World.create();
  world.finds(await world.said("Oslo"));
  const headers = { "x-session-id": "s" };
  await world.exchange({ messages: [user("the first question")] }, "b", { headers });
  const next = { messages: [user("the first question"), assistant("b"), user("the next question")] };
  for (const scope of [
    { account: "acc_a", user: "ben" },
    { account: "acc_a", user: "system" },
    { account: "acc_b", user: "ann" },
  ]) {
    const prepared = await world.exchange(next, "d", { headers, scope });
    expect(prepared.upstream.toString()).toBe(JSON.stringify(next));
    expect(prepared.receipt.replay).toBe("unknown");
    expect((await world.stored(scope)).map(({ text }) => text)).toEqual(["the next question", "d"]);
  }
  expect((await world.prepare(next, { headers })).upstream.toString()).toContain("Oslo");
});
