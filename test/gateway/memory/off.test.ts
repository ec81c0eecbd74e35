import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { assistant, user, World } from "./world.ts";

/** What memory leaves alone is known all the same, for it may be asked again. */

/** The first message that the provider got. */
function firstOf({ upstream }: { upstream: Buffer }): JsonObject {
  const { messages } = JSON.parse(upstream.toString()) as { messages: [JsonObject] };
  return messages[0];
}

test("a turn asked without memory may be asked again with it, and each reply goes on from what it was given for", async () => {
  await using world = await World.create();
  world.finds(await world.said("Ana keeps her bees in Lisbon."));
  const asked = { messages: [user("Where does Ana keep her bees?")] };
  const off = { headers: { "x-cairn-memory": "off" } };
  const without = await world.exchange(asked, "I do not know.", off);
  const shown = await world.exchange(asked, "In Lisbon.");
  expect([without.receipt.reason, shown.receipt.reason]).toEqual(["off", undefined]);
  const next = (reply: string) => ({ messages: [...asked.messages, assistant(reply), user("What are bees like?")] });
  expect(firstOf(await world.prepare(next("I do not know.")))).toEqual(firstOf(without));
  expect(firstOf(await world.prepare(next("In Lisbon.")))).toEqual(firstOf(shown));
  // Nothing of what was said is stored for it.
  expect((await world.stored()).map(({ text }) => text)).toEqual(["Where does Ana keep her bees?", "In Lisbon."]);
});
