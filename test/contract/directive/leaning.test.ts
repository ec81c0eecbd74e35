import { afterEach, beforeEach, expect, test } from "vitest";
import { rulesOfDirectives } from "../../../src/gateway/memory/injection/rules/rules-of-directives.ts";
import type { Rulebook } from "../../../src/memory/rulebook/rulebook.ts";
import { SqlExtractionStore } from "../../../src/store/directive/extractions.ts";
import { SqlStatementStore } from "../../../src/store/directive/statements.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { user, World } from "../../gateway/memory/world.ts";
import { message } from "../fixture/account-data.ts";
import { filesWith, purge } from "../fixture/erasing.ts";
import { readStatements, rulebookOf } from "../fixture/rulebook.ts";

/** A rule may have words of the message before the one that states it: they go when that one does, wherever they are. */

const ann = { account: "acc_a", user: "ann" };
const rule = "Never restart quokka cluster on Fridays";
let rulebook: Rulebook;
let world: World;
let statements: SqlStatementStore;
let atMs = Date.UTC(2026, 2, 1);

beforeEach(async () => {
  world = await World.create({ rulesOf: async (scope) => rulesOfDirectives(await rulebook.live(scope)) });
  rulebook = rulebookOf(world.store.db);
  statements = new SqlStatementStore(world.store.db);
});
afterEach(() => world[Symbol.asyncDispose]());

async function say(content: string, createdAtMs = (atMs += 60_000)): Promise<string> {
  const { ids } = await new SqlMessageStore(world.store.db).add(ann, [{ ...message(content), createdAtMs }]);
  await readStatements(statements);
  return ids[0]!;
}

async function stated() {
  const before = await say("We have a quokka cluster.");
  return { before, own: await say("From now on, never restart it on Fridays.") };
}

const erase = (id: string) => new SqlErasureStore(world.store.db).begin(ann, { kind: "message", id });

test("it names both, and the one that it leans on now", async () => {
  const { before, own } = await stated();
  expect(await rulebook.live(ann)).toMatchObject([{ rule, memoryIds: [own, before] }]);
  const between = await say("We have a quokka cluster, too.", atMs - 1);
  expect(await rulebook.live(ann)).toMatchObject([{ rule, memoryIds: [own, between] }]);
});

test("what a conversation was shown of it goes with either, to the last byte", async () => {
  const { before } = await stated();
  const messages = [user("the first question")];
  const { upstream } = await world.exchange({ messages }, "a");
  expect(upstream.toString()).toContain(rule);
  await erase(before);
  await purge(new SqlErasureStore(world.store.db), "acc_a");
  expect(filesWith(world.store, "quokka")).toEqual([]);
});

test("what was found before an erasure, and is stored behind it, does not keep it", async () => {
  const { before } = await stated();
  const prepared = await world.prepare({ messages: [user("the first question")] });
  await erase(before);
  prepared.remembered.hold();
  await prepared.remembered.begin();
  expect(await world.store.db.read.selectFrom("gateway_block").select("text").execute()).toEqual([]);
});

test("it is known no more to who knew it, also where a model found another rule beside it", async () => {
  const extractions = new SqlExtractionStore(world.store.db);
  await extractions.switchOn(0);
  const before = await say("We have a quokka cluster.");
  await say("Never restart it on Fridays. It's a pain when release notes have no links.");
  for (const job of await extractions.claim("", 4, 60_000)) {
    const found = {
      type: "AVOID",
      rule: "Avoid release notes without links",
      changes: false,
      stressed: false,
    } as const;
    await extractions.complete(job, "own/m", job.id === before ? [] : [found]);
  }
  const rules = async () => (await rulebook.live(ann)).map((each) => each.rule).toSorted();
  expect(await rules()).toEqual(["Avoid release notes without links", rule]);
  await erase(before);
  expect(await rules()).toEqual(["Avoid release notes without links"]);
});
