import { expect, test } from "vitest";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { labelOf } from "../../../src/memory/metadata-labels.ts";
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import { makeFolder, wordSpace, wordVector, type Stores } from "../../fixture/stores.ts";

const name = "0025-metadata-labels";
const said = { role: "user", sessionId: "s", source: "", origin: "user" } as const;

test("what was stored with metadata before is found by it, in the base too; what was not keeps its seq", async () => {
  const folder = makeFolder();
  const old = await folder.open();
  const { id: account } = await old.accounts.ensure("main", "unlimited");
  const ann = { account, user: "ann" };
  const metadata = { topic: "billing", plan: { seats: 3 } };
  const messages = [
    { ...said, content: "red tea", metadata },
    { ...said, content: "green tea" },
  ];
  const { ids } = await old.messages.add(ann, messages);
  const jobs = await old.embeddings.claim(wordSpace.fingerprint, 2, 60_000);
  await old.embeddings.complete(
    wordSpace.fingerprint,
    jobs.map((job) => ({ job, vector: wordVector(job.text) })),
  );
  await old.db.writer.write(async (tx) => {
    await tx.updateTable("memory").set({ tags: "[]" }).execute();
    await tx.deleteFrom("migration").where("name", "=", name).execute();
  });
  await flush(old, account);
  expect(await found(old, account)).toEqual([]);
  const before = await seqs(old);
  await old.close();

  const stores = await folder.open();
  const after = await seqs(stores);
  expect(after[ids[0]!]).toBeGreaterThan(Math.max(...Object.values(before)));
  expect(after[ids[1]!]).toBe(before[ids[1]!]);
  await flush(stores, account);
  expect(await found(stores, account)).toEqual([ids[0]]);
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
  const query = { vector: undefined, terms: termsOf("tea"), filter, limit: 10 };
  return (await base.candidates(account, { fingerprint, version }, query)).byWords;
}
