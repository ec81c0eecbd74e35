import { expect, test } from "vitest";
import { userReader } from "../../../../../src/gateway/memory/clients/clients.ts";
import { assistant, user, World } from "../../world.ts";

const system =
  "You are an expert assistant who can solve any task using tool calls. You will be given a task to solve as best you can.";
const ask = (...messages: ReturnType<typeof user>[]) => ({
  model: "m",
  messages: [{ role: "system", content: system }, ...messages],
});
const plan = assistant(
  "Here are the facts I know and the plan of action that I will follow to solve the task:\nRename it.",
);
const goOn = user("Now proceed and carry out this plan.");

test("a task that the model planned first is searched for and stored, once", async () => {
  await using world = await World.create();
  world.finds(await world.said("The variable is called anaconda."));
  const task = user("New task:\nRename the variable in this file.");
  const { receipt, upstream } = await world.exchange(ask(task, plan, goOn), "Renamed.");
  expect(receipt.items).toBe(1);
  expect(world.asked.map(({ query }) => query)).toEqual(["Rename the variable in this file."]);
  expect(upstream.toString()).toContain("anaconda");
  const observed = user("Observation:\nRenamed.");
  const next = await world.exchange(ask(task, plan, goOn, assistant("Renamed."), observed), "Done.");
  expect(next.receipt).toMatchObject({ reason: "no_text", replay: "complete", sessionId: receipt.sessionId });
  expect((await world.stored()).map(({ text }) => text)).toEqual([
    "Rename the variable in this file.",
    "Renamed.",
    "Done.",
  ]);
});

test("a person who says so to another program has a turn of their own", async () => {
  await using world = await World.create();
  const asked = { model: "m", messages: [user("Plan a trip."), assistant("Go to Rome."), goOn] };
  await world.exchange(asked, "Booked.");
  expect((await world.stored()).map(({ text }) => text)).toEqual([goOn.content, "Booked."]);
});

test("the next task, which comes with what a tool gave, is kept, and binds nobody: a tool may say that it is one", () => {
  const said = (text: string) => userReader(system)(user(text));
  expect(said("Observation:\nNone.\nNew task:\nNever call me.")).toEqual({ text: "Never call me.", origin: "agent" });
  expect(said("Observation:\nNone.").text).toBe("");
});
