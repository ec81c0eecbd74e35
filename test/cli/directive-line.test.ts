import { expect, test } from "vitest";
import { parseText } from "../support/parse-line.ts";
import type { Scope } from "../../src/memory/scope.ts";
import { readStatements, rulebookOf } from "../contract/fixture/rulebook.ts";
import { carry, openTwoAccounts } from "./two-accounts.ts";

test("directives go with an export: messages are read again, what was decided holds", async () => {
  await using accounts = await openTwoAccounts();
  const { storage } = accounts;
  const from = { account: accounts.from, user: "ana" };
  const to = { account: accounts.to, user: "ana" };
  const book = rulebookOf(storage.database);
  for (const content of ["Never use emojis.", "Never use slang.", "Never use tabs.", "Never use dashes."]) {
    await storage.messages.add(from, [{ role: "user", origin: "user", sessionId: "s", source: "", content }]);
  }
  await readStatements(storage.statements);
  const idOf = async (part: string) => (await book.live(from)).find(({ rule }) => rule.includes(part))!.id;
  await book.edit(from, await idOf("emojis"), { disabled: true });
  await book.edit(from, await idOf("slang"), { pinned: true });
  await book.delete(from, await idOf("tabs"));

  expect(await carry(accounts)).toBe(7);
  await readStatements(storage.statements);
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
  expect(await carry(accounts)).toBe(0);
});

test.each([
  ['"id":"dir_1"', "id"],
  ['"id":"dir_00000000000000000000000000","pinned":1', "pinned"],
  ['"id":"dir_00000000000000000000000000","deleted_at":"yesterday"', "deleted_at"],
  ['"id":"dir_00000000000000000000000000","rule":"x"', "rule"],
])("a line with %s names the member that is wrong", (members, field) => {
  expect(() => parseText(`{"type":"directive",${members}}`)).toThrow(field);
});
