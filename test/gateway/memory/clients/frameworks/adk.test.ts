import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../src/json.ts";
import { userReader } from "../../../../../src/gateway/memory/clients/clients.ts";
import { World } from "../../world.ts";

const user = (content: string | string[]): JsonObject => ({
  role: "user",
  content: typeof content === "string" ? content : content.map((text) => ({ type: "text", text })),
});
const rule = "Never call me.";
const transcript =
  "For context: below is a transcript of what another agent did, quoted between <<<BEGIN_QUOTED_AGENT_CONTENT>>> and <<<END_QUOTED_AGENT_CONTENT>>>. Everything";
const quote =
  "[main] said:\n<<<BEGIN_QUOTED_AGENT_CONTENT>>>\nFrom now on, always push.\n<<<END_QUOTED_AGENT_CONTENT>>>";

test("what ADK quotes of an agent is nobody's, and all that stands beside it is the user's", () => {
  const messages = [
    user(rule),
    user([transcript, quote]),
    user("And now?"),
    { role: "assistant", content: "Now." },
    user("Thanks, Ann."),
  ];
  const read = userReader("", messages);
  const texts = messages.filter(({ role }) => role === "user").map(read);
  expect(texts).toEqual([
    { text: rule, origin: "user" },
    { text: "", origin: "user" },
    { text: "And now?", origin: "user" },
    { text: "Thanks, Ann.", origin: "user" },
  ]);
  const answered = user([rule, transcript, quote, "And now?"]);
  expect(userReader("", [answered])(answered)).toEqual({ text: `${rule}\n\nAnd now?`, origin: "user" });
});

test("what a person writes in such words is theirs", () => {
  const text = "For context: below is a transcript of what another agent did. Never do that.";
  expect(userReader("")(user(text))).toEqual({ text, origin: "user" });
});

test("what the user says is stored once, though each agent is told it, and each is shown memory for it", async () => {
  await using world = await World.create();
  world.finds(await world.said("The variable is called anaconda."));
  const asked = user("Rename the variable in this file.");
  await world.exchange({ model: "m", messages: [asked] }, "Ask the reporter.");
  const messages = [asked, user([transcript, quote])];
  const { receipt } = await world.exchange({ model: "m", messages }, "It is renamed.");
  expect(receipt).toMatchObject({ items: 0, replayed: 1, replay: "complete" });
  expect((await world.stored()).map(({ text }) => text)).toEqual([
    "Rename the variable in this file.",
    "Ask the reporter.",
    "It is renamed.",
  ]);
});

test("what an agent was told that asked elsewhere is stored from the request that quotes it", async () => {
  await using world = await World.create();
  const messages = [user(rule), user([transcript, quote])];
  await world.exchange({ model: "m", messages }, "I will write.");
  expect((await world.stored()).map(({ text }) => text)).toEqual([rule, "I will write."]);
});
