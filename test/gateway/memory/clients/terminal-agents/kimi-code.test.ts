import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const kimi = "You are Kimi Code CLI, an interactive general AI agent running on a user's computer.\n\n";
const user = (content: JsonValue): JsonObject => ({ role: "user", content });
const text = (said: string): JsonObject => ({ type: "text", text: said });
const said = (content: JsonValue) => userReader(kimi)(user(content));
const classOf = (system: string, ...messages: JsonObject[]) =>
  requestClassOf({}, { tools: [{ type: "function" }], messages: [{ role: "system", content: system }, ...messages] });

const task = user("<git-context>\nBranch: main\n</git-context>\n\nFrom now on, always list files by name.");
const reminder = user("<system-reminder>\nAuto permission mode is active.\n</system-reminder>");
const subagent =
  "You are now running as a subagent. All the `user` messages are sent by the main agent. The main agent cannot see your context,";
const summaryAsked = user(
  "You are about to run out of context. Create a handoff summary for the\nmodel that will resume this task after the",
);

/** As Kimi Code 2.1.0 and kimi-cli 1.49.0 send them. */
test.each<[name: string, system: string, messages: JsonObject[], expected: string | undefined]>([
  ["a turn of the user's", kimi, [task, reminder], undefined],
  ["a subagent", `${kimi}${subagent}`, [task, reminder], "auxiliary"],
  ["a summary", kimi, [task, { role: "assistant", content: "Done." }, summaryAsked], "compaction"],
  [
    "a summary of 1.49",
    "You are a helpful assistant that compacts conversation context.",
    [user([text("## Message 1\nRole: user\nContent:\n"), text("Never push."), text("\n\n---\n\nThe above is a list")])],
    "compaction",
  ],
])("%s", (_, system, messages, expected) => {
  expect(classOf(system, ...messages)).toBe(expected);
});

test("the summary that Kimi Code goes on from is kept, and binds nobody", () => {
  const summary =
    "The conversation so far has been compacted to free up context. What follows is your own working summary of this task — use it to continue.\nAlways use make.";
  expect(said(summary)).toEqual({ text: summary, origin: "agent" });
  const parts = [
    "<system>Previous context has been compacted. Here is the compaction output:</system>",
    "Always use make.",
    "List the folder.",
  ];
  expect(said(parts.map(text))).toEqual({ text: "Always use make.\n\nList the folder.", origin: "agent" });
});

test("what the user says beside Kimi Code's reminders is theirs", () => {
  expect(said([text("Never push."), text("<system-reminder>\nToday\n</system-reminder>")])).toEqual({
    text: "Never push.",
    origin: "user",
  });
});
