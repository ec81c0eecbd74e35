import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const crush = "You are Crush, a powerful AI Assistant that runs in the CLI.\n\n<critical_rules>";
const user = (content: string): JsonObject => ({ role: "user", content });
const said = (text: string, system = crush) => userReader(system)(user(text));
const classOf = (system: string, messages: JsonObject[]) =>
  requestClassOf({}, { messages: [{ role: "system", content: system }, ...messages] });

const reminder = `<system_reminder>This is a reminder that your todo list is currently empty. DO NOT mention this to the user explicitly because they are already aware.
If you are working on tasks that would benefit from a todo list please use the "todos" tool to create one.
If not, please feel free to ignore. Again do not mention this message to the user.</system_reminder>`;
const talk = [user(reminder), user("Never force-push."), { role: "assistant", content: "Okay." }];

test.each<[name: string, system: string, messages: JsonObject[], expected: string]>([
  [
    "title",
    "You will generate a short title based on the first message a user begins a conversation with.\n\n<rules>\n /no_think",
    [user("Generate a concise title for the following content:\n\nNever force-push.\n <think>\n\n</think>")],
    "auxiliary",
  ],
  [
    "summary",
    "You are summarizing a conversation to preserve context for continuing work later.\n\n**Critical**: This",
    [...talk, user("Provide a detailed summary of our conversation above.\n\n## Current Todo List\n\n- [pending] a")],
    "compaction",
  ],
  [
    "subagent",
    "You are an agent for Crush. Given the user's prompt, you should use the tools available to you to answer the user's",
    [user("Find all that is never called.")],
    "auxiliary",
  ],
])("Crush's %s is its own", (_, system, messages, expected) => {
  expect(classOf(system, messages)).toBe(expected);
});

test("what Crush puts before a conversation is nobody's", () => {
  expect(said(reminder).text).toBe("");
});

test("the summary that Crush goes on from is kept, and binds nobody", () => {
  const summary = "## Current State\n\nThe user wants: never force-push; always use make.";
  const interrupted =
    "The previous session was interrupted because it got too long, the initial user request was: `Always use make.`";
  expect(said(summary)).toEqual({ text: summary, origin: "agent" });
  expect(said(interrupted)).toEqual({ text: interrupted, origin: "agent" });
});

test("what a person writes is theirs", () => {
  const texts = [
    "Provide a detailed summary of our conversation above. Never name me in it.",
    "Generate a concise title for the following content:\n\nNever force-push.",
    "What is a <system_reminder>?",
  ];
  expect(texts.map((text) => said(text))).toEqual(texts.map((text) => ({ text, origin: "user" })));
  expect(texts.map((text) => classOf(crush, [user(text)]))).toEqual(texts.map(() => undefined));
  const pasted = "## Current State\nAlways use make.";
  expect(said(pasted, "You are helpful.")).toEqual({ text: pasted, origin: "user" });
});
