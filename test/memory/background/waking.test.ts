import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DrainedOutcomes } from "../../../src/memory/background/drained-outcomes.ts";
import { Receipts } from "../../../src/memory/background/receipts.ts";
import { wakingErasures, wakingMessages, wakingPatterns } from "../../../src/memory/background/waking.ts";
import { receiptOf } from "../../../src/memory/entity/retrieval.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlOutcomeStore } from "../../../src/store/retrieval/outcomes.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { pattern } from "../../contract/fixture/account-data.ts";
import { temporaryStore, type TemporaryStore } from "../../contract/fixture/store.ts";

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
  const messages = wakingMessages(noted(noted(new SqlMessageStore(store.db), "add"), "edit"), workers);
  const { ids } = await messages.add(scope, [tea]);
  expect(done).toEqual(["add", "queue"]);
  expect(await messages.edit(scope, ids[0]!, { content: "coffee" })).toMatchObject({ content: "coffee" });
  expect(done.splice(0)).toEqual(["add", "queue", "edit", "queue"]);
  expect(await messages.edit(scope, "none", { content: "coffee" })).toBeUndefined();
  expect(done).toEqual(["edit"]);
});

test("a pattern that was written or edited wakes the queue; an edit of none does not", async () => {
  const patterns = wakingPatterns(noted(noted(new SqlPatternStore(store.db), "put"), "edit"), workers);
  const put = await patterns.put(scope, pattern("one"), byUser);
  expect(done).toEqual(["put", "queue"]);
  await patterns.edit(scope, put.pattern.id, { title: "two" }, byUser);
  expect(done.splice(0)).toEqual(["put", "queue", "edit", "queue"]);
  expect(await patterns.edit(scope, "none", { title: "two" }, byUser)).toBeUndefined();
  expect(done).toEqual(["edit"]);
});

test("a merge finds all receipts, and wakes the queue and the eraser; one into none wakes neither", async () => {
  const patterns = wakingPatterns(noted(new SqlPatternStore(store.db), "merge"), workers);
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
  const erasures = wakingErasures(noted(new SqlErasureStore(store.db), "begin"), workers);
  const begun = await erasures.begin(scope, { kind: "message", id: id! });
  expect(done.splice(0)).toEqual(["drain", "begin", "eraser"]);
  expect(await erasures.get(scope, begun!.id)).toEqual(begun);
  expect(await erasures.begin(scope, { kind: "message", id: "none" })).toBeUndefined();
  expect(done).toEqual(["drain", "begin"]);
});

test("an outcome finds a receipt that waits; while the store takes none it is known, and may come again", async () => {
  const search = { id: "ret_1", query: "tea", createdAtMs: Date.now() };
  const retrievals = new SqlRetrievalStore(store.db);
  const failing = { record: async () => Promise.reject(new Error("disk full")), get: retrievals.get.bind(retrievals) };
  const full = new Receipts(failing);
  full.add(receiptOf(scope, search, []));
  const outcome = { retrievalId: search.id, success: true };
  const late = new DrainedOutcomes(new SqlOutcomeStore(store.db), full);
  await expect(late.record(scope, outcome)).rejects.toMatchObject({ code: "unavailable", retryAfterS: 1 });
  expect(await late.record({ ...scope, user: "bob" }, outcome)).toBeUndefined();
  expect(await late.record(scope, { ...outcome, retrievalId: "none" })).toBeUndefined();
  await full.close();

  const receipts = new Receipts(retrievals);
  receipts.add(receiptOf(scope, search, []));
  const outcomes = new DrainedOutcomes(new SqlOutcomeStore(store.db), receipts);
  expect(await outcomes.record(scope, outcome)).toMatchObject({ status: "recorded" });
  await receipts.close();
});
