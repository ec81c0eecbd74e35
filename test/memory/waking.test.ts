import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WakingErasures } from "../../src/memory/background/waking/waking-erasures.ts";
import { WakingMessages } from "../../src/memory/background/waking/waking-messages.ts";
import { WakingPatterns } from "../../src/memory/background/waking/waking-patterns.ts";
import { SqlErasureStore } from "../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../src/store/memory/patterns.ts";
import { pattern } from "../contract/fixture/account-data.ts";
import { temporaryStore, type TemporaryStore } from "../contract/fixture/store.ts";

const scope = { account: "acc", user: "ann" };
const byUser = { origin: "user" } as const;
const tea = { role: "user", content: "tea", sessionId: "s", source: "", origin: "user" } as const;

let store: TemporaryStore;
let done: string[];
const wakes = (name: string) => ({ wake: () => void done.push(name) });
const workers = {
  receipts: { drain: async () => void done.push("drain") },
  queue: wakes("queue"),
  eraser: wakes("eraser"),
};

/** The calls of a method stand among what is done. */
function noted<Store extends object>(of: Store, name: keyof Store & string): Store {
  const method = of[name] as (...given: unknown[]) => Promise<unknown>;
  vi.spyOn(of, name as never).mockImplementation((async (...given: unknown[]) => {
    const answer = await method.apply(of, given);
    done.push(name);
    return answer;
  }) as never);
  return of;
}

beforeEach(async () => {
  store = await temporaryStore();
  await store.account("acc");
  done = [];
});

afterEach(() => store[Symbol.asyncDispose]());

test("a message that was written or edited wakes the queue; an edit of none does not", async () => {
  const messages = new WakingMessages(noted(noted(new SqlMessageStore(store.db), "add"), "edit"), workers);
  const { ids } = await messages.add(scope, [tea]);
  expect(done).toEqual(["add", "queue"]);
  expect(await messages.edit(scope, ids[0]!, { content: "coffee" })).toMatchObject({ content: "coffee" });
  expect(done.splice(0)).toEqual(["add", "queue", "edit", "queue"]);
  expect(await messages.edit(scope, "none", { content: "coffee" })).toBeUndefined();
  expect(done).toEqual(["edit"]);
});

test("a pattern that was written or edited wakes the queue; an edit of none does not", async () => {
  const patterns = new WakingPatterns(noted(noted(new SqlPatternStore(store.db), "put"), "edit"), workers);
  const put = await patterns.put(scope, pattern("one"), byUser);
  expect(done).toEqual(["put", "queue"]);
  await patterns.edit(scope, put.pattern.id, { title: "two" }, byUser);
  expect(done.splice(0)).toEqual(["put", "queue", "edit", "queue"]);
  expect(await patterns.edit(scope, "none", { title: "two" }, byUser)).toBeUndefined();
  expect(done).toEqual(["edit"]);
});

test("a merge finds all receipts, and wakes the queue and the eraser; one into none wakes neither", async () => {
  const patterns = new WakingPatterns(noted(new SqlPatternStore(store.db), "merge"), workers);
  const target = await patterns.put(scope, pattern("one"), byUser);
  const other = await patterns.put(scope, pattern("two"), byUser);
  done = [];
  await patterns.merge(scope, target.pattern.id, [other.pattern.id], byUser);
  expect(done.splice(0)).toEqual(["drain", "merge", "queue", "eraser"]);
  expect(await patterns.merge(scope, "none", [target.pattern.id], byUser)).toBeUndefined();
  expect(done).toEqual(["drain", "merge"]);
});

test("an erasure finds all receipts, and wakes the eraser; one of nothing does not", async () => {
  const [id] = (await new SqlMessageStore(store.db).add(scope, [tea])).ids;
  const erasures = new WakingErasures(noted(new SqlErasureStore(store.db), "begin"), workers);
  const begun = await erasures.begin(scope, { kind: "message", id: id! });
  expect(done.splice(0)).toEqual(["drain", "begin", "eraser"]);
  expect(await erasures.get(scope, begun!.id)).toEqual(begun);
  expect(await erasures.begin(scope, { kind: "message", id: "none" })).toBeUndefined();
  expect(done).toEqual(["drain", "begin"]);
});
