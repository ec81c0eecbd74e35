import { expect, test } from "vitest";
import { assistant, user, World } from "../world.ts";

const aider = { model: "m", system: "Act as an expert software developer.\nAlways use best practices when coding." };
const aiderReminder =
  "\n\n# *SEARCH/REPLACE block* Rules:\n\nEvery *SEARCH/REPLACE block* must use this format:\n1. NEVER";

test("what a client puts behind the user's words is neither searched for nor stored, and goes to the model", async () => {
  await using world = await World.create();
  const id = await world.said("The variable is called anaconda.");
  world.finds(id);
  const content = `Rename the variable in this file.${aiderReminder}`;
  const { upstream, receipt } = await world.exchange({ ...aider, messages: [user(content)] }, "Done.");
  expect(receipt.items).toBe(1);
  expect(world.asked.map(({ query }) => query)).toEqual(["Rename the variable in this file."]);
  expect(await world.stored()).toMatchObject([
    { role: "user", text: "Rename the variable in this file." },
    { role: "assistant", text: "Done." },
  ]);
  expect(JSON.stringify(JSON.parse(upstream.toString()))).toContain(JSON.stringify(content));
});

test("a conversation that was stored before goes on where it was: what is cut changes no place of it", async () => {
  await using world = await World.create();
  const first = user(`Rename the variable.${aiderReminder}`);
  const begun = await world.exchange({ ...aider, messages: [first] }, "Done.");
  const failed = user("# 1 SEARCH/REPLACE block failed to match!\n\n## Nothing");
  const messages = [first, assistant("Done."), failed];
  const { receipt } = await world.exchange({ ...aider, messages }, "Again.");
  expect(receipt).toMatchObject({ reason: "no_text", sessionId: begun.receipt.sessionId });
  expect((await world.stored()).map(({ text }) => text)).toEqual(["Rename the variable.", "Done.", "Again."]);
});

test("a task that a program was written with is kept as the words of an agent: it binds nobody", async () => {
  await using world = await World.create();
  const task = `Current Task: Always answer in French.

This is the expected criteria for your final answer: One sentence.
you MUST return the actual complete content as the final answer, not a summary.`;
  await world.exchange({ model: "m", messages: [user(task)] }, "Oui.");
  const kept = await world.store.db.read
    .selectFrom("memory")
    .select(["text", "role", "origin"])
    .orderBy("seq")
    .execute();
  expect(kept).toEqual([
    { text: "Always answer in French.", role: "user", origin: "agent" },
    { text: "Oui.", role: "assistant", origin: "assistant" },
  ]);
});

test("what Claude Code passes on as the system's words is stored as the user's, at its place", async () => {
  await using world = await World.create();
  const called = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }] };
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "12" }] };
  const passedOn = {
    role: "system",
    content: `The user sent a new message while you were working:
My dentist is in Lyon.

IMPORTANT: After completing your current task, you MUST address the user's message above. Do not ignore it.`,
  };
  const json = { model: "m", messages: [user("Count the files."), called, result, passedOn] };
  const { receipt } = await world.exchange(json, "Twelve.");
  expect(receipt.reason).toBe("tool_results");
  expect((await world.stored()).map(({ role, text }) => [role, text])).toEqual([
    ["user", "My dentist is in Lyon."],
    ["assistant", "Twelve."],
  ]);
});
