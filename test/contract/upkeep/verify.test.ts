import { sql, type KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "../../../src/store/database.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlOutcomeStore } from "../../../src/store/retrieval/outcomes.ts";
import { SqlStatementStore } from "../../../src/store/directive/statements.ts";
import { embedAll, findings, flushAll, pattern, say } from "../fixture/account-data.ts";
import { receipt } from "../fixture/erasing.ts";
import { readStatements } from "../fixture/rulebook.ts";
import { temporaryStore } from "../fixture/store.ts";

test.each([
  ["a seq above that of its account", "update account set seq = 1, flushed_seq = 0"],
  ["a seq that another memory has", "update memory set seq = 6"],
  ["more is flushed than was written", "update account set flushed_seq = seq + 1"],
  ["messages without their session", "delete from session"],
  ["a session whose message count is wrong", "update session set message_count = message_count + 1"],
  ["a session that would assign a place twice", "update session set next_position = next_position - 1"],
  ["a place in a session that another memory has", "update memory set position = 0 where position >= 0"],
  ["a message without its role", "update memory set role = null"],
  ["a memory without its pattern", "delete from pattern"],
  ["a session whose message count is wrong", "delete from memory where layer = 'signals'"],
  ["a pattern without its memory", "delete from memory where layer = 'patterns'"],
  ["a tombstone that still has content", "update memory set deleted = 1"],
  ["a vector of another text", "update memory set content_hash = 'other'"],
  ["a memory that is recorded as embedded but has no vector", "delete from vector"],
  ["terms that do not match the text", "update memory set terms = x'00000000' where layer = 'signals'"],
  ["labels that do not match the metadata", `update memory set tags = '["x"]' where layer = 'signals'`],
  ["a user whose totals are wrong", "update lexicon_total set sessions = sessions + 1"],
  ["a session whose terms are wrong", "delete from lexicon_session"],
  ["a term whose frequency is wrong", "update lexicon_term set memories = memories + 1"],
  [
    "claims of a memory that does not exist or has another text",
    "insert into claim values ('acc', 'x', 'ana', 1, 'h', 1, 0, '[]')",
  ],
  [
    "statements of a memory that does not exist or has another text",
    "insert into directive_statement (account_id, id, user_id, binds, session_id, source, origin, said_at, content_hash, rules, leans, version) select 'acc', 'x', user_id, binds, session_id, source, origin, said_at, content_hash, rules, 0, 1 from directive_statement limit 1",
  ],
  ["statements read with a message that does not exist", "update directive_statement set before_id = 'x'"],
  ["more is read for directives than was written", "update directive_progress set seq = seq + 1"],
  ["outcomes of a memory that does not exist", "update credit set memory_id = 'nobody'"],
  ["a credit without its outcome", "delete from outcome"],
  ["a record that does not match the reported outcomes", "update memory set applications = 2 where applications = 1"],
])("verification finds %s", async (problem, damage) => {
  await using store = await temporaryStore();
  await store.account("acc");
  const scope = { account: "acc", user: "ana" };
  for (const text of ["apple pear", "plum"]) await say(store.db, scope, text);
  const { pattern: put } = await new SqlPatternStore(store.db).put(scope, pattern("Title"), { origin: "agent" });
  await receipt(store, scope, "ret_1", [put.id]);
  await new SqlOutcomeStore(store.db).record(scope, { retrievalId: "ret_1", success: true });
  await embedAll(store.db);
  await readStatements(new SqlStatementStore(store.db));
  await flushAll(store.db, "acc");
  expect(await findings(store.db)).toEqual([]);
  await store.db.writer.write((tx) => sql.raw(damage).execute(tx));
  expect((await findings(store.db)).map((finding) => finding.problem)).toContain(problem);
});

test("verification finds nothing where somebody writes and flushes between what it reads", async () => {
  await using store = await temporaryStore();
  const { db } = store;
  await store.account("acc");
  const scope = { account: "acc", user: "ana" };
  const id = await say(db, scope, "apple pear");
  await flushAll(db, "acc");
  let edits = 0;
  const writing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await new SqlMessageStore(db).edit(scope, id, { content: "plum ".repeat(++edits) });
      await flushAll(db, "acc");
      return result;
    },
  };
  const snapshot: Database["snapshot"] = (work) => db.snapshot((read) => work(read.withPlugin(writing)));
  expect(await findings({ ...db, read: db.read.withPlugin(writing), snapshot })).toEqual([]);
  expect(edits).toBeGreaterThan(10);
});
