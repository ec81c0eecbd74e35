import { expect, test } from "vitest";
import type { HydratedMemory } from "../../../src/memory/search/index-store.ts";
import { assistant, user, World } from "./world.ts";

/** What patterns and facts read like in a request, and when a fact is left out. */

const fact = (
  content: string,
  evidence: string[],
  { validTo = null, leansOn = [] }: { validTo?: string | null; leansOn?: string[] } = {},
): HydratedMemory => ({
  id: `fact_${content.length}`,
  layer: "graph",
  user: "ana",
  content,
  createdAtMs: Date.UTC(2026, 0, 2),
  successRate: 0,
  fact: {
    subject: "Ana",
    predicate: "lives_in",
    object: "Porto",
    validFrom: null,
    validTo,
    evidence,
    leansOn,
  },
});

const asking = { messages: [user("Where does Ana live now?")] };

test("a pattern is shown with when it works and what is not to be done", async () => {
  await using world = await World.create();
  world.finds(await world.pattern("Deploy"));
  const { upstream } = await world.prepare(asking);
  expect(upstream.toString()).toContain("Solve Deploy\\nWorks when: it is quiet\\nWhat not to do: hurry");
});

test("a fact is data of the user's; its block goes with the messages that say so", async () => {
  await using world = await World.create();
  const said = await world.said("My sister Ana moved to Porto");
  world.facts = [fact("Ana lives in Porto (from 2026-01)", [said])];
  const prepared = await world.prepare(asking);
  expect(prepared.upstream.toString()).toContain(
    '<memory kind=\\"fact\\" from=\\"user\\" date=\\"2026-01-02T00:00Z\\">',
  );
  expect(prepared.plan.opening?.blocks).toMatchObject([{ memoryIds: [said] }]);
  expect(prepared.headers).toMatchObject({ "x-cairn-memory-position": "part" });
  expect(world.receipts).toMatchObject([{ results: [{ layer: "graph" }] }]);
});

test("a fact's block goes with the message that says what somebody in it is called, which is not taken for shown", async () => {
  await using world = await World.create();
  const named = await world.said("My sister's name is Ana");
  const said = await world.said("My sister moved to Porto");
  world.facts = [fact("Ana lives in Porto", [said], { leansOn: [named] })];
  const { headers } = await world.exchange(asking, "In Porto.");
  expect(headers).toMatchObject({ "x-cairn-memory-items": "1" });
  world.finds(named);
  const messages = [...asking.messages, assistant("In Porto."), user("And what is my sister called?")];
  const shown = await world.prepare({ messages });
  expect(shown.upstream.toString()).toContain("Ana lives in Porto");
  expect(shown.upstream.toString()).toContain("My sister's name is Ana");
  world.facts = [];
  await world.forgets(named);
  const later = await world.prepare({ messages });
  expect(later.upstream.toString()).not.toContain("Ana lives");
  expect(later.headers).toMatchObject({ "x-cairn-memory-replay": "incomplete" });
});

test("a fact is not shown where the message that named somebody in it was erased since it was found", async () => {
  await using world = await World.create();
  const said = await world.said("My sister moved to Porto");
  world.facts = [fact("Ana lives in Porto", [said], { leansOn: ["msg_gone"] })];
  expect((await world.prepare(asking)).headers).toMatchObject({ "x-cairn-memory-reason": "nothing_relevant" });
});

test.each([
  { that: "holds", validTo: null, items: "1" },
  { that: "has ended", validTo: "2026-01", items: "2" },
])("beside the message that says so, a fact that $that makes $items", async ({ validTo, items }) => {
  await using world = await World.create();
  const said = await world.said("My sister Ana lives in Porto");
  world.finds(said);
  world.facts = [fact("Ana lived in Porto", [said], { validTo })];
  expect((await world.prepare(asking)).headers).toMatchObject({ "x-cairn-memory-items": items });
});

test("a fact is not shown twice, nor one of this conversation, nor one that nobody says any more", async () => {
  await using world = await World.create();
  const said = await world.said("My sister Ana moved to Porto");
  world.facts = [fact("Ana lives in Porto", [said]), fact("Ana has a dog", ["msg_gone"])];
  const first = await world.exchange(asking, "In Porto.");
  expect(first.headers).toMatchObject({ "x-cairn-memory-items": "1" });
  const own = first.plan.opening!.messages[0]!.chain;
  const { message_id: ownId } = await world.store.db.read
    .selectFrom("gateway_turn")
    .select("message_id")
    .where("chain", "=", own)
    .executeTakeFirstOrThrow();
  world.facts.push(fact("Ana lives somewhere", [ownId]));
  const messages = [...asking.messages, assistant("In Porto."), user("And since when is she there?")];
  expect((await world.prepare({ messages })).headers).toMatchObject({ "x-cairn-memory-reason": "nothing_relevant" });
});
