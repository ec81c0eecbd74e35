import { expect, test } from "vitest";
import type { ErasureTarget } from "../../../src/memory/entity/erasure.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import type { Database } from "../../../src/store/database.ts";
import type { Tx } from "../../../src/store/engine.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { kindOf } from "../../../src/store/erasure/kinds.ts";
import { withoutErased } from "../../../src/store/erasure/late-receipts.ts";
import { deleteSlice, largeTables } from "../../../src/store/memory/delete-rows.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { rowOf } from "../../../src/store/outcome/retrieval-row.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { findings, message, pattern, say } from "../fixture/account-data.ts";
import { ana, filesWith, purge, receiptOf, system } from "../fixture/erasing.ts";
import { explained } from "../fixture/plans.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

/** Large erasures: what others notice of them, and what a crash leaves. */

const page = { limit: 100, offset: 0 };

/** The same database, of which the process dies at a write. */
function dyingAfter(store: TemporaryStore, writes: number): SqlErasureStore {
  let left = writes;
  const { writer } = store.db;
  const killed = () => Promise.reject(new Error("killed"));
  const mortal: Pick<typeof writer, "write" | "exclusive"> = {
    write: (work) => (left-- > 0 ? writer.write(work) : killed()),
    exclusive: (work) => (left-- > 0 ? writer.exclusive(work) : killed()),
  };
  return new SqlErasureStore({ ...store.db, writer: mortal as Database["writer"] }); // it uses no more
}

test("others write while a large erasure is under way, and nobody waits for all of it", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await store.account("other");
  const messages = new SqlMessageStore(store.db);
  const batch = Array.from({ length: 1_000 }, (_, i) => message(`text ${i}`, `s${i % 700}`));
  for (let i = 0; i < 4; i++) await messages.add(ana, batch);
  const state = { done: false };
  const erasure = new SqlErasureStore(store.db).begin(ana, { kind: "user" }).finally(() => (state.done = true));
  let written = 0;
  for (; !state.done; written++) await say(store.db, { account: "other", user: "ana" }, "meanwhile");
  expect(written).toBeGreaterThan(3);
  expect((await erasure)?.counts).toEqual({ messages: 4_000, patterns: 0, sessions: 700, retrievals: 0 });
  expect(await findings(store.db)).toEqual([]);
});

test.each<[string, Scope, ErasureTarget]>([
  ["a session", ana, { kind: "session", id: "one" }],
  ["a user", ana, { kind: "user" }],
  ["an account", system, { kind: "account" }],
])(
  "an erasure of %s that is interrupted anywhere is gone on with, and counts each thing once",
  async (_, scope, target) => {
    const counts = { messages: 1_250, patterns: target.kind === "session" ? 0 : 1, sessions: 1, retrievals: 150 };
    for (let writes = 1, interrupted = true; interrupted; writes++) {
      await using store = await temporaryStore();
      await store.account("acc");
      const messages = new SqlMessageStore(store.db);
      const { ids } = await messages.add(
        ana,
        Array.from({ length: 1_250 }, () => message("canary")),
      );
      await new SqlPatternStore(store.db).put(
        ana,
        pattern("Title"),
        { origin: "agent" },
        { key: "k", operation: "Put", requestHash: "h" },
      );
      const receipts = ids.slice(0, 150).map((id, i) => receiptOf(ana, `ret_${i}`, [id, ids[i + 1]!], "canary"));
      await new SqlRetrievalStore(store.db).record(receipts);
      const begun = await dyingAfter(store, writes)
        .begin(scope, target)
        .catch(() => "killed" as const);
      interrupted = begun === "killed";
      const erasures = new SqlErasureStore(store.db);
      expect(await findings(store.db)).toEqual([]);
      const [job] = await erasures.pending("acc", Date.now(), 10);
      expect(job!.hiddenAtMs !== undefined).toBe(!interrupted);
      // Whoever asks again joins it, and the eraser does.
      const again = interrupted ? (await Promise.all([erasures.begin(scope, target), erasures.hide(job!)]))[0] : begun;
      expect(again).toMatchObject({ id: job!.id, counts });
      expect(await erasures.begin(scope, target)).toBeUndefined();
      expect(await messages.list(ana, "one", page)).toBeUndefined();
      expect(await findings(store.db)).toEqual([]);
      await purge(erasures, "acc");
      expect(filesWith(store, "canary")).toEqual([]);
    }
  },
  60_000,
);

test("what is to erase is found by indexes, whatever else the account holds", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await say(store.db, ana, "text");
  await using plans = explained(store);
  const of = { account_id: "acc", user_id: "ana" };
  for (const [kind, target] of [
    ["session", "one"],
    ["user", ""],
    ["account", ""],
  ] as const) {
    await kindOf({ kind }).live(plans.db.read as Tx, { ...of, kind, target }, 10);
  }
  const steps = plans.steps('from "memory"');
  expect(steps).toHaveLength(3);
  for (const step of steps) expect(step).toMatch(/^SEARCH memory USING INDEX memory_place \(account_id=\?/);

  const erasures = new SqlErasureStore(plans.db);
  await erasures.begin(ana, { kind: "session", id: "one" });
  const answers = "idempotency_1 (account_id=? AND user_id=? AND (operation,key)>(?,?))";
  expect(plans.steps('from "idempotency"')).toEqual([expect.stringContaining(answers)]);
  await erasures.begin({ account: "acc", user: "nobody" }, { kind: "user" });
  await erasures.openAccounts("", 10);
  await erasures.pending("acc", 0, 10);
  const age = "SEARCH retrieval USING COVERING INDEX retrieval_age (account_id=? AND (created_at,id)>(?,?))";
  expect(plans.steps('from "retrieval"')).toEqual([age.replace("COVERING ", ""), age]);
  for (const step of plans.steps('from "erasure"', '"done_at" is null'))
    expect(step).toMatch(/^SEARCH erasure USING .*INDEX erasure_(open|hidden)/);
  await withoutErased(plans.db.read as Tx, [rowOf(receiptOf(ana, "ret_1", [], "query"))]);
  const since = plans.steps('from "erasure"', '"hidden_at" >= ').filter((step) => step.includes("erasure USING"));
  expect(since).toHaveLength(2);
  for (const step of since) expect(step).toMatch(/^SEARCH erasure USING INDEX erasure_hidden \(account_id=\? AND /);
});

test("what is left of an account is deleted in slices, each by whole keys", async () => {
  await using store = await temporaryStore();
  await store.db.writer.write(async (tx) => {
    const rows = Array.from({ length: 600 }, (_, i) => ({ user_id: `user ${i}`, term: 7, memories: 1, sessions: 1 }));
    await tx
      .insertInto("lexicon_term")
      .values(rows.map((row) => ({ account_id: "acc", ...row })))
      .execute();
  });
  const term = (tx: Tx) => deleteSlice(tx, "lexicon_term", { account: "acc" });
  expect(await store.db.writer.write(term)).toEqual({ deleted: 500, more: true });
  expect(await store.db.writer.write(term)).toEqual({ deleted: 100, more: false });

  await using plans = explained(store);
  for (const table of largeTables) await deleteSlice(plans.db.read as Tx, table, { account: "acc" });
  const steps = plans.steps("delete from").filter((step) => step.startsWith("SEARCH"));
  const [deleted, chosen] = [0, 1].map((part) => steps.filter((_, at) => at % 2 === part));
  expect(deleted).toHaveLength(largeTables.length);
  for (const step of deleted!) expect(step).toMatch(/autoindex_\w+_1 \(account_id=\? AND .*=\?\)$/);
  for (const step of chosen!) expect(step).toMatch(/COVERING INDEX \w+ \(account_id=\?\)$/);
});
