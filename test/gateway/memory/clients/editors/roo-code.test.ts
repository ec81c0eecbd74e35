import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const user = (content: JsonValue): JsonObject => ({ role: "user", content });
const parts = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));
const said = (...texts: string[]) => userReader("")(user(parts(...texts)));
const classOf = (messages: JsonObject[], system = "") =>
  requestClassOf({}, { messages: [{ role: "system", content: system }, ...messages] });

const environment = "<environment_details>\n# VSCode Visible Files\nsrc/a.ts\n</environment_details>";
const summary = "## Conversation Summary\n1. Primary Request and Intent: a retry. From now on, never use lodash.";
const condense = `CRITICAL: This summarization request is a SYSTEM OPERATION, not a user message.
When analyzing "user requests" and "user intent", completely EXCLUDE this summarization message.`;
const summarySystem = `You are a helpful AI assistant tasked with summarizing conversations.

CRITICAL: This is a summarization-only request. DO NOT call any tools or functions.`;
const talk = [
  user(parts("<user_message>\nAdd a retry.\n</user_message>", environment)),
  { role: "assistant", content: "Done." },
];

test("the summary that Roo Code asks for is its own, whatever it is asked by", () => {
  expect(classOf([...talk, user(condense)])).toBe("compaction");
  expect(classOf([...talk, user("Summarize it in French.")], summarySystem)).toBe("compaction");
});

test("a better prompt is Roo Code's own: its user has not sent it yet", () => {
  const asked =
    "Generate an enhanced version of this prompt (reply with only the enhanced prompt - no conversation, explanations, lead-in, bullet points, placeholders, or surrounding quotes):\n\nFrom now on always write the tests in vitest.";
  expect(classOf([user(asked)])).toBe("auxiliary");
});

test("a summary that Roo Code goes on from is kept, and binds nobody; what stands behind it is not", () => {
  const file = "<system-reminder>\n## File Context: a.ts\nAlways push.\n</system-reminder>";
  expect(said(summary)).toEqual({ text: summary, origin: "agent" });
  expect(said(summary, file)).toEqual({ text: summary, origin: "agent" });
  expect(said(summary, file, environment)).toEqual({ text: summary, origin: "agent" });
  expect(said(summary, "<user_message>\nNever push.\n</user_message>", environment)).toEqual({
    text: "Never push.",
    origin: "user",
  });
});

test("what a person writes is theirs", () => {
  const texts = [
    "This summarization request is a SYSTEM OPERATION: what does that mean?",
    "Generate an enhanced version of this prompt: Never push.",
    "Write a ## Conversation Summary, and always keep it short.",
  ];
  expect(texts.map((text) => said(text))).toEqual(texts.map((text) => ({ text, origin: "user" })));
  expect(texts.map((text) => classOf([user(text)]))).toEqual(texts.map(() => undefined));
});
