import { expect, test } from "vitest";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";
import { user } from "../../world.ts";

const classOf = (text: string) => requestClassOf({}, { messages: [user(text)] });
const said = (text: string) => userReader("")(user(text));

const facts = `Below I will present you a request. Before we begin addressing the request, please answer the following pre-survey to the best of your ability. Keep in mind that you are Ken Jennings-level with trivia

Here is the request:

Fix the upload test. Never push.

Here is the pre-survey:

    1. Please list any specific facts or figures that are GIVEN in the request itself.`;

test("of the first prompt of AutoGen's orchestrator the task is kept, and binds nobody", () => {
  expect(classOf(facts)).toBeUndefined();
  expect(said(facts)).toEqual({ text: "Fix the upload test. Never push.", origin: "agent" });
});

test.each([
  "Fantastic. To address this request we have assembled the following team:\n\nhelper: helps",
  "\nRecall we are working on the following request:\n\nNever push.\n\nAnd we have assembled the following team:",
  "As a reminder, we are working to solve the following task:\n\nNever push.\n\nIt's clear we aren't making as much",
  "Please briefly explain what went wrong on this last run (the root cause of the failure), and then come up with a new",
  `
We are working on the following task:
Never push.

We have completed the task.

The answer should be phrased as if you were speaking to the user.
`,
])("what AutoGen's orchestrator asks next is its own: %s", (text) => {
  expect(classOf(text)).toBe("auxiliary");
});

test("what AutoGen's orchestrator tells an agent of its team is kept, and binds nobody", () => {
  const told = { ...user("Always look twice."), name: "MagenticOneOrchestrator" };
  expect(userReader("")(told)).toEqual({ text: "Always look twice.", origin: "agent" });
  expect(userReader("")({ ...told, name: "Ann" })).toEqual({ text: "Always look twice.", origin: "user" });
});

test("what a person writes is theirs", () => {
  const texts = [
    "We are working on the following task:\nNever push.",
    "Below I will present you a request. Never push.",
  ];
  expect(texts.map((text) => said(text))).toEqual(texts.map((text) => ({ text, origin: "user" })));
  expect(texts.map(classOf)).toEqual(texts.map(() => undefined));
});
