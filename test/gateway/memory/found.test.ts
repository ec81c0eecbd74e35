import { afterAll, beforeAll, expect, test } from "vitest";
import { GatewayMemory } from "../../../src/gateway/memory/gateway-memory.ts";
import type { Prepared } from "../../../src/gateway/memory/prepared.ts";
import { patch } from "../../../src/gateway/wire/patch.ts";
import { ResidentSet } from "../../../src/memory/search/resident/resident-set.ts";
import { Search } from "../../../src/memory/search/search.ts";
import { SqlGatewayStore } from "../../../src/store/gateway/gateway-store.ts";
import { makeFolder, wordSpace, type Folder, type Stores } from "../../fixture/stores.ts";
import { ann, answer, askOf, quiet, user } from "./world.ts";

/** With the real search: what one conversation says, the next one is shown at once. */

let folder: Folder;
let stores: Stores;
let memory: GatewayMemory;
const errors: unknown[] = [];

beforeAll(async () => {
  folder = makeFolder();
  stores = await folder.open();
  await stores.db.writer.write((tx) =>
    tx.insertInto("account").values({ id: "acc_a", name: "a", plan: "unlimited", created_at: 0 }).execute(),
  );
  const search = new Search({
    // Without vectors, as before the first embedding: words alone find it.
    embedder: { ...wordSpace, healthy: () => false },
    store: stores.index,
    base: stores.base,
    residents: new ResidentSet(stores.index),
    receipts: { add: () => {} },
  });
  const store = new SqlGatewayStore(stores.db);
  memory = new GatewayMemory({
    ...quiet,
    search,
    receipts: { add: () => {} },
    store,
    onError: (error) => void errors.push(error),
  });
});
afterAll(() => folder.remove());

async function exchange(text: string, reply: string, scope = ann): Promise<Prepared & { upstream: string }> {
  const ask = askOf({ messages: [user(text)] }, { scope });
  const remembered = await memory.prepare(ask);
  remembered.hold();
  await remembered.begin();
  await remembered.finish(answer(reply));
  const { prepared } = remembered;
  return { ...prepared, upstream: patch(ask.body, prepared.edits).toString() };
}

test("what was said is found by its user, and by nobody else", async () => {
  const first = await exchange("My bicycle is locked up in Trondheim.", "I will remember that.");
  expect(first.receipt).toMatchObject({ items: 0, reason: "words_only" });
  const next = await exchange("Where is my bicycle locked up?", "In Trondheim.");
  expect(next.receipt).toMatchObject({ items: expect.any(Number), reason: "words_only" });
  expect(next.upstream).toContain("Trondheim");
  const other = await exchange("Where is my bicycle locked up?", "No idea.", { account: "acc_a", user: "ben" });
  expect(other.upstream).not.toContain("Trondheim");
  expect(errors).toEqual([]);
});
