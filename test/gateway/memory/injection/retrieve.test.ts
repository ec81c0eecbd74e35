import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { squeeze } from "../../../../src/gateway/memory/chain/texts.ts";
import { Deadline } from "../../../../src/gateway/memory/deadline.ts";
import { retrieve } from "../../../../src/gateway/memory/injection/retrieval/retrieve.ts";
import { ResidentSet } from "../../../../src/memory/search/resident/resident-set.ts";
import type { SearchRequest } from "../../../../src/memory/search/request.ts";
import { Search } from "../../../../src/memory/search/search.ts";
import { SqlGatewayStore } from "../../../../src/store/gateway/gateway-store.ts";
import { embedAll, makeFolder, wordSpace, type Folder, type Stores } from "../../../fixture/stores.ts";

/** With the real search: what stands before an answer, however much it is, leaves room for it. */

const question = "Where does the staging database run and who runs it?";
const answer = "Where the staging database does run, and who runs it: Zoltan.";

let folder: Folder;
let stores: Stores;
let search: Search;

beforeAll(async () => {
  folder = makeFolder();
  stores = await folder.open();
  const { index: store, base } = stores;
  const residents = new ResidentSet(store);
  search = new Search({ embedder: wordSpace, store, base, residents, receipts: { add: () => {} } });
});
afterAll(() => folder.remove());

/** What is shown of texts that were said, each in a session of its own. */
async function shownOf(account: string, texts: readonly string[], said: readonly string[]): Promise<string[]> {
  const { id } = await stores.accounts.ensure(account, "unlimited");
  const scope = { account: id, user: "ann" };
  const message = { role: "user" as const, origin: "user" as const, source: "", createdAtMs: 0 };
  const messages = texts.map((content, at) => ({ ...message, content, sessionId: `s${at}` }));
  await stores.messages.add(scope, messages);
  await embedAll(stores);
  const { items } = await retrieve(
    scope,
    { text: question, threadId: "t", said: new Set(said.map(squeeze)), shown: new Set() },
    {
      search,
      store: new SqlGatewayStore(stores.db),
      now: Date.now,
      deadline: { signal: AbortSignal.timeout(20_000), wait: (work) => work, atMs: Infinity },
    },
  );
  return items.map(({ text }) => text);
}

test("the question itself, asked in four hundred conversations", async () => {
  const asked = Array.from({ length: 400 }, () => question);
  expect(await shownOf("often", [answer, ...asked], [question])).toEqual([answer]);
});

test("three hundred messages of the conversation on the same thing", async () => {
  const said = Array.from({ length: 300 }, (_, at) => `${question} ${at}`);
  expect(await shownOf("long", [answer, ...said], said)).toEqual([answer]);
});

test("where the vector of the question comes too late, what words find is shown", async () => {
  const { id } = await stores.accounts.ensure("slow", "unlimited");
  const scope = { account: id, user: "ann" };
  const message = { role: "user" as const, origin: "user" as const, source: "", createdAtMs: 0 };
  await stores.messages.add(scope, [{ ...message, content: answer, sessionId: "s" }]);
  const { index: store, base } = stores;
  const embedder = { ...wordSpace, healthy: () => true, embed: () => sleep(400, []) };
  const slow = new Search({ embedder, store, base, residents: new ResidentSet(store), receipts: { add: () => {} } });
  using deadline = new Deadline(new AbortController().signal, 300);
  const asking = { text: question, threadId: "t", said: new Set<string>(), shown: new Set<string>() };
  const options = { search: slow, store: new SqlGatewayStore(stores.db), now: Date.now, deadline };
  const { items, isByWordsOnly } = await deadline.wait(retrieve(scope, asking, options));
  expect(items.map(({ text }) => text)).toEqual([answer]);
  expect(isByWordsOnly).toBe(true);
});

test("a search waits for vectors until there is still time for all that comes behind", async () => {
  const asked: SearchRequest[] = [];
  const recording: Pick<Search, "search"> = {
    search: async (_, request) => {
      asked.push(request);
      return { retrievalId: "ret_a", results: [] };
    },
  };
  const lastMs = () => performance.now() + 20_000 - 100;
  const earliestMs = lastMs();
  using deadline = new Deadline(new AbortController().signal, 20_000);
  const latestMs = lastMs();
  const asking = { text: question, threadId: "t", said: new Set<string>(), shown: new Set<string>() };
  const options = { search: recording, store: new SqlGatewayStore(stores.db), now: Date.now, deadline };
  await retrieve({ account: "a", user: "ann" }, asking, options);
  expect(asked[0]!.awaitsUntilMs).toBeGreaterThanOrEqual(earliestMs);
  expect(asked[0]!.awaitsUntilMs).toBeLessThanOrEqual(latestMs);
});
