import { sql } from "kysely";
import { expect, test } from "vitest";
import { gatewaySource } from "../../../src/memory/entity/message.ts";
import { labelOf } from "../../../src/memory/entity/metadata-labels.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { mendColumns } from "../../../src/store/upkeep/verify/derived-columns.ts";
import { allChanges, embedAll, findings, flushAll, pattern, say } from "../fixture/account-data.ts";
import { temporaryStore } from "../fixture/store.ts";

test("labels that are not those of their metadata are mended, and seen by who has read them; a pattern keeps its tags", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const scope = { account: "acc", user: "ana" };
  const said = { role: "user", content: "tea", sessionId: "s", source: "", origin: "user" } as const;
  const metadata = { topic: "billing" };
  const messages = [{ ...said, metadata }, said, { ...said, metadata, source: gatewaySource }];
  const { ids } = await new SqlMessageStore(store.db).add(scope, messages);
  await new SqlPatternStore(store.db).put(scope, { ...pattern("Title"), tags: ["Green"] }, { origin: "agent" });
  await embedAll(store.db);
  await flushAll(store.db, "acc");
  const tags = async () =>
    (await store.db.read.selectFrom("memory").select("tags").orderBy("id").execute()).map((row) => row.tags);
  const right = await tags();
  expect(right.toSorted()).toEqual(["[]", "[]", '["green"]', JSON.stringify([labelOf("topic", "billing")])].toSorted());
  await store.db.writer.write((tx) =>
    tx.updateTable("memory").set({ tags: '["x"]' }).where("layer", "=", "signals").execute(),
  );
  expect((await findings(store.db)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());

  const last = Math.max(...(await allChanges(store.db, "acc", 0)).map(({ seq }) => seq));
  await mendColumns(store.db, "acc");
  expect(await tags()).toEqual(right);
  expect((await allChanges(store.db, "acc", last)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  await flushAll(store.db, "acc");
  expect(await findings(store.db)).toEqual([]);
});

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
  await mendColumns(store.db, "acc");
  expect(await allChanges(store.db, "acc", last)).toMatchObject([{ id: first, memory: { id: first } }]);
  await flushAll(store.db, "acc");
  expect(await findings(store.db)).toEqual([]);
});

test("metadata that is damaged is found, and left as it is; what follows from it is not judged", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const first = await say(store.db, { account: "acc", user: "ana" }, "tea");
  await embedAll(store.db);
  await store.db.writer.write((tx) => sql`update memory set metadata = '{"to', tags = '["x"]'`.execute(tx));
  const damaged = [{ account: "acc", id: first, problem: "metadata that is not JSON" }];
  expect(await findings(store.db)).toEqual(damaged);
  expect(await mendColumns(store.db, "acc")).toBe(0);
  expect(await findings(store.db)).toEqual(damaged);
});
