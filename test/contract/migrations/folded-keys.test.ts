import SqliteConnection from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from "kysely";
import { expect, test } from "vitest";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { migrations } from "../../../src/store/migrations/index.ts";
import { makeFolder, wordSpace, wordVector, type Stores } from "../../fixture/stores.ts";

const name = "0022-folded-keys";
const byAgent = { origin: "agent" } as const;
const about = (title: string, tags: string[] = []) => ({
  title,
  problem: "",
  solution: "As ever.",
  tags,
  worksWhen: [],
  antiPatterns: [],
});

test("a pattern is found by the key of its title and by its tags as they are folded now, in the base too", async () => {
  const folder = makeFolder();
  const old = await folder.open();
  const { id: account } = await old.accounts.ensure("main", "unlimited");
  const ann = { account, user: "ann" };
  const { pattern } = await new SqlPatternStore(old.db).put(ann, about("Yazılım testi", ["Yazılım", "ci"]), byAgent);
  const [job] = await old.embeddings.claim(wordSpace.fingerprint, 1, 60_000);
  await old.embeddings.complete(wordSpace.fingerprint, [{ job: job!, vector: wordVector(job!.text) }]);
  await old.db.writer.write(async (tx) => {
    await tx.updateTable("pattern").set({ title_key: "yazilim testi" }).execute();
    await tx.updateTable("memory").set({ tags: '["yazilim","ci"]' }).execute();
    await tx.deleteFrom("migration").where("name", "=", name).execute();
  });
  await flush(old, account);
  expect(await found(old, account, "yazılım")).toEqual([]);
  await old.close();

  const stores = await folder.open();
  await flush(stores, account);
  expect(await found(stores, account, "yazılım")).toEqual([pattern.id]);
  const patterns = new SqlPatternStore(stores.db);
  expect((await patterns.list(ann, ["yazılım"], { limit: 10, offset: 0 })).total).toBe(1);
  const again = await patterns.put(ann, about("YAZıLıM TESTI", ["Yazılım", "ci"]), byAgent);
  expect([again.status, again.pattern.id]).toEqual(["updated", pattern.id]);
  await folder.remove();
});

const flush = ({ flush: store, base }: Stores, account: string) =>
  new Flusher({ store, base, dimensions: () => wordSpace.dimensions }).flushAccount(account);

async function found({ base, index }: Stores, account: string, tag: string): Promise<string[]> {
  const { fingerprint, baseVersion: version } = (await index.state(account))!;
  const filter = { users: ["ann"], tags: [tag] };
  const query = { vector: undefined, terms: termsOf("testi"), filter, limit: 10 };
  return (await base.candidates(account, { fingerprint, version }, query)).byWords;
}

test("what changes has a new seq, what does not keeps its own, and of namesakes the later one keeps its key", async () => {
  const connection = new SqliteConnection(":memory:") as unknown as SqliteDatabase;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  const { [name]: foldedKeys, ...before } = migrations;
  for (const up of Object.values(before)) await up(db, "blob");
  await sql`insert into account (id, name, plan, created_at, seq) values ('acc', 'acc', 'free', 1, 300)`.execute(db);
  const put = async (seq: number, title: string, key: string, tags: string, folded: string) => {
    const id = `pat_${String(seq).padStart(3, "0")}`;
    await sql`insert into pattern (account_id, id, title, problem, solution, tags, works_when, anti_patterns, user_id, title_key,
      version, session_id, created_at, updated_at)
      values ('acc', ${id}, ${title}, '', '', ${tags}, '[]', '[]', 'ann', ${key}, 1, '', 1, 1)`.execute(db);
    await sql`insert into memory (account_id, id, user_id, layer, seq, session_id, position, created_at, tags, origin, text)
      values ('acc', ${id}, 'ann', 'patterns', ${seq}, '', -1, 1, ${folded}, 'agent', ${title})`.execute(db);
  };
  await put(1, "Sınır", "sinir", '["Dış","GROẞ"]', '["diş","groß"]');
  await put(2, "Straße", "strasse", '["Köln"]', '["köln"]');
  await put(3, "STRAẞE", "straße", "[]", "[]");
  for (let seq = 4; seq <= 300; seq++) await put(seq, `Test ${seq}`, `test ${seq}`, '["ı"]', '["i"]');

  await foldedKeys!(db, "blob");
  const { rows } = await sql<{ title_key: string; tags: string; seq: number }>`
    select title_key, memory.tags, memory.seq from pattern inner join memory on memory.id = pattern.id
    order by memory.id`.execute(db);
  expect(rows.slice(0, 4)).toEqual([
    { title_key: "sınır", tags: '["dış","gross"]', seq: 301 },
    { title_key: "strasse", tags: '["köln"]', seq: 2 },
    { title_key: "straße", tags: "[]", seq: 3 },
    { title_key: "test 4", tags: '["ı"]', seq: 302 },
  ]);
  expect(rows.at(-1)).toEqual({ title_key: "test 300", tags: '["ı"]', seq: 598 });
  expect((await sql`select seq from account`.execute(db)).rows).toEqual([{ seq: 598 }]);
  await db.destroy();
});
