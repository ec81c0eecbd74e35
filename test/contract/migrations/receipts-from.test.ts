import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { up as receiptsFrom } from "../../../src/store/migrations/0016-receipts-from.ts";
import { say } from "../fixture/account-data.ts";
import { ana, receipt } from "../fixture/erasing.ts";
import { temporaryStore } from "../fixture/store.ts";

test("an erasure that began before takes facts from receipts of the memory's first day", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const gone = await say(store.db, ana, "gone");
  await receipt(store, ana, "ret_ana", ["fact_1"]);
  const row = { account_id: "acc", user_id: "ana", counts: "{}", done_at: null };
  const from = Date.now() - 60_000;
  await store.db.writer.write((tx) =>
    tx
      .insertInto("erasure")
      .values([
        {
          ...row,
          id: "era_1",
          kind: "message",
          target: gone,
          receipts_from: from,
          created_at: Date.now(),
          hidden_at: null,
        },
        { ...row, id: "era_2", kind: "message", target: "", receipts_from: from, created_at: 1, hidden_at: 2 },
        { ...row, id: "era_3", kind: "user", target: "", receipts_from: 0, created_at: 1, hidden_at: null },
      ])
      .execute(),
  );
  await store.db.writer.exclusive((tx) => receiptsFrom(tx as unknown as Kysely<unknown>));
  const rows = await store.db.read.selectFrom("erasure").select("receipts_from").orderBy("id").execute();
  expect(rows.map((each) => each.receipts_from - from)).toEqual([-86_400_000, 0, -from]);
  await new SqlErasureStore(store.db).hide({ id: "era_1", account: "acc", wholeAccount: false, hiddenAtMs: undefined });
  expect((await new SqlRetrievalStore(store.db).get(ana, "ret_ana"))?.results).toEqual([]);
});
