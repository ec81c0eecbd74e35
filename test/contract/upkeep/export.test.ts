import { expect, test } from "vitest";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlExport, type ExportedMessage, type ExportedPattern } from "../../../src/store/upkeep/transfer/export.ts";
import { message, pattern, say } from "../fixture/account-data.ts";
import { ana, bob, purge } from "../fixture/erasing.ts";
import { explained } from "../fixture/plans.ts";
import { temporaryStore } from "../fixture/store.ts";

test("an export is of one moment: what merges, comes or goes meanwhile is in it as it was", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const patterns = new SqlPatternStore(store.db);
  const put = async (title: string) =>
    (await patterns.put(ana, pattern(title, { antiPatterns: [`never ${title}`] }), { origin: "agent" })).pattern;
  const [target, merged] = [await put("one"), await put("two")];
  const said = await say(store.db, ana, "said before");
  const exported: ExportedPattern[] = [];
  const messages: ExportedMessage[] = [];
  await store.db.snapshot(async (read) => {
    const exporter = new SqlExport(read, { account: "acc" });
    expect(await exporter.count()).toBe(3);
    for await (const each of exporter.patterns()) {
      if (exported.push(each) > 1) continue;
      await patterns.merge(ana, target.id, [merged.id], { origin: "agent" });
      await say(store.db, ana, "said meanwhile");
      await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: said });
    }
    for await (const each of exporter.messages()) messages.push(each);
    await expect(purge(new SqlErasureStore(store.db), "acc")).rejects.toThrow("erased rows are still being read");
  });
  expect(exported.map(({ versions }) => versions.map((version) => version.antiPatterns))).toEqual([
    [["never one"]],
    [["never two"]],
  ]);
  expect(messages.map(({ content }) => content)).toEqual(["said before"]);
  await purge(new SqlErasureStore(store.db), "acc");
  expect((await patterns.get(ana, target.id))?.antiPatterns).toEqual(["never one", "never two"]);
});

test("one user's messages are read by their places, page by page, and nobody else's", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  for (const scope of [ana, bob]) {
    const messages = Array.from({ length: 205 }, (_, n) => message(`${scope.user} ${n}`, n < 203 ? "long" : "short"));
    await new SqlMessageStore(store.db).add(scope, messages);
  }
  await using plans = explained(store);
  const contents: string[] = [];
  const exporter = new SqlExport(plans.db.read, { account: "acc", user: "bob" });
  expect(await exporter.count()).toBe(205);
  for await (const { content } of exporter.messages()) contents.push(content);
  expect(contents).toEqual(Array.from({ length: 205 }, (_, n) => `bob ${n}`));
  const steps = plans.steps('"memory"."text"').filter((step) => step.includes(" memory "));
  expect(steps).toHaveLength(2);
  for (const step of steps) {
    expect(step).toContain("memory_place (account_id=? AND user_id=? AND (session_id,position)>(?,?))");
  }
});
