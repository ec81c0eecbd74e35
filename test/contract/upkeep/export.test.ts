import { expect, test } from "vitest";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlExport, type ExportedMessage, type ExportedPattern } from "../../../src/store/upkeep/export.ts";
import { pattern, say } from "../fixture/account-data.ts";
import { ana, purge } from "../fixture/erasing.ts";
import { temporaryStore } from "../fixture/store.ts";

test("an export is of one moment: what merges, comes or goes meanwhile is in it as it was", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const patterns = new SqlPatternStore(store.db);
  const put = async (title: string) =>
    (await patterns.put(ana, pattern(title, { antiPatterns: [`never ${title}`] }), { origin: "agent" })).pattern;
  const [target, merged] = [await put("one"), await put("two")];
  const message = await say(store.db, ana, "said before");
  const exported: ExportedPattern[] = [];
  const messages: ExportedMessage[] = [];
  await store.db.snapshot(async (read) => {
    const exporter = new SqlExport(read);
    expect(await exporter.count("acc")).toBe(3);
    for await (const each of exporter.patterns("acc")) {
      if (exported.push(each) > 1) continue;
      await patterns.merge(ana, target.id, [merged.id], { origin: "agent" });
      await say(store.db, ana, "said meanwhile");
      await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: message });
    }
    for await (const each of exporter.messages("acc")) messages.push(each);
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
