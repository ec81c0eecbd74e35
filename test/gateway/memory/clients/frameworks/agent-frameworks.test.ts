import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const user = (content: string | string[]): JsonObject => ({
  role: "user",
  content: typeof content === "string" ? content : content.map((text) => ({ type: "text", text })),
});
const system = (content: string): JsonObject => ({ role: "system", content });
const rule = "Never call me.";
const said = (content: string | string[], text = "") => userReader(text)(user(content));
const classOf = (...messages: JsonObject[]) => requestClassOf({}, { messages });

test.each<[name: string, messages: JsonObject[], expected: string]>([
  ...[
    "You are a Memory Manager that is responsible for managing information and preferences about the user. You will be provided",
    "You are a Learning Extractor. Your job is to identify knowledge worth preserving",
    "You are tasked with creating a structured output from the provided user message.",
    "Based on the user's message and the assistant's response below, generate follow-up suggestions. Each suggestion should",
    "You are compressing tool call results to save context space while preserving critical information.\n\nYour goal",
  ].map((text): [string, JsonObject[], string] => ["Agno", [system(text), user(rule)], "auxiliary"]),
  [
    "Agno's summary",
    [
      system(
        "Analyze the following conversation between a user and an assistant, and extract the following details:\n- Summary (str): Provide",
      ),
      user("Provide the summary of the conversation."),
    ],
    "compaction",
  ],
  [
    "Agno's compaction",
    [
      system(
        "You maintain the running summary of a long conversation between a user and an AI agent. The\nconversation",
      ),
      user(`User: ${rule}`),
    ],
    "compaction",
  ],
  [
    "ADK's summary",
    [
      user(
        `The following is a conversation history between a user and an AI agent. It may or may not start from a compacted history. Please identify and\n\n${rule}`,
      ),
    ],
    "compaction",
  ],
  [
    "Haystack's grades",
    [
      user(
        `Instructions:\nIs it so?\n\nGenerate the response in JSON format with the following keys:\n["score"]\nConsider the instructions and the examples below to determine those values.\n\nExamples:\n\n\nInputs:\n{"answers": "${rule}"}\nOutputs:\n`,
      ),
    ],
    "auxiliary",
  ],
  [
    "LangChain's choice of tools",
    [system("Your goal is to select the most relevant tools for answering the user's query."), user(rule)],
    "auxiliary",
  ],
  [
    "LangChain's emulated tool",
    [user("You are emulating a tool call for testing purposes.\n\nTool: ask\nDescription: d\nArguments: {}")],
    "auxiliary",
  ],
  [
    "LlamaIndex's structured answer",
    [
      user(
        `<current_conversation>\n\t<user>\n\t\t<message>${rule}</message>\n\t</user>\n</current_conversation>\n\nGiven the conversation, format the output according to the provided schema.`,
      ),
    ],
    "auxiliary",
  ],
  [
    "the same in parts",
    [
      user([
        "<current_conversation>\n",
        `\t\t<message>${rule}</message>\n`,
        "</current_conversation>\n\n",
        "Given the conversation, format the output according to the provided schema.",
      ]),
    ],
    "auxiliary",
  ],
  [
    "LlamaIndex's facts",
    [
      user(rule),
      { role: "assistant", content: "ok" },
      user(
        "You are a precise fact extraction system designed to identify key information from conversations.\n\nINSTR",
      ),
    ],
    "auxiliary",
  ],
  [
    "LlamaIndex's summary",
    [
      system(
        "The following is a conversation between the user and assistant. Write a concise summary about the contents of this conversation.",
      ),
      user(`"Transcript so far: user: ${rule}"`),
    ],
    "auxiliary",
  ],
  [
    "LlamaIndex's choice",
    [user("Some choices are given below. It is provided in a numbered list (1 to 2), where each item in the list")],
    "auxiliary",
  ],
  ...[
    "You are a data structuring specialist. Your job is to convert unstructured text into a specific JSON format.",
    "You are a content moderation specialist. Your job is to evaluate text content for potential policy violations.",
    "\n      - you will generate a short title based on a conversation transcript between a user and an assistant",
  ].map((text): [string, JsonObject[], string] => ["Mastra", [system(text), user(rule)], "auxiliary"]),
  [
    "Mastra's observer",
    [
      system("You are the memory consciousness of an AI assistant. Your observations will be the ONLY information"),
      user("## Your Task\n\nDo not repeat observations that are already in the previous observations."),
      user(`## New Message History to Observe\n\nUser: ${rule}`),
    ],
    "compaction",
  ],
  [
    "Semantic Kernel's orchestrator",
    [
      user(
        "Please briefly explain what went wrong on this last run (the root\ncause of the failure), and then come up with\na new",
      ),
    ],
    "auxiliary",
  ],
  [
    "Strands' summary",
    [
      system("You are a conversation summarizer. Provide a concise summary of the conversation history.\n\nFormat"),
      user(rule),
      { role: "assistant", content: "ok" },
      user("Please summarize this conversation."),
    ],
    "compaction",
  ],
  [
    "Strands' graph",
    [user([`Original Task: ${rule}`, "\nInputs from previous nodes:", "\nFrom one:", "  - Agent: ok"])],
    "auxiliary",
  ],
  [
    "Strands' handoff",
    [
      user(
        `Context:\nHandoff Message: ${rule}\n\nUser Request: Hello\n\nYou have access to swarm coordination tools if you need help from other agents.`,
      ),
    ],
    "auxiliary",
  ],
])("%s is asked by the framework itself", (_, messages, expected) => {
  expect(classOf(...messages)).toBe(expected);
});

test.each([
  "Output should be in JSON format and conform to the following schema:\n\n```\n{}\n```",
  "Output should be ONLY one of the following enum values. Do not output any additional information or add quotes.\n\na",
  "The following generated JSON does not conform to the provided schema.\nGenerated JSON: {}\nError details:\n- Message: Always",
  "You must format the previous response as structured output.",
  "Your previous attempt did not satisfy the goal.\n\nFeedback on what was wrong:\nNever say hello.\n\nAddress every point above and produce a new, corrected response that fully satisfies the goal. Do not restate or lightly edit the previous attempt — fix",
])("what a framework tells its model as the user is nobody's: %j", (text) => {
  expect(said(text).text).toBe("");
});

test.each([
  `Output should be in JSON format and conform to the following schema:\n\n\`\`\`\n{"type":"object"}\n\`\`\`\n${rule}`,
  `Output should be a JSON array conforming to the following schema:\n    \n\`\`\`\n{"type":"array"}\n\`\`\`\n${rule}`,
  `Output should be ONLY one of the following enum values. Do not output any additional information or add quotes.\n\na\nb\n\n${rule}`,
  `The following generated JSON does not conform to the provided schema.\nGenerated JSON: {}\nError details:\n- Message: x\nDon't use any markdown and don't add any comment.\n${rule}`,
])("what the user says behind a framework's words is theirs: %j", (text) => {
  expect(said(text)).toEqual({ text: rule, origin: "user" });
});

test("what a framework puts around what the user says is left out", () => {
  const swarm = `Context:\nUser Request: ${rule}\n\nOther agents available for collaboration:\nAgent name: two.\n\nYou have access to swarm coordination tools if you need help from other agents. If you don't hand off`;
  const found = `${rule}\n\nUse the following references from the knowledge base if it helps:\n<references>\n- Always push.\n</references>`;
  const asked = `${rule}\n\nReturn the correct JSON response within a \`\`\`json codeblock. not the JSON_SCHEMA`;
  const told = `${found}\n\n<additional context>\n{"mood": "Always smile."}\n</additional context>`;
  for (const text of [swarm, found, asked, told]) expect(said(text)).toEqual({ text: rule, origin: "user" });
});

test("a swarm's prompt with another end is kept, and binds nobody", () => {
  const text = `Context:\nUser Request: ${rule}\nYou have access to swarm coordination tools if you need help from other agents.`;
  expect(said(text)).toEqual({ text, origin: "agent" });
});

test("of Semantic Kernel's first prompt to its orchestrator the task is kept, and binds nobody", () => {
  const text = `Below I will present you a request.\n\nBefore we begin addressing the request, please answer the following pre-survey to the best of your ability.\n\nHere is the request:\n\n${rule}\n\nHere is the pre-survey:\n\n    1. Please list`;
  expect(said(text)).toEqual({ text: rule, origin: "agent" });
});

test("what people write in such words is theirs", () => {
  const texts = [
    "Provide the summary of the conversation.",
    "Please summarize this conversation.",
    "Original Task: paint the fence. Never use red.",
    "Context: a User Request: a red fence. You have access to swarm coordination tools.",
    "Your previous attempt did not satisfy the goal. Never paint it red.",
    "Output should be in JSON.",
    "Use the following references from the knowledge base if it helps:\n<references>\nx\n</references>",
  ];
  expect(texts.map((text) => said(text))).toEqual(texts.map((text) => ({ text, origin: "user" })));
  expect(texts.map((text) => classOf(user(text)))).toEqual(texts.map(() => undefined));
});
