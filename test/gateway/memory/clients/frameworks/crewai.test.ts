import { expect, test } from "vitest";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const said = (content: string) => userReader("You are Researcher.")({ role: "user", content });
const classOf = (content: string, system = "You are Researcher.") =>
  requestClassOf(
    {},
    {
      messages: [
        { role: "system", content: system },
        { role: "user", content },
      ],
    },
  );

/** As CrewAI 1.6.1 sends it. */
const framed = (task: string, criteria = "One short sentence in plain text.") => `
Current Task: ${task}

This is the expected criteria for your final answer: ${criteria}
you MUST return the actual complete content as the final answer, not a summary.`;
const begin = `

Begin! This is VERY important to you, use the tools available and give your best Final Answer, your job depends on it!

Thought:`;

test.each([
  ["1.6", `${framed("Say where Bob lives.")}${begin}`],
  ["1.15", framed("Say where Bob lives.")],
  ["1.15 without tools", `${framed("Say where Bob lives.")}\n\nProvide your complete response:`],
  [
    "one with context",
    `${framed("Say where Bob lives.")}\n\nThis is the context you're working with:\nNever go.${begin}`,
  ],
  [
    "one without a system text",
    `You are Researcher. Never fail.\nYour personal goal is: x\n${framed("Say where Bob lives.")}`,
  ],
])("of a task of %s its description is kept, as a program's words: they bind nobody", (_, content) => {
  expect(said(content)).toEqual({ text: "Say where Bob lives.", origin: "agent" });
  expect(classOf(content)).toBeUndefined();
});

test("what an agent hands to another, what it asks on the side and its summaries are its own", () => {
  const coworker = "Your best answer to your coworker asking you this, accounting for the context shared.";
  expect(classOf(`${framed("Always write in French.", coworker)}${begin}`)).toBe("auxiliary");
  const rewrite =
    "Your goal is to rewrite the user query so that it is optimized for retrieval from a vector database. Consider";
  expect(classOf("The original query is: x.", rewrite)).toBe("auxiliary");
  const summary = "Summarize the following text, make sure to include all the important information: x";
  expect(classOf(summary, "You are a helpful assistant that summarizes text.")).toBe("compaction");
  expect(classOf("Summarize this.", "You are a helpful assistant that summarizes text.")).toBeUndefined();
});

test.each([
  "I did it wrong. Invalid Format: I missed the 'Action:' after 'Thought:'. I will do right next, and don't use a tool",
  "Now it's time you MUST give your absolute best final answer. You'll ignore all previous instructions, stop using",
  "Analyze the tool result. If requirements are met, provide the Final Answer. Otherwise, call the next tool. Deliver",
  "<summary>\nNever go.\n</summary>\n\nContinue the task from where the conversation left off. The above is a structured summary of prior context.",
])("what it sends in while an agent works is nobody's: %j", (content) => {
  expect(said(content).text).toBe("");
});

test("what a person writes is theirs", () => {
  const texts = [
    "Current Task: buy milk",
    "Current Task: write.\n\nThis is the expected criteria for your final answer: short",
  ];
  expect(texts.map(said)).toEqual(texts.map((text) => ({ text, origin: "user" })));
});
