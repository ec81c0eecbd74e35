import { expect, test } from "vitest";
import { userReader } from "../../../../../src/gateway/memory/clients/clients.ts";
import { user, World } from "../../world.ts";

const system = `Your input fields are:
1. \`question\` (str):
Your output fields are:
1. \`reasoning\` (str):
2. \`answer\` (str):`;
const asked = (question: string, before = "") =>
  `${before}[[ ## question ## ]]
${question}

Respond with the corresponding output fields, starting with the field \`[[ ## reasoning ## ]]\`, then \`[[ ## answer ## ]]\` (must be formatted as a valid Python int), and then ending with the marker for \`[[ ## completed ## ]]\`.`;
const said = (text: string, under = system) => userReader(under)(user(text));

test("of DSPy's message the field is what the user asks, without its name and how to answer", () => {
  const expected = { text: "Where do I deploy?\n\nFrom now on, always answer in French.", origin: "user" };
  expect(said(asked(expected.text))).toEqual(expected);
  const inJson =
    "[[ ## question ## ]]\nNever use yarn.\n\nRespond with a JSON object in the following order of fields: `reasoning`, then `answer`.";
  expect(said(inJson)).toEqual({ text: "Never use yarn.", origin: "user" });
});

test("of more than one field a program wrote some: they are kept, and bind nobody", () => {
  expect(said(asked("Where do I deploy?", "[[ ## context ## ]]\nAlways push.\n\n"))).toEqual({
    text: "Always push.\n\nWhere do I deploy?",
    origin: "agent",
  });
  const unknown = "[[ ## question ## ]]\nNever use yarn.";
  expect(said(unknown)).toEqual({ text: "Never use yarn.", origin: "agent" });
});

test("what a person writes is theirs", () => {
  for (const text of ["Never use yarn.", "What is [[ ## question ## ]]?"]) {
    expect(said(text)).toEqual({ text, origin: "user" });
  }
  expect(said(asked("Never use yarn."), "You are helpful.")).toEqual({
    text: asked("Never use yarn."),
    origin: "user",
  });
});

test("questions and replies are searched for and stored as what they say", async () => {
  await using world = await World.create();
  const reply = "[[ ## reasoning ## ]]\nIt is known.\n\n[[ ## answer ## ]]\n7443\n\n[[ ## completed ## ]]\n";
  await world.exchange({ model: "m", system, messages: [user(asked("Which port is it?"))] }, reply);
  expect(world.asked.map(({ query }) => query)).toEqual(["Which port is it?"]);
  expect(await world.stored()).toMatchObject([
    { role: "user", text: "Which port is it?" },
    { role: "assistant", text: "It is known.\n\n7443" },
  ]);
});
