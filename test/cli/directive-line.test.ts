import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatDirectiveLine } from "../../src/cli/lines/directive-line.ts";
import { formatMessageLine, parseLine } from "../../src/cli/lines/line.ts";
import type { Scope } from "../../src/memory/scope.ts";
import { openStorage, type Storage } from "../../src/server/storage.ts";
import { SqlExport } from "../../src/store/upkeep/export.ts";
import { readStatements, rulebookOf } from "../contract/fixture/rulebook.ts";

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-directives-"));
  storage = await openStorage({ dataFolder: folder });
  await storage.accounts.ensure("from", undefined);
  await storage.accounts.ensure("to", undefined);
});
afterEach(async () => {
  await storage.database.close();
  rmSync(folder, { recursive: true });
});

const scopeIn = async (name: string): Promise<Scope> => {
  return { account: (await storage.accounts.byName(name))!.id, user: "ana" };
};

/** Reads one account line by line and writes it to the other, as the commands do; answers how much was new. */
async function carry(): Promise<number> {
  const [from, to] = [await scopeIn("from"), await scopeIn("to")];
  const exporter = new SqlExport(storage.database.read);
  const lines: string[] = [];
  for await (const each of exporter.messages(from.account)) lines.push(JSON.stringify(formatMessageLine(each)));
  for await (const each of exporter.marks(from.account)) lines.push(JSON.stringify(formatDirectiveLine(each)));
  let stored = 0;
  for (const line of lines) {
    const parsed = parseLine(line, undefined);
    const scope = { account: to.account, user: parsed.user };
    if (parsed.type === "message") stored += await storage.importer.addMessages(scope, [parsed.message]);
    else if (parsed.type === "directive") stored += Number(await storage.importer.addMark(scope, parsed.mark));
  }
  await readStatements(storage.statements);
  return stored;
}

test("directives go with an export: messages are read again, what was decided holds", async () => {
  const [from, to] = [await scopeIn("from"), await scopeIn("to")];
  const book = rulebookOf(storage.database);
  for (const content of ["Never use emojis.", "Never use slang.", "Never use tabs.", "Never use dashes."]) {
    await storage.messages.add(from, [{ role: "user", origin: "user", sessionId: "s", source: "", content }]);
  }
  await readStatements(storage.statements);
  const idOf = async (part: string) => (await book.live(from)).find(({ rule }) => rule.includes(part))!.id;
  await book.edit(from, await idOf("emojis"), { disabled: true });
  await book.edit(from, await idOf("slang"), { pinned: true });
  await book.delete(from, await idOf("tabs"));

  expect(await carry()).toBe(7);
  const all = async (scope: Scope) =>
    (await book.list(scope, ["live", "disabled"], { limit: 50, offset: 0 })).items.map(
      ({ id, rule, status, pinned, source }) => [id, rule, status, pinned, source],
    );
  expect((await all(to)).map(([, rule, status, pinned]) => [rule, status, pinned])).toEqual([
    ["Never use slang", "live", true],
    ["Never use dashes", "live", false],
    ["Never use emojis", "disabled", false],
  ]);
  expect(await all(to)).toEqual(await all(from));
  expect(await carry()).toBe(0);
});

test.each([
  ['"id":"dir_1"', "id"],
  ['"id":"dir_00000000000000000000000000","pinned":1', "pinned"],
  ['"id":"dir_00000000000000000000000000","deleted_at":"yesterday"', "deleted_at"],
  ['"id":"dir_00000000000000000000000000","rule":"x"', "rule"],
])("a line with %s names the member that is wrong", (members, field) => {
  expect(() => parseLine(`{"type":"directive",${members}}`, undefined)).toThrow(field);
});
