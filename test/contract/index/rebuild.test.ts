import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rebuildIndex } from "../../../src/cli/index/rebuild.ts";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { makeFolder, wordSpace, type Folder, type Stores } from "../../fixture/stores.ts";

const { dimensions } = wordSpace;
let folder: Folder;
let stores: Stores;

beforeEach(async () => {
  folder = makeFolder();
  stores = await folder.open();
});
afterEach(() => folder.remove());

test("an index is built anew once more where a server beside it took the lease, and no third time", async () => {
  const { flush, base, accounts, messages, index } = stores;
  const { id: account } = await accounts.ensure("main", "unlimited");
  const message = { role: "user", sessionId: "s", source: "", origin: "user" } as const;
  await messages.add(
    { account, user: "ann" },
    Array.from({ length: 20 }, (_, at) => ({ ...message, content: `note ${at}` })),
  );
  const later = await folder.open(() => Date.now() + 120_000);
  const server = new Flusher({ store: later.flush, base: later.base, dimensions: () => dimensions });
  const renew = flush.renew.bind(flush);
  const spy = vi.spyOn(flush, "renew");
  const rebuild = () => rebuildIndex(account, { flushes: flush, base, dimensions, residentRows: 10 });

  const whileServed = async (...lease: Parameters<typeof renew>) => {
    await server.flushAccount(account);
    return renew(...lease);
  };
  spy.mockImplementationOnce(whileServed);
  await rebuild();
  expect(await index.state(account)).toMatchObject({ flushedSeq: 20 });

  spy.mockResolvedValue(false);
  await expect(rebuild()).rejects.toMatchObject({ code: "unavailable" });
});
