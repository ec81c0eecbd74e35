import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Directive } from "../../../src/memory/directive/directive.ts";
import type { NewMessage } from "../../../src/memory/entity/message.ts";
import { pageBytes } from "../../../src/memory/page/page.ts";
import { Rulebook } from "../../../src/memory/rulebook/rulebook.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { chunks } from "../../../src/store/chunks.ts";
import { SqlMarkStore } from "../../../src/store/directive/marks.ts";
import { SqlRulingPatternStore } from "../../../src/store/directive/ruling-patterns.ts";
import { SqlStatementStore } from "../../../src/store/directive/statements.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { message, pattern } from "../fixture/account-data.ts";
import { directivesOf, type Signal } from "../../support/directives-of.ts";
import { ana, bob, rowsOf, system } from "../fixture/erasing.ts";
import { readStatements, rulebookOf } from "../fixture/rulebook.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

let store: TemporaryStore;
let messages: SqlMessageStore;
let erasures: SqlErasureStore;
let rulebook: Rulebook;
const hourMs = 3_600_000;
const startMs = Date.parse("2026-03-01T00:00:00Z");
let nowMs = startMs;

beforeEach(async () => {
  store = await temporaryStore();
  await store.account("acc");
  messages = new SqlMessageStore(store.db);
  erasures = new SqlErasureStore(store.db);
  nowMs = startMs;
  rulebook = rulebookOf(store.db, () => nowMs);
});
afterEach(() => store[Symbol.asyncDispose]());

/** Says something an hour after what was said before, and has it read. */
async function say(scope: Scope, content: string, more: Partial<NewMessage> = {}): Promise<string> {
  nowMs += hourMs;
  const { ids } = await messages.add(scope, [{ ...message(content), createdAtMs: nowMs, ...more }]);
  await readAll();
  return ids[0]!;
}

const readAll = () => readStatements(new SqlStatementStore(store.db));
const remove = (scope: Scope, id: string) => erasures.begin(scope, { kind: "message", id });
const rulesOf = async (scope: Scope, hours?: number) =>
  (await (hours === undefined ? rulebook.live(scope) : rulebook.within(scope, hours))).map(({ rule }) => rule);
const idOf = async (scope: Scope, rule: string) => {
  const found = (await rulebook.live(scope)).find((each) => each.rule === rule);
  expect(found, rule).toBeDefined();
  return found!.id;
};
const page = { limit: 50, offset: 0 };
const listed = async (scope: Scope) =>
  (await rulebook.list(scope, ["live", "disabled", "replaced", "retracted"], page)).items.map(
    ({ rule, status, endedBy }) => [rule, status, ...(endedBy ? [endedBy] : [])],
  );

describe("the window", () => {
  test("bounds what messages count, to the millisecond; all count in what is live", async () => {
    await say(ana, "Never use emojis.");
    const said = nowMs;
    await say(ana, "Never use slang.");
    expect(await rulesOf(ana, 2)).toEqual(["Never use slang", "Never use emojis"]);
    nowMs = said + 2 * hourMs - 1;
    expect(await rulesOf(ana, 2)).toEqual(["Never use slang", "Never use emojis"]);
    nowMs = said + 2 * hourMs;
    expect(await rulesOf(ana, 2)).toEqual(["Never use slang"]);
    expect(await rulesOf(ana)).toEqual(["Never use slang", "Never use emojis"]);
  });

  test("has what was said later than now, by a clock that ran ahead: it binds, until it is deleted", async () => {
    await say(ana, "Never use emojis.");
    nowMs += 2 * hourMs;
    await say(ana, "Never use slang.");
    nowMs = startMs;
    expect([await rulesOf(ana), await rulesOf(ana, 1)]).toEqual([
      ["Never use slang", "Never use emojis"],
      ["Never use slang", "Never use emojis"],
    ]);
    await rulebook.delete(ana, await idOf(ana, "Never use slang"));
    expect(await rulesOf(ana, 1)).toEqual(["Never use emojis"]);
  });

  test("gives a rule the id that it has in all times", async () => {
    await say(ana, "Never deploy to production on Fridays.");
    nowMs += 100 * hourMs;
    await say(ana, "Never deploy on Fridays.");
    const [whole] = await rulebook.live(ana);
    const [part] = await rulebook.within(ana, 2);
    expect(await rulebook.live(ana)).toHaveLength(1);
    expect(part).toMatchObject({ id: whole!.id });
  });
});

describe("a directive", () => {
  test("is replaced by a later one, which is replaced no longer when that one is erased", async () => {
    await say(ana, "Always answer in German.");
    const later = await say(ana, "From now on, always answer in French.");
    expect(await rulesOf(ana)).toEqual(["Answer in French"]);
    expect(await listed(ana)).toEqual([
      ["Answer in French", "live"],
      ["Answer in German", "replaced", `signal:${later}`],
    ]);
    await remove(ana, later);
    expect(await listed(ana)).toEqual([["Answer in German", "live"]]);
    await say(ana, "From now on, always answer in French.");
    expect(await rulesOf(ana)).toEqual(["Answer in French"]);
  });

  test("binds at once, and in the order of writing, where its message's time is ahead of the clock", async () => {
    nowMs = Date.now() + 1_000;
    const ahead = { createdAtMs: nowMs + 100 * hourMs };
    await messages.add(ana, [{ ...message("Never use emojis."), ...ahead }]);
    await readAll();
    expect([await rulesOf(ana), await rulesOf(ana, 1)]).toEqual([["Never use emojis"], ["Never use emojis"]]);
    await messages.add(ana, [{ ...message("Always use emojis."), createdAtMs: nowMs }]);
    await readAll();
    expect(await rulesOf(ana)).toEqual(["Use emojis"]);
  });

  test("keeps its id when it is said again, erased and said anew", async () => {
    const first = await say(ana, "Never use emojis.");
    const id = await idOf(ana, "Never use emojis");
    const second = await say(ana, "Never use emojis.");
    expect(await rulebook.live(ana)).toMatchObject([{ id, evidence: [`signal:${first}`, `signal:${second}`] }]);
    await remove(ana, first);
    await remove(ana, second);
    expect(await rulesOf(ana)).toEqual([]);
    await say(ana, "Never use emojis.");
    expect(await idOf(ana, "Never use emojis")).toBe(id);
  });

  test("comes from patterns of operators and agents: what not to do; none of one that is gone", async () => {
    const patterns = new SqlPatternStore(store.db);
    const put = (origin: "agent" | "user", title: string) =>
      patterns.put(system, pattern(title, { antiPatterns: [`Retrying ${title} without a pause`] }), { origin });
    const { pattern: kept } = await put("agent", "requests");
    await put("user", "mails");
    nowMs = Date.now() + 1_000;
    expect(await rulebook.live(bob)).toMatchObject([
      { type: "AVOID", rule: "Avoid retrying requests without a pause", source: `pattern:${kept.id}`, user: "system" },
    ]);
    await erasures.begin(system, { kind: "pattern", id: kept.id });
    expect(await rulesOf(bob)).toEqual([]);
  });
});

describe("what people decide", () => {
  test("pinned: in every window, and first of its type", async () => {
    await say(ana, "Never use emojis.");
    nowMs += 100 * hourMs;
    await say(ana, "Never use slang.");
    expect(await rulesOf(ana, 2)).toEqual(["Never use slang"]);
    const id = await idOf(ana, "Never use emojis");
    expect(await rulebook.edit(ana, id, { pinned: true })).toMatchObject({ id, pinned: true, status: "live" });
    expect(await rulesOf(ana, 2)).toEqual(["Never use emojis", "Never use slang"]);
    await rulebook.edit(ana, id, { pinned: false });
    expect(await rulesOf(ana, 2)).toEqual(["Never use slang"]);
  });

  test("disabled: binds nobody, however often it is said, until it is taken back", async () => {
    await say(ana, "Never use emojis.");
    const id = await idOf(ana, "Never use emojis");
    await rulebook.edit(ana, id, { disabled: true });
    await say(ana, "Never use emojis.");
    expect([await rulesOf(ana), await rulesOf(ana, 10)]).toEqual([[], []]);
    expect(await listed(ana)).toEqual([["Never use emojis", "disabled"]]);
    await rulebook.edit(ana, id, { disabled: false });
    expect(await rulesOf(ana)).toEqual(["Never use emojis"]);
  });

  test("deleted: nowhere any more, until it is said again", async () => {
    await say(ana, "Never use emojis.");
    const id = await idOf(ana, "Never use emojis");
    expect(await rulebook.delete(ana, id)).toBe(true);
    expect([await listed(ana), await rulesOf(ana, 10), await rulebook.get(ana, id)]).toEqual([[], [], undefined]);
    expect(await rulebook.delete(ana, id)).toBe(true);
    await say(ana, "Never use emojis.");
    expect(await listed(ana)).toEqual([["Never use emojis", "live"]]);
  });

  test("is for one's own directives: `system`'s are not a named user's to change", async () => {
    await say(system, "Never use emojis.");
    const id = await idOf(ana, "Never use emojis");
    expect(await rulebook.get(ana, id)).toMatchObject({ user: "system" });
    expect([await rulebook.edit(ana, id, { disabled: true }), await rulebook.delete(ana, id)]).toEqual([
      undefined,
      false,
    ]);
    expect(await rulebook.edit(system, id, { disabled: true })).toMatchObject({ status: "disabled" });
    expect(await rulesOf(ana)).toEqual([]);
  });

  test("is kept of ten thousand directives of a user at most; what is kept can still be changed", async () => {
    await say(ana, "Never use emojis.");
    await say(bob, "Never use emojis.");
    const [own, bobs] = [await idOf(ana, "Never use emojis"), await idOf(bob, "Never use emojis")];
    const mark = { account_id: "acc", user_id: "ana", pinned: 1, disabled: 0, deleted_at: null };
    const marks = Array.from({ length: 10_000 }, (_, at) => ({ ...mark, id: at === 0 ? own : `dir_${at}` }));
    await store.db.writer.write(async (tx) => {
      for (const part of chunks(marks, 1_000)) await tx.insertInto("directive_mark").values(part).execute();
    });
    expect(await rulebook.edit(ana, own, { disabled: true })).toMatchObject({ pinned: true, status: "disabled" });
    expect(await rulebook.edit(bob, bobs, { pinned: true })).toMatchObject({ pinned: true });
    await store.db.writer.write((tx) =>
      tx.updateTable("directive_mark").set({ id: "dir_0" }).where("id", "=", own).execute(),
    );
    const one = rulebook.edit(ana, own, { pinned: true });
    await expect(one).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("10000 directives") });
  });

  test("goes with its user", async () => {
    const said = await say(ana, "Never use emojis.");
    await rulebook.edit(ana, await idOf(ana, "Never use emojis"), { disabled: true });
    await remove(ana, said);
    expect((await rowsOf(store, "acc"))["directive_mark"]).toHaveLength(1);
    await erasures.begin(ana, { kind: "user" });
    expect((await rowsOf(store, "acc"))["directive_mark"]).toBeUndefined();
    await say(ana, "Never use emojis.");
    expect(await rulesOf(ana)).toEqual(["Never use emojis"]);
  });
});

describe("directives are a pure function of the messages that there are", () => {
  const texts = [
    "Never use emojis.",
    "Always answer in German.",
    "From now on, always answer in French.",
    "The tabs in this file look odd.",
    "Never use them again.",
    "The tabs in this file look odd.",
    "Never use them again.",
    "You don't have to answer in German any more.",
    "How are you today?",
    "I prefer short replies. Please avoid tables.",
    "Please stop using tables, always use lists instead.",
  ];
  const step = fc.record({
    kind: fc.constantFrom("say", "say", "say", "edit", "delete"),
    text: fc.constantFrom(...texts),
    user: fc.constantFrom(ana, ana, ana, bob, system),
    session: fc.constantFrom("one", "one", "two"),
    minute: fc.integer({ min: 0, max: 30 }),
    which: fc.nat(),
    read: fc.boolean(),
    limit: fc.integer({ min: 1, max: 4 }),
  });

  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  test("whatever was said, changed and erased in which order, and read in whatever steps", async () => {
    const run = async (steps: Step[]) => {
      await using fresh = await temporaryStore();
      await fresh.account("acc");
      const [texts, gone] = [new SqlMessageStore(fresh.db), new SqlErasureStore(fresh.db)];
      const statements = new SqlStatementStore(fresh.db);
      const kept = rulebookOf(fresh.db, () => nowMs);
      nowMs = startMs + 60 * 60_000;
      const there: (Signal & { scope: Scope })[] = [];
      for (const { kind, text, user, session, minute, which, read, limit } of steps) {
        const target = there[which % Math.max(1, there.length)];
        if (kind === "say") {
          const saidAtMs = startMs + minute * 60_000;
          const said = { ...message(text, session), createdAtMs: saidAtMs };
          const { ids } = await texts.add(user, [said]);
          there.push({ scope: user, id: ids[0]!, user: user.user, sessionId: session, origin: "user", saidAtMs, text });
        } else if (kind === "edit" && target) {
          await texts.edit(target.scope, target.id, { content: text });
          target.text = text;
        } else if (target) {
          await gone.begin(target.scope, { kind: "message", id: target.id });
          there.splice(there.indexOf(target), 1);
        }
        if (read) await readStatements(statements, limit);
        // What is kept must not outlive what it was made of.
        await kept.live(ana);
      }
      await readStatements(statements, 2);
      const told = ({ type, rule, priority, source, evidence }: Directive) => {
        return { type, rule, priority, source, evidence };
      };
      for (const scope of [ana, bob, system]) {
        const { live, ended } = directivesOf(there, [], -Infinity, scope.user);
        // What the engine keeps twice, for it has no word of its own, is one directive.
        const once = live.filter(
          ({ user, rule }, at) => live.findIndex((other) => other.user === user && other.rule === rule) === at,
        );
        expect((await kept.live(scope)).map(told)).toEqual(once.map(told));
        expect((await rulebookOf(fresh.db, () => nowMs).live(scope)).map(told)).toEqual(
          (await kept.live(scope)).map(told),
        );
        const history = await kept.list(scope, ["replaced", "retracted"], page);
        const rules = new Set([...live, ...ended].map(({ rule }) => rule));
        expect(history.items.every(({ rule }) => rules.has(rule))).toBe(true);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), run), { numRuns: 30 });
  }, 120_000);
});

test("a list is in the order in which rules bind, and goes on behind a page of which some were deleted or disabled", async () => {
  await say(ana, "Never use alpha. Never use bravo. Always use charlie.");
  await say(ana, "Never use delta. Prefer echo over foxtrot. Avoid golf.");
  await rulebook.edit(ana, await idOf(ana, "Never use alpha"), { pinned: true });
  const all = await rulesOf(ana);
  const of = async (cursor?: string) => rulebook.list(ana, ["live"], { limit: 2, offset: 0, cursor });
  const first = await of();
  await rulebook.delete(ana, first.items[0]!.id);
  await rulebook.edit(ana, first.items[1]!.id, { disabled: true });
  const second = await of(first.nextCursor);
  await rulebook.delete(ana, second.items[1]!.id);
  const third = await of(second.nextCursor);
  const shown = [first, second, third].flatMap(({ items }) => items.map(({ rule }) => rule));
  expect([all.length, shown, third.nextCursor]).toEqual([6, all, undefined]);
});

describe("long rules", () => {
  test("of more than 2,000 characters are none", async () => {
    await say(ana, `Never open the ${"x".repeat(1_900)} file. Never close the ${"y".repeat(2_000)} file.`);
    expect(await rulesOf(ana)).toEqual([`Never open the ${"x".repeat(1_900)} file`]);
  });

  test("are told, of a window as on a page, as many as a client can read", async () => {
    const rule = (at: number) => `Never open the ${"語".repeat(1_900)}${at} file`;
    const ruleOf = (at: number) =>
      ({ kind: "rule", type: "NEVER", rule: rule(at), changes: false, stressed: false }) as const;
    const said = { binds: ana.user, origin: "user" as const, saidAtMs: startMs, sessionId: "s", source: "" };
    const stating = {
      id: "msg_1",
      version: 1,
      ...said,
      statements: Array.from({ length: 700 }, (_, at) => ruleOf(at)),
    };
    const statements = {
      version: async () => 1,
      list: async () => [stating],
      get: async () => [stating],
      waiting: async () => false,
    };
    const [patterns, marks] = [new SqlRulingPatternStore(store.db), new SqlMarkStore(store.db)];
    rulebook = new Rulebook({ statements, patterns, marks, now: () => startMs });
    expect(await rulebook.live(ana)).toHaveLength(700);
    const shown = Math.floor(pageBytes / (Buffer.byteLength(rule(100)) + 40));
    expect(await rulebook.within(ana, 100)).toHaveLength(shown);
    const listing = await rulebook.list(ana, ["live"], { limit: 700, offset: 0 });
    expect([listing.items.length, listing.total]).toEqual([shown, 700]);
    const rest = await rulebook.list(ana, ["live"], { limit: 700, offset: 0, cursor: listing.nextCursor });
    expect([rest.items.length, rest.nextCursor]).toEqual([700 - shown, undefined]);
  });
});
