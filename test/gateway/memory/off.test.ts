import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import type { Rule } from "../../../src/gateway/memory/injection/rules/rules.ts";
import { ann, assistant, user, World } from "./world.ts";

/** What memory leaves alone is known all the same, for it may be asked again. */

/** The third message that the provider got. */
function thirdOf({ upstream }: { upstream: Buffer }): JsonObject {
  const { messages } = JSON.parse(upstream.toString()) as { messages: JsonObject[] };
  return messages[2]!;
}

const off = { headers: { "x-cairn-memory": "off" } };

test("a turn asked without memory may be asked again with it, and each reply goes on from what it was given for", async () => {
  await using world = await World.create();
  const begun = { messages: [user("Good morning to you, Claude.")] };
  await world.exchange(begun, "Good morning.");
  world.finds(await world.said("Ana keeps her bees in Lisbon."));
  const asked = { messages: [...begun.messages, assistant("Good morning."), user("Where does Ana keep her bees?")] };
  const without = await world.exchange(asked, "I do not know.", off);
  const shown = await world.exchange(asked, "In Lisbon.");
  expect([without.receipt.reason, shown.receipt.reason]).toEqual(["off", undefined]);
  const next = (reply: string) => ({ messages: [...asked.messages, assistant(reply), user("What are bees like?")] });
  expect(thirdOf(await world.prepare(next("I do not know.")))).toEqual(thirdOf(without));
  expect(thirdOf(await world.prepare(next("In Lisbon.")))).toEqual(thirdOf(shown));
  // Nothing of what was said is stored for it.
  expect((await world.stored()).map(({ text }) => text)).not.toContain("I do not know.");
});

test("a conversation that begins without memory leaves nothing, not even that there is one", async () => {
  await using world = await World.create();
  const { receipt, plan } = await world.exchange(
    { messages: [user("Where does Ana keep her bees?")] },
    "In Lisbon.",
    off,
  );
  expect(receipt).toMatchObject({ reason: "off", sessionId: "" });
  expect(plan).toEqual({ scope: ann });
});

const nothing = { headers: { "x-cairn-memory-budget": "0" } };

test("a first turn asked with a budget of 0, and again with memory, is stored once and is one conversation", async () => {
  await using world = await World.create();
  world.finds(await world.said("Ana keeps her bees in Lisbon."));
  const asked = { messages: [user("Where does Ana keep her bees?")] };
  const without = await world.exchange(asked, "I do not know.", nothing);
  const shown = await world.exchange(asked, "In Lisbon.");
  expect([without.receipt.reason, shown.receipt.reason]).toEqual(["off", undefined]);
  expect(shown.receipt.sessionId).toBe(without.receipt.sessionId);
  expect(await found(world)).toEqual(["Where does Ana keep her bees?", "In Lisbon."]);
  // Asked once more either way, it is what it was.
  expect((await world.prepare(asked)).upstream).toEqual(shown.upstream);
  expect((await world.prepare(asked, nothing)).receipt.reason).toBe("retry");
  // So is a later turn.
  const later = { messages: [...asked.messages, assistant("In Lisbon."), user("Where does she keep the honey?")] };
  await world.exchange(later, "Nobody knows.", nothing);
  await world.exchange(later, "In Porto.");
  expect((await found(world)).slice(2)).toEqual(["Where does she keep the honey?", "In Porto."]);
  // Ten minutes later the first is another conversation.
  world.nowMs += 601_000;
  expect((await world.prepare(asked)).receipt.sessionId).not.toBe(without.receipt.sessionId);
});

test("of a turn's replies without memory and with it, the one that is gone on from is found", async () => {
  await using world = await World.create();
  const asked = { messages: [user("Where does Ana keep her bees?")] };
  await world.exchange(asked, "I do not know.", nothing);
  await world.exchange(asked, "In Lisbon.");
  const next = { messages: [...asked.messages, assistant("I do not know."), user("What are bees like?")] };
  await world.exchange(next, "They hum.");
  const on = ["Where does Ana keep her bees?", "I do not know.", "What are bees like?", "They hum."];
  expect(await found(world)).toEqual(on);
  await world.exchange({ messages: [...next.messages, assistant("They hum."), user("Why do they?")] }, "To cool.");
  expect(await found(world)).toEqual([...on, "Why do they?", "To cool."]);
});

test.each([
  ["without memory first", [nothing, {}]],
  ["with memory first", [{}, nothing]],
])("so it is of a turn that has an entry for none alone, asked %s", async (_, [first, second]) => {
  await using world = await World.create();
  const begun = { messages: [user("Where does Ana keep her bees?")] };
  await world.exchange(begun, "In Lisbon.");
  const asked = { messages: [...begun.messages, assistant("In Lisbon."), user("Ok")] };
  await world.exchange(asked, "Good.", first);
  await world.exchange(asked, "Fine.", second);
  const before = ["Where does Ana keep her bees?", "In Lisbon.", "Ok"];
  expect(await found(world)).toEqual([...before, "Fine."]);
  await world.exchange({ messages: [...asked.messages, assistant("Good."), user("Why is it?")] }, "It hums.");
  expect(await found(world)).toEqual([...before, "Good.", "Why is it?", "It hums."]);
});

test("what is too short to be asked about is known by its reply, whichever way it was asked first", async () => {
  await using world = await World.create();
  const asked = { messages: [user("Hello")] };
  const { receipt } = await world.exchange(asked, "Who is there?", nothing);
  await world.exchange(asked, "Good morning.");
  world.nowMs += 601_000;
  const next = { messages: [...asked.messages, assistant("Good morning."), user("Where does Ana keep her bees?")] };
  expect((await world.prepare(next)).receipt.sessionId).toBe(receipt.sessionId);
});

test("a turn with a budget of 0 that is told a rule is no retry where memory is asked for", async () => {
  const rules: Rule[] = [];
  await using world = await World.create({ rulesOf: async () => rules });
  const memoryIds = [await world.said("Always answer in German.")];
  rules.push({ type: "MUST", text: "answer in German", isOfAll: false, memoryIds, atMs: 0 });
  world.finds(await world.said("Ana keeps her bees in Lisbon."));
  const asked = { messages: [user("Where does Ana keep her bees?")] };
  const { receipt } = await world.exchange(asked, "Ich weiss es nicht.", nothing);
  expect(receipt).toMatchObject({ rules: 1, items: 0 });
  // The rule stands already.
  expect((await world.exchange(asked, "In Lissabon.")).receipt).toMatchObject({ items: 1, replayed: 1 });
});

test.each(["off", "read"])("a reply in mode %s to what was asked before hides none that is stored", async (mode) => {
  await using world = await World.create();
  const asked = { messages: [user("Where does Ana keep her bees?")] };
  await world.exchange(asked, "In Lisbon.");
  await world.exchange(asked, "I do not know.", { headers: { "x-cairn-memory": mode } });
  expect(await found(world)).toEqual(["Where does Ana keep her bees?", "In Lisbon."]);
  // Until somebody goes on from the other one.
  await world.exchange({ messages: [...asked.messages, assistant("I do not know."), user("A pity.")] }, "Yes.");
  expect(await found(world)).toEqual(["Where does Ana keep her bees?", "A pity.", "Yes."]);
});

/** What is stored and was not left. */
async function found({ store }: World): Promise<(string | null)[]> {
  const rows = await store.db.read
    .selectFrom("gateway_turn as turn")
    .innerJoin("memory", "memory.id", "turn.message_id")
    .select("memory.text")
    .where("turn.is_left", "=", 0)
    .orderBy("memory.seq")
    .execute();
  return rows.map(({ text }) => text);
}
