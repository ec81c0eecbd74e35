import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StatementQueue } from "../../../src/memory/background/statement-queue.ts";
import type { NewMessage } from "../../../src/memory/message.ts";
import { statementRulesVersion } from "../../../src/memory/rulebook/read-message.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { ThreadedReader } from "../../../src/reader/threaded-reader.ts";
import { readAnew } from "../../../src/store/directive/repair-statements.ts";
import { SqlStatementStore } from "../../../src/store/directive/statements.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { embedAll, message } from "../fixture/account-data.ts";
import { ana, bob, filesWith, purge, rowsOf, system } from "../fixture/erasing.ts";
import { readJob, readStatements } from "../fixture/rulebook.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

let store: TemporaryStore;
let statements: SqlStatementStore;
let messages: SqlMessageStore;
let erasures: SqlErasureStore;
const reader = new ThreadedReader({ onError: (error) => expect.unreachable(String(error)) });
let queue: StatementQueue | undefined;

beforeEach(async () => {
  store = await temporaryStore();
  await store.account("acc");
  statements = new SqlStatementStore(store.db);
  messages = new SqlMessageStore(store.db);
  erasures = new SqlErasureStore(store.db);
});

afterEach(async () => {
  await queue?.stop();
  queue = undefined;
  await store[Symbol.asyncDispose]();
});

afterAll(() => reader.close());

async function say(scope: Scope, content: string, more: Partial<NewMessage> = {}): Promise<string> {
  const { ids } = await messages.add(scope, [{ ...message(content), ...more }]);
  return ids[0]!;
}

const readAll = (limit = 3) => readStatements(statements, limit);
const remove = (scope: Scope, id: string) => erasures.begin(scope, { kind: "message", id });
const at = (day: string) => ({ createdAtMs: Date.parse(`${day}T10:00:00Z`) });

async function rulesOf(scope: Scope): Promise<string[]> {
  const keys = await statements.list(scope, 100);
  const stating = new Map((await statements.get(scope, keys)).map((each) => [each.id, each.statements]));
  const said = keys.flatMap(({ id }) => stating.get(id) ?? []);
  return said.map((each) => (each.kind === "rule" ? each.rule : "retraction"));
}

describe("reading", () => {
  test("takes every message once, in steps, and nothing twice", async () => {
    for (let i = 0; i < 10; i++) await say(ana, `Always run the tests of part ${i}.`);
    expect(await readAll()).toBe(10);
    expect(await rulesOf(ana)).toHaveLength(10);
    expect(await statements.next(statementRulesVersion, "", 3)).toBeUndefined();
    expect(await statements.waiting(statementRulesVersion, "acc")).toBe(false);
  });

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

  test("gives a user's words to that user, `system`'s to everybody", async () => {
    await say(ana, "Never use emojis.");
    await say(system, "Never use slang.");
    await readAll();
    expect(await rulesOf(bob)).toEqual(["Never use slang"]);
    expect(await rulesOf(system)).toEqual(["Never use slang"]);
  });

  test("of what was embedded meanwhile changes nothing", async () => {
    await say(ana, "Never use emojis.");
    await say(ana, "How are you?");
    await readAll();
    const version = await statements.version("acc");
    await embedAll(store.db);
    expect(await readAll()).toBe(0);
    expect(await statements.version("acc")).toBe(version);
  });

  test("begins anew with other rules, and comes to an end", async () => {
    for (let i = 0; i < 5; i++) await say(ana, `Always run the tests of part ${i}.`);
    await readAll();
    expect(await statements.waiting(statementRulesVersion + 1, "acc")).toBe(true);
    expect(await readStatements(statements, 2, statementRulesVersion + 1)).toBeGreaterThanOrEqual(5);
    expect(await statements.next(statementRulesVersion + 1, "", 2)).toBeUndefined();
    expect(await rulesOf(ana)).toHaveLength(5);
  });

  test("takes long messages few at a time, and all of them", async () => {
    const long = `${"How are you? ".repeat(3_000)}\nNever use `;
    for (const what of ["emojis", "slang", "tabs"]) await say(ana, `${long}${what}.`);
    await say(ana, "Never use dashes.");
    const sizes: number[] = [];
    for (let job; (job = await statements.next(statementRulesVersion, "", 10)) !== undefined;) {
      sizes.push(job.messages.length);
      expect(await statements.complete(statementRulesVersion, [readJob(job)])).toBe(1);
    }
    expect(sizes).toEqual([1, 1, 2]);
    expect(await rulesOf(ana)).toHaveLength(4);
  });

  test("goes through accounts in turn", async () => {
    await store.account("bcc");
    await say(ana, "Never use emojis.");
    await say({ account: "bcc", user: "ana" }, "Never use slang.");
    expect((await statements.next(statementRulesVersion, "acc", 10))?.account).toBe("bcc");
    expect((await statements.next(statementRulesVersion, "bcc", 10))?.account).toBe("acc");
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

  test("is refused where another process has read the same", async () => {
    await say(ana, "Never use emojis.");
    const job = (await statements.next(statementRulesVersion, "", 10))!;
    expect(await statements.complete(statementRulesVersion, [readJob(job)])).toBe(1);
    expect(await statements.complete(statementRulesVersion, [readJob(job)])).toBe(0);
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

describe("erasure", () => {
  test("of a user takes theirs and nobody else's", async () => {
    await say(ana, "Never use emojis.");
    await say(bob, "Never use slang.");
    await readAll();
    await erasures.begin(ana, { kind: "user" });
    expect(await rulesOf(ana)).toEqual([]);
    expect(await rulesOf(bob)).toEqual(["Never use slang"]);
  });

  test("of an account leaves no row, also where it is read afterwards", async () => {
    await say(ana, "Never use emojis.");
    await readAll();
    await say(ana, "Never use slang.");
    const job = (await statements.next(statementRulesVersion, "", 10))!;
    await erasures.begin(ana, { kind: "account" });
    await purge(erasures, "acc");
    expect(await statements.complete(statementRulesVersion, [readJob(job)])).toBe(0);
    expect(await statements.next(statementRulesVersion, "", 10)).toBeUndefined();
    const rows = await rowsOf(store, "acc");
    expect(Object.keys(rows).filter((name) => name.startsWith("directive_"))).toEqual([]);
  });
});

test("the queue reads what is written while it runs, and goes on after it failed", async () => {
  const failing = {
    next: vi.fn<SqlStatementStore["next"]>(statements.next.bind(statements)),
    complete: statements.complete.bind(statements),
  };
  failing.next.mockRejectedValueOnce(new Error("the disk is full"));
  const onError = vi.fn<(error: unknown) => void>();
  queue = new StatementQueue({ store: failing, reader, intervalMs: 20, batch: 2, onError });
  queue.start();
  for (let i = 0; i < 5; i++) await say(ana, `Always run the tests of part ${i}.`);
  await vi.waitFor(async () => expect(await rulesOf(ana)).toHaveLength(5), { timeout: 10_000 });
  expect(onError).toHaveBeenCalledTimes(1);
});
