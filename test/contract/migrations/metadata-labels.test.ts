import { expect, test } from "vitest";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { gatewaySource } from "../../../src/memory/entity/message.ts";
import { labelOf } from "../../../src/memory/entity/metadata-labels.ts";
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { embedAll, makeFolder, wordSpace, type Stores } from "../../fixture/stores.ts";
import { findings } from "../fixture/account-data.ts";

const name = "0025-metadata-labels";
const said = { role: "user", sessionId: "s", source: "", origin: "user" } as const;

test("what was stored with metadata before is found by it, in the base too; what was not keeps its seq", async () => {
  const folder = makeFolder();
  const old = await folder.open();
  const { id: account } = await old.accounts.ensure("main", "unlimited");
  const { id: other } = await old.accounts.ensure("other", "unlimited");
  const metadata = { topic: "billing", plan: { seats: 3 } };
  const messages = [
    { ...said, content: "red tea", metadata },
    { ...said, content: "green tea" },
    { ...said, content: "black tea", metadata, source: gatewaySource },
    { ...said, content: "white tea", metadata },
  ];
  const { ids } = await old.messages.add({ account, user: "ann" }, messages);
  const [labelled, plain, gateways, erased] = ids as [string, string, string, string];
  const moreThanASlice = Array.from({ length: 150 }, (_, i) => ({ ...said, content: `tea ${i}`, metadata }));
  const others = await old.messages.add({ account: other, user: "ann" }, moreThanASlice);
  await new SqlErasureStore(old.db).begin({ account, user: "ann" }, { kind: "message", id: erased });
  await embedAll(old);
  await old.db.writer.write(async (tx) => {
    await tx.updateTable("memory").set({ tags: "[]" }).execute();
    await tx.deleteFrom("migration").where("name", "=", name).execute();
  });
  for (const each of [account, other]) await flush(old, each);
  expect([...(await found(old, account)), ...(await found(old, other))]).toEqual([]);
  const before = await seqs(old);
  await old.close();

  const stores = await folder.open();
  const after = await seqs(stores);
  expect(after[labelled]).toBeGreaterThan(before[erased]!);
  for (const id of [plain, gateways, erased]) expect(after[id]).toBe(before[id]);
  for (const each of [account, other]) await flush(stores, each);
  expect(await found(stores, account)).toEqual([labelled]);
  expect((await found(stores, other)).toSorted()).toEqual(others.ids.toSorted());
  expect(await findings(stores.db)).toEqual([]);
  await folder.remove();
});

const flush = ({ flush: store, base }: Stores, account: string) =>
  new Flusher({ store, base, dimensions: () => wordSpace.dimensions }).flushAccount(account);

async function seqs({ db }: Stores): Promise<Record<string, number>> {
  const rows = await db.read.selectFrom("memory").select(["id", "seq"]).execute();
  return Object.fromEntries(rows.map(({ id, seq }) => [id, seq]));
}

async function found({ base, index }: Stores, account: string): Promise<string[]> {
  const { fingerprint, baseVersion: version } = (await index.state(account))!;
  const filter = { users: ["ann"], tags: [labelOf("topic", "billing")] };
  const query = { vector: undefined, terms: termsOf("tea"), filter, limit: 200 };
  return (await base.candidates(account, { fingerprint, version }, query)).byWords;
}
