import { expect, test } from "vitest";
import type { Plan } from "../../../../src/gateway/memory/prepared.ts";
import type { Scope } from "../../../../src/memory/scope.ts";
import { GatewayMemory } from "../../../../src/gateway/memory/gateway-memory.ts";
import { SqlGatewayStore } from "../../../../src/store/gateway/gateway-store.ts";
import { ann, askOf, assistant, quiet, user, World } from "../world.ts";

/** A user who says outright that an answer was right or wrong speaks of the memories that it was shown. */

const asked = user("Where is my bicycle locked up these days?");
const answered = assistant("In Trondheim.");

async function shownOnce(): Promise<{ world: World; id: string }> {
  const world = await World.create();
  const id = await world.pattern("Bicycle: it is locked up in Trondheim");
  world.finds(id);
  await world.exchange({ messages: [asked] }, "In Trondheim.");
  return { world, id };
}

type Verdict = NonNullable<Plan["verdict"]>;

const retrieved = ({ store }: World, { threadId, chains }: Verdict, scope: Scope = ann) =>
  new SqlGatewayStore(store.db).retrievalOf(scope, threadId, chains);

test.each([
  ["yes, exactly. Thanks for that", true],
  ["No, that's wrong. It is in Oslo.", false],
])("%s", async (text, success) => {
  const { world, id } = await shownOnce();
  await using _ = world;
  const { plan } = await world.prepare({ messages: [asked, answered, user(text)] });
  expect(plan.verdict).toMatchObject({ success, memoryIds: [id] });
  expect(await retrieved(world, plan.verdict!)).toBe("ret_1");
  expect(await retrieved(world, plan.verdict!, { ...ann, user: "ben" })).toBeUndefined();
});

test("nothing is told from a retry, from what another tool asks, or where nothing is stored", async () => {
  const { world } = await shownOnce();
  await using _ = world;
  const messages = [asked, answered, user("No, that's wrong. It is in Oslo.")];
  const verdictWith = async (headers: Record<string, string>) =>
    (await world.prepare({ messages }, { headers })).plan.verdict;
  expect(await verdictWith({ "x-cairn-memory": "read" })).toBeUndefined();
  expect(await verdictWith({ "x-claude-code-request-class": "auxiliary" })).toBeUndefined();
  expect(await verdictWith({})).toBeDefined();
  await world.exchange({ messages }, "Sorry.");
  expect(await verdictWith({})).toBeUndefined();
});

test("what a program says that runs the client is no verdict; what its user says beside it is", async () => {
  const { world, id } = await shownOnce();
  await using _ = world;
  const framed = (text: string) => user(`${text}\n<chat_history>\nUSER: Hi.\n</chat_history>`);
  const verdictIn = async (...turn: ReturnType<typeof user>[]) =>
    (await world.prepare({ messages: [asked, answered, ...turn] })).plan.verdict;
  expect(await verdictIn(framed("No, that's wrong. It is in Oslo."))).toBeUndefined();
  expect(await verdictIn(framed("That worked, thanks."), user("No, that's wrong. It is in Oslo."))).toMatchObject({
    success: false,
    memoryIds: [id],
  });
});

test("a verdict is of the turn directly before, and only if that one was shown something", async () => {
  const { world } = await shownOnce();
  await using _ = world;
  world.finds();
  const second = [asked, answered, user("And what is the capital of Norway, by the way?")];
  await world.exchange({ messages: second }, "Bergen.");
  const { plan } = await world.prepare({ messages: [...second, assistant("Bergen."), user("No, that's wrong.")] });
  expect(plan.verdict).toBeUndefined();
});

test("it is handed over when the request begins; that it fails delays nothing", async () => {
  const { world, id } = await shownOnce();
  await using _ = world;
  const heard: { scope: Scope; verdict: Verdict }[] = [];
  const errors: unknown[] = [];
  const memory = new GatewayMemory({
    ...quiet,
    search: { search: async () => ({ retrievalId: "ret_9", results: [] }) },
    receipts: { add: () => {} },
    store: new SqlGatewayStore(world.store.db),
    onVerdict: async (scope, verdict) => {
      heard.push({ scope, verdict });
      throw new Error("no outcomes today");
    },
    onError: (error) => void errors.push(error),
  });
  const messages = [asked, answered, user("That's not right, it is in Oslo.")];
  const remembered = await memory.prepare(askOf({ messages }));
  expect(heard).toEqual([]);
  remembered.hold();
  await remembered.begin();
  expect(heard).toMatchObject([{ scope: ann, verdict: { success: false, memoryIds: [id] } }]);
  expect(errors).toMatchObject([{ message: "no outcomes today" }]);
});
