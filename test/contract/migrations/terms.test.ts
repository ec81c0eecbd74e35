import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import SqliteConnection from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from "kysely";
import { expect, test } from "vitest";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import { encodeTerms } from "../../../src/store/memory/terms-codec.ts";
import { migrations } from "../../../src/store/migrations/index.ts";
import { makeFolder, wordSpace, wordVector, type Stores } from "../../fixture/stores.ts";

test("terms of the old rules are made anew, and what was counted of them goes", async () => {
  const connection = new SqliteConnection(":memory:") as unknown as SqliteDatabase;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  const { "0021-folded-terms": terms, ...before } = migrations;
  for (const up of Object.values(before)) await up(db, "blob");
  await sql`insert into account (id, name, plan, created_at, seq, flushed_seq, base_version, flush_token)
    values ('acc', 'acc', 'free', 1, 700, 700, 9, 3)`.execute(db);
  for (let seq = 1; seq <= 700; seq++) {
    const text = seq === 7 ? null : `Two cookies, ${seq}`;
    await sql`insert into memory (account_id, id, user_id, layer, seq, session_id, position, created_at, tags, origin, text, terms)
      values ('acc', ${`msg_${seq}`}, 'ann', 'signals', ${seq}, '', -1, 1, '[]', 'user', ${text}, ${text && Buffer.from("old")})`.execute(
      db,
    );
  }
  await sql`insert into flushed values ('acc', 'msg_1', 'ann', '', x'00')`.execute(db);
  await sql`insert into lexicon_term values ('acc', 'ann', 1, 1, 1)`.execute(db);
  await sql`insert into lexicon_session values ('acc', 'ann', 's', x'00')`.execute(db);
  await sql`insert into lexicon_total values ('acc', 'ann', 1, 1, 1, 1)`.execute(db);

  await terms!(db, "blob");
  const { rows } = await sql<{ seq: number; terms: Uint8Array | null }>`select seq, terms from memory`.execute(db);
  const right = (seq: number) => (seq === 7 ? null : Buffer.from(encodeTerms(termsOf(`Two cookies, ${seq}`))));
  expect(rows).toEqual(rows.map(({ seq }) => ({ seq, terms: right(seq) })));
  expect(rows).toHaveLength(700);
  for (const table of ["flushed", "lexicon_term", "lexicon_session", "lexicon_total"]) {
    const left = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    expect(left.rows, table).toEqual([]);
  }
  const accounts = await sql<object>`select seq, flushed_seq, base_version, flush_token from account`.execute(db);
  expect(accounts.rows).toEqual([{ seq: 700, flushed_seq: 0, base_version: 0, flush_token: 4 }]);
  await db.destroy();
});

test("a base of old terms is built anew, and finds words by the new ones", async () => {
  const folder = makeFolder();
  const old = await folder.open();
  const { id: account } = await old.accounts.ensure("main", "unlimited");
  const message = { role: "user", content: "Two cookies", sessionId: "s", source: "", origin: "user" } as const;
  const { ids } = await old.messages.add({ account, user: "ann" }, [message]);
  const [job] = await old.embeddings.claim(wordSpace.fingerprint, 1, 60_000);
  await old.embeddings.complete(wordSpace.fingerprint, [{ job: job!, vector: wordVector(job!.text) }]);
  await old.db.writer.write((tx) =>
    tx
      .updateTable("memory")
      .set({ terms: encodeTerms(termsOf("cooki")) })
      .execute(),
  );
  await flush(old, account);
  expect(await found(old, account, "cookie")).toEqual([]);
  await old.db.writer.write((tx) => tx.deleteFrom("migration").where("name", "=", "0021-folded-terms").execute());
  await old.close();

  const stores = await folder.open();
  expect((await stores.index.state(account))!.flushedSeq).toBe(0);
  await flush(stores, account);
  expect(await found(stores, account, "cookie")).toEqual(ids);
  await folder.remove();
});

const flush = ({ flush: store, base }: Stores, account: string) =>
  new Flusher({ store, base, dimensions: () => wordSpace.dimensions }).flushAccount(account);

async function found({ base, index }: Stores, account: string, text: string): Promise<string[]> {
  const { fingerprint, baseVersion: version } = (await index.state(account))!;
  const query = { vector: undefined, terms: termsOf(text), filter: { users: ["ann"] }, limit: 10 };
  return (await base.candidates(account, { fingerprint, version }, query)).byWords;
}

test("who changes the terms of a text writes a migration as 0021-folded-terms, and then this hash", () => {
  const licence = readFileSync(join(import.meta.dirname, "../../../LICENSE"), "utf8");
  const others = "movies cancelled used dying agreed policemen crises menus ❤️ 葛城 ภาษาไทย 고양이 café";
  const made = hash("sha256", encodeTerms(termsOf(`${licence} ${others}`)));
  expect(made.slice(0, 16)).toBe("ef4e363e95bd7e5e");
});
