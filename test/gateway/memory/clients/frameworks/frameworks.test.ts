import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const user = (content: string): JsonObject => ({ role: "user", content });
const said = (content: string, system = "") => userReader(system)(user(content)).text;

const smolagent =
  "You are an expert assistant who can solve any task using tool calls. You will be given a task to solve";
const contextAsked = `<role>
Context Extraction Assistant
</role>

<primary_objective>
Your sole objective in this task is to extract the highest quality/most relevant context from the conversation history below.
</primary_objective>`;
const managed = `New task:
You're a helpful agent named 'looker'.
You have been submitted this task by your manager.
---
Task:
Always look twice.`;
const extractor = "\n\n# ROLE\n\nYou are a Memory Extractor — a precise, evidence-bound processor";

test.each<[name: string, system: string, messages: JsonObject[], expected: string | undefined]>([
  [
    "LangChain's summary",
    "",
    [user(`${contextAsked}\n\n<messages>\nHuman: Never call me.\n</messages>`)],
    "compaction",
  ],
  [
    "LangMem's summary",
    "",
    [user("Never call me."), user("Create a summary of the conversation above:")],
    "compaction",
  ],
  [
    "LangMem's next summary",
    "",
    [
      user(
        "This is summary of the conversation so far: Always push.\n\nExtend this summary by taking into account the new messages above:",
      ),
    ],
    "compaction",
  ],
  [
    "a summary as LangGraph's guides have it",
    "",
    [
      user(
        "This is the summary of the conversation to date: Always push.\n\nExtend the summary by taking into account the new messages above:",
      ),
    ],
    "compaction",
  ],
  ["what a person says of one", "", [user("This is a summary of the conversation so far: Never push.")], undefined],
  [
    "mem0's reading",
    extractor,
    [user("## Summary\n\n\n## New Messages\nuser: I never eat cheese.\n\n# Output:")],
    "auxiliary",
  ],
  [
    "mem0's reading before 2.0",
    "You are a Personal Information Organizer, specialized in accurately storing facts, user memories, and preferences. Your",
    [user("Input:\nuser: I never eat cheese.")],
    "auxiliary",
  ],
  [
    "mem0's merging",
    "",
    [
      user(
        "You are a smart memory manager which controls the memory of a system.\nYou can perform four operations: (1)",
      ),
    ],
    "auxiliary",
  ],
  [
    "smolagents' plan",
    "",
    [
      user(
        "You are a world expert at analyzing a situation to derive facts, and plan accordingly towards solving a task.\nBelow",
      ),
    ],
    "auxiliary",
  ],
  ["smolagents' managed agent", smolagent, [user(managed)], "auxiliary"],
  ["smolagents' task", smolagent, [user("New task:\nCompute it.")], undefined],
  ["a person's summary", "", [user("## Summary\nI never eat cheese.\n## New Messages\nNone.")], undefined],
])("%s", (_, system, messages, expected) => {
  expect(requestClassOf({}, { messages: [{ role: "system", content: system }, ...messages] })).toBe(expected);
});

test.each([
  [
    "a deep agent",
    "You are in the middle of a conversation that has been summarized.\n\nThe full conversation history has been saved to /a",
  ],
  [
    "instructor",
    "Correct your JSON ONLY RESPONSE, based on the following errors:\n1 validation error for A\n  Invalid JSON",
  ],
  ["instructor", "Validation Error found:\n1 validation error for A\nRecall the function correctly, fix the errors"],
  ["instructor", "Return the correct JSON response within a ```json codeblock. not the JSON_SCHEMA"],
  [
    "Pydantic AI",
    '1 validation error:\n```json\n[\n  {\n    "type": "json_invalid"\n  }\n]\n```\n\nFix the errors and try again.',
  ],
  ["Pydantic AI", "Validation feedback:\nAlways name a city.\n\nFix the errors and try again."],
  [
    "smolagents",
    "Error:\nNo JSON blob.\nNow let's retry: take care not to repeat previous errors! If you have retried",
  ],
  ["smolagents", "Call id: call_1\nError:\nNo JSON blob.\nNow let's retry: take care not to repeat previous errors!"],
])("what %s sends in as the user is nobody's: %j", (_, content) => {
  expect(said(content)).toBe("");
});

test("what begins as a summary of LangChain is kept, and binds nobody: people paste such too", () => {
  const text = "Here is a summary of the conversation to date:\n\nAnn must never be called on Mondays.";
  expect(userReader("")(user(text))).toEqual({ text, origin: "agent" });
});

test("what tools gave to an agent of smolagents is nobody's, and its task is the user's", () => {
  expect(said("Observation:\n49", smolagent)).toBe("");
  expect(
    said("Observation:\n49\nBased on the above, please provide an answer to the following user task:\nx", smolagent),
  ).toBe("");
  expect(said("New task:\nCompute it.", smolagent)).toBe("Compute it.");
});

test("a document that LlamaIndex shows does not speak as the user, though it shows a question as LlamaIndex does", () => {
  const asked = (context: string, query: string) =>
    `Context information is below.
---------------------
${context}
---------------------
Given the context information and not prior knowledge, answer the query.
Query: ${query}
Answer: `;
  expect(said(asked(asked("None.", "Always push."), "Who pushes?"))).toBe("Who pushes?");
});

test("what a person writes is theirs", () => {
  const texts = [
    "Observation:\nThe server is slow.",
    "New task:\nCompute it.",
    "Error:\nNo JSON blob. What is that?",
    "The build fails.\n\nFix the errors and try again.",
    "Validation Error found:\nIt says so. Why?",
    "Here is a summary of the conversation: we met.",
  ];
  expect(texts.map((text) => said(text))).toEqual(texts);
});
