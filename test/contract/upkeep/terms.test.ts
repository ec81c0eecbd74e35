import { sql } from "kysely";
import { expect, test } from "vitest";
import { mendTerms } from "../../../src/store/upkeep/terms.ts";
import { allChanges, embedAll, findings, flushAll, say } from "../fixture/account-data.ts";
import { temporaryStore } from "../fixture/store.ts";

test("terms that are not those of their text are mended, and seen by who has read them", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const scope = { account: "acc", user: "ana" };
  const [first] = [await say(store.db, scope, "two cookies"), await say(store.db, scope, "tea")];
  await embedAll(store.db);
  await flushAll(store.db, "acc");
  await store.db.writer.write((tx) => sql`update memory set terms = x'00000000' where id = ${first}`.execute(tx));
  expect((await findings(store.db)).map(({ id }) => id)).toEqual([first]);

  const last = Math.max(...(await allChanges(store.db, "acc", 0)).map(({ seq }) => seq));
  await mendTerms(store.db, "acc");
  expect(await allChanges(store.db, "acc", last)).toMatchObject([{ id: first, memory: { id: first } }]);
  await flushAll(store.db, "acc");
  expect(await findings(store.db)).toEqual([]);
});
