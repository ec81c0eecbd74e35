import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
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
