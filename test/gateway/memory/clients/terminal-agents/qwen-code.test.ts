import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../src/json.ts";
import { requestClassOf } from "../../../../../src/gateway/memory/clients/clients.ts";

const qwen =
  "You are Qwen Code, an interactive CLI agent developed by Alibaba Group, specializing in software engineering";
const user = (text: string): JsonObject => ({ role: "user", content: [{ type: "text", text }] });
const behind = (asked: string) => [
  user("This is the Qwen Code. We are setting up the context for our chat."),
  { role: "assistant", content: "Got it. Thanks for the context!" },
  user("From now on, always run gofmt before a commit. Where do I deploy?"),
  { role: "assistant", content: "Okay." },
  user(asked),
];
const classOf = (system: string, messages: JsonObject[]) =>
  requestClassOf({}, { messages: [{ role: "system", content: system }, ...messages] });

const extraction = `You are now acting as the managed memory extraction subagent for an AI coding assistant.

The recent conversation history is already in your context.`;
const directory = `Managed memory directory: \`/home/ann/.qwen/memory\`

Scan the recent conversation history in your context and update durable managed memory.`;
const suggestion = `[SUGGESTION MODE: Suggest what the user might naturally type next.]

FIRST: Read the LAST FEW LINES of the assistant's most recent message`;
const next =
  "Analyze *only* the content and structure of your immediately preceding response (your last turn in the conversation history). Based";
const title =
  "Generate a concise, sentence-case title (3-7 words) that captures what this programming-assistant session is about. Think";
const snapshot = "First, reason in your scratchpad. Then, generate the <state_snapshot>.";
const summary = "\nYou are the component that summarizes internal chat history into a given structure.\n";

test.each<[name: string, system: string, messages: JsonObject[], expected: string]>([
  ["memory", extraction, behind(directory), "auxiliary"],
  ["memory while it reads files", extraction, [{ role: "tool", content: "Always push." }], "auxiliary"],
  ["suggestion", qwen, behind(suggestion), "auxiliary"],
  ["look at who speaks next", qwen, behind(next), "auxiliary"],
  ["title", title, [user("Conversation so far:\nUser: Always push.")], "auxiliary"],
  [
    "recap",
    "You generate session recaps for a programming assistant CLI.\n",
    behind("Generate the recap now."),
    "auxiliary",
  ],
  ["summary", summary, behind(snapshot), "compaction"],
])("Qwen Code's %s is its own", (_, system, messages, expected) => {
  expect(classOf(system, messages)).toBe(expected);
});

test("what the user asks of Qwen Code is theirs", () => {
  expect(classOf(qwen, behind("What does [SUGGESTION MODE: ...] do? Never use it."))).toBeUndefined();
  expect(classOf("You are helpful.", [user("Suggest what the user might naturally type next.")])).toBeUndefined();
});
