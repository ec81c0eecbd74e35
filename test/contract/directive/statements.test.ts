import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StatementQueue } from "../../../src/memory/background/reading/statement-queue.ts";
import type { NewMessage } from "../../../src/memory/entity/message.ts";
import { statementRulesVersion } from "../../../src/memory/rulebook/read-message.ts";
import type { StatementJob, StatementJobResult } from "../../../src/memory/rulebook/statement-store.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { readAnew } from "../../../src/store/directive/repair-statements.ts";
import { SqlStatementStore } from "../../../src/store/directive/statements.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { embedAll, message } from "../fixture/account-data.ts";
import { ana, bob, filesWith, purge, system } from "../fixture/erasing.ts";
import { readingSuite } from "../fixture/reading-suite.ts";
import { readJob, readStatements } from "../fixture/rulebook.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

let store: TemporaryStore;
let statements: SqlStatementStore;
let messages: SqlMessageStore;
let erasures: SqlErasureStore;

beforeEach(async () => {
  store = await temporaryStore();
  await store.account("acc");
  statements = new SqlStatementStore(store.db);
  messages = new SqlMessageStore(store.db);
  erasures = new SqlErasureStore(store.db);
});

afterEach(() => store[Symbol.asyncDispose]());

async function say(scope: Scope, content: string, more: Partial<NewMessage> = {}): Promise<string> {
  const { ids } = await messages.add(scope, [{ ...message(content), ...more }]);
  return ids[0]!;
}

const readAll = (limit = 3) => readStatements(statements, limit);
const remove = (scope: Scope, id: string) => erasures.begin(scope, { kind: "message", id });
const at = (day: string) => ({ createdAtMs: Date.parse(`${day}T10:00:00Z`) });

async function rulesOf(scope: Scope, store = statements): Promise<string[]> {
  const keys = await store.list(scope, 100);
  const stating = new Map((await store.get(scope, keys)).map((each) => [each.id, each.statements]));
  const said = keys.flatMap(({ id }) => stating.get(id) ?? []);
  return said.map((each) => (each.kind === "rule" ? each.rule : "retraction"));
}

readingSuite<StatementJob, StatementJobResult>((db) => {
  const store = new SqlStatementStore(db);
  return {
    store,
    rules: statementRulesVersion,
    tables: /^directive_/u,
    text: (at) => `Always run the tests of part ${at}.`,
    read: readJob,
    listed: (scope) => rulesOf(scope, store),
    version: ({ account }) => store.version(account),
    queue: (options) => new StatementQueue(options),
  };
});

describe("reading", () => {
  test("takes users' and operators' words only: no assistant's, no tool's, no agent's", async () => {
    await say(ana, "Never use tabs.", { role: "assistant", origin: "assistant" });
    await say(ana, "Never use spaces.", { origin: "tool" });
    await say(ana, "Never use dashes.", { origin: "agent" });
    await say(ana, "Never use emojis.");
    await say(ana, "Never use slang.", { origin: "operator" });
    expect(await readAll()).toBe(2);
    expect(await rulesOf(ana)).toEqual(["Never use slang", "Never use emojis"]);
    expect(await rulesOf(bob)).toEqual(["Never use slang"]);
  });

  test("gives what was listed as it was then, to whom it binds, and else nothing", async () => {
    const id = await say(ana, "Never use emojis.");
    await readAll();
    const keys = await statements.list(ana, 10);
    expect(await statements.get(ana, keys)).toMatchObject([{ id, binds: "ana" }]);
    expect(await statements.get(bob, keys)).toEqual([]);
    expect(await statements.get({ ...ana, account: "other" }, keys)).toEqual([]);
    await messages.edit(ana, id, { content: "Never use slang." });
    await readAll();
    expect(await statements.get(ana, keys)).toEqual([]);
    expect(await rulesOf(ana)).toEqual(["Never use slang"]);
  });

  test("comes to the end of a long message", async () => {
    await say(ana, `${"How are you? ".repeat(3_000)}\nNever use emojis.`);
    await readAll();
    expect(await rulesOf(ana)).toEqual(["Never use emojis"]);
  });

  test("of what states nothing is not repeated when it was embedded", async () => {
    await say(ana, "How are you?");
    await readAll();
    const version = await statements.version("acc");
    await embedAll(store.db);
    expect(await readAll()).toBe(0);
    expect(await statements.version("acc")).toBe(version);
  });

  test("waits until it has come to the end, and again with other rules", async () => {
    await say(ana, "Never use emojis.");
    expect(await statements.waiting(statementRulesVersion, "acc")).toBe(true);
    await readAll();
    expect(await statements.waiting(statementRulesVersion, "acc")).toBe(false);
    expect(await statements.waiting(statementRulesVersion + 1, "acc")).toBe(true);
  });

  test("gives a user's words to that user, `system`'s to everybody", async () => {
    await say(ana, "Never use emojis.");
    await say(system, "Never use slang.");
    await readAll();
    expect(await rulesOf(bob)).toEqual(["Never use slang"]);
    expect(await rulesOf(system)).toEqual(["Never use slang"]);
  });
});

describe("what a message means by the one before", () => {
  const before = async () => {
    const first = await say(ana, "The tabs in this file look odd.", at("2026-01-01"));
    const second = await say(ana, "Never use them again.", at("2026-01-02"));
    await readAll();
    return { first, second };
  };

  test("is read with it, however they came in", async () => {
    await say(ana, "Never use them again.", at("2026-01-02"));
    await readAll();
    const alone = await rulesOf(ana);
    await say(ana, "The tabs in this file look odd.", at("2026-01-01"));
    await say(ana, "How are you?", { ...at("2026-01-01"), sessionId: "another" });
    await readAll();
    expect(await rulesOf(ana)).not.toEqual(alone);
    expect((await rulesOf(ana)).join()).toContain("tabs");
  });

  test("is withdrawn at once when that one is erased, and no byte of it stays", async () => {
    const { first } = await before();
    expect((await rulesOf(ana)).join()).toContain("tabs");
    await remove(ana, first);
    expect(await rulesOf(ana)).toEqual([]);
    expect(await statements.waiting(statementRulesVersion, "acc")).toBe(true);
    await purge(erasures, "acc");
    expect(filesWith(store, "tabs")).toEqual([]);
    await readAll();
    expect((await rulesOf(ana)).join()).not.toContain("tabs");
    await say(ana, "The tabs in this file look odd.", at("2026-01-01"));
    await readAll();
    expect((await rulesOf(ana)).join()).toContain("tabs");
  });

  test("is withdrawn at once when that one is edited, and read again", async () => {
    const { first } = await before();
    await messages.edit(ana, first, { content: "The emojis in this file look odd." });
    expect(await rulesOf(ana)).toEqual([]);
    await readAll();
    expect((await rulesOf(ana)).join()).toContain("emojis");
  });

  test("stays where it does not depend on that one", async () => {
    const first = await say(ana, "Hello.", at("2026-01-01"));
    await say(ana, "Never use emojis.", at("2026-01-02"));
    await readAll();
    const version = await statements.version("acc");
    await remove(ana, first);
    expect(await rulesOf(ana)).toEqual(["Never use emojis"]);
    await readAll();
    expect(await statements.version("acc")).toBe(version);
  });
});

describe("what comes too late", () => {
  test("is not stored, and read again: of a message that was deleted, or changed", async () => {
    const gone = await say(ana, "Never use emojis.");
    const changed = await say(ana, "Never use tabs.");
    const job = (await statements.next(statementRulesVersion, "", 10))!;
    await remove(ana, gone);
    await messages.edit(ana, changed, { content: "Never use slang." });
    expect(await statements.complete(statementRulesVersion, [readJob(job)])).toBe(0);
    expect(await rulesOf(ana)).toEqual([]);
    await readAll();
    expect(await rulesOf(ana)).toEqual(["Never use slang"]);
  });
});

test("a repair has all read again, what was being read meanwhile too", async () => {
  await say(ana, "Never use emojis.");
  await readAll();
  await say(ana, "Never use tabs.");
  const job = (await statements.next(statementRulesVersion, "", 10))!;
  await readAnew(store.db, "acc");
  expect(await statements.complete(statementRulesVersion, [readJob(job)])).toBe(0);
  expect(await rulesOf(ana)).toEqual(["Never use emojis"]);
  expect(await readAll()).toBe(2);
  expect(await rulesOf(ana)).toEqual(["Never use tabs", "Never use emojis"]);
});
