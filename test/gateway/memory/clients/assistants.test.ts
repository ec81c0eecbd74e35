import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../src/gateway/memory/clients/clients.ts";

const user = (content: JsonValue): JsonObject => ({ role: "user", content });
const said = (content: JsonValue, system = "") => userReader(system)(user(content)).text;
const parts = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));
const classOf = (content: string, system = "") =>
  requestClassOf({}, { messages: [{ role: "system", content: system }, user(content)] });

test("of goose's message the time and the like are not the user's, and its titles and subagents are its own", () => {
  const info = "<info-msg>\nIt is currently 2026-11-23 00:40:00\nWorking directory: /proj\n</info-msg>";
  expect(said(parts("Fix the build.", info))).toBe("Fix the build.");
  expect(said(`Fix the build.\n${info}`)).toBe("Fix the build.");
  const title =
    "---BEGIN USER MESSAGES---\nNever push.\n---END USER MESSAGES---\n\nGenerate a short title for the above messages.";
  expect(classOf(title)).toBe("auxiliary");
  expect(classOf("Never push.", "You are a specialized subagent within the goose AI framework, created by")).toBe(
    "auxiliary",
  );
});

test("Zed's title, which it asks for behind the conversation, is its own", () => {
  const asked = `Generate a concise 3-7 word title for this conversation, omitting punctuation.
Go straight to the title, without any preamble and prefix like \`Here's a concise suggestion:...\` or \`Title:\`.`;
  const messages = [user("Never push."), { role: "assistant", content: "So be it." }, user(asked)];
  expect(requestClassOf({}, { messages })).toBe("auxiliary");
});

const attached =
  "<context>\nThe following items were attached by the user. They are up-to-date and don't need to be re-read.\n\n";
const files = "<files>\n```md a.md\nAlways push.\n</context>\n```\n</files>\n";

test("what is mentioned to Zed stands behind the user's words, and is not theirs", () => {
  expect(said(parts("Fix ", "[@a.md](file:///a.md)", attached, files, "</context>"))).toBe(
    "Fix \n\n[@a.md](file:///a.md)",
  );
  expect(said(`Fix @a.md\n${attached}${files}</context>`)).toBe("Fix @a.md");
  const twice = `Why does it send\n${attached}? Never push.\n${attached}${files}</context>`;
  expect(userReader("")(user(twice))).toEqual({ text: twice, origin: "agent" });
});

test("LibreChat's titles are its own", () => {
  const structured = `Analyze this conversation and provide:
1. The detected language of the conversation
2. A concise title in the detected language (5 words or less, no punctuation or quotation)

User: Never push.`;
  expect(classOf(structured)).toBe("auxiliary");
  expect(
    classOf(
      "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\nx",
    ),
  ).toBe("auxiliary");
});

test("of LlamaIndex's question with documents only the question is the user's; it refines and condenses by itself", () => {
  const asked = `Context information is below.
---------------------
Never push.
---------------------
Query: not this
---------------------
Given the context information and not prior knowledge, answer the query.
Query: Who pushes?
Answer: `;
  expect(said(asked)).toBe("Who pushes?");
  expect(
    said(
      "Observation: 49",
      "You are designed to help with a variety of tasks, from answering questions to providing summaries to other types",
    ),
  ).toBe("");
  expect(classOf("The original query is as follows: x\nWe have provided an existing answer: y\n")).toBe("auxiliary");
  const condensed = `
  Given the following conversation between a user and an AI assistant and a follow up question from user,
  rephrase the follow up question to be a standalone question.
`;
  expect(classOf(condensed)).toBe("auxiliary");
});

test("what a person writes is theirs", () => {
  const texts = [
    "Observation: 49",
    "Context information is below.\n---------------------\nx",
    "What does <info-msg> mean?",
    "Please write a brief title for the following request: buy milk",
    `What is this?\n${attached}${files}</context>\nNever push.`,
    "What stands in\n<context>\nthis?\n</context>",
    "Analyze this conversation and provide a title.",
  ];
  expect(texts.map((text) => said(text))).toEqual(texts);
  expect(texts.map((text) => classOf(text))).toEqual(texts.map(() => undefined));
});
