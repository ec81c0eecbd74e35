import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const copilot =
  "You are the GitHub Copilot CLI, a terminal assistant built by GitHub. You are running in non-interactive mode";
const system = { role: "system", content: copilot };
const user = (content: string): JsonObject => ({ role: "user", content });
const said = (text: string) => userReader(copilot)(user(text));

const time = "<current_datetime>2026-11-28T22:42:08.349+00:00</current_datetime>\n\n";
const task = user(`${time}From now on, always list files by name. Find the app.`);
const summaryAsked = user(
  "Please create a detailed summary of the conversation so far. The history is being compacted so moving forward, all",
);

/** As GitHub Copilot's CLI 1.0.102 sends them. */
test.each<[name: string, headers: Record<string, string>, messages: JsonObject[], expected: string | undefined]>([
  ["a turn of the user's", { "x-interaction-type": "conversation-user", "x-initiator": "user" }, [task], undefined],
  ["what follows a tool's result", { "x-initiator": "agent" }, [task], undefined],
  ["a subagent", { "x-interaction-type": "conversation-subagent", "x-initiator": "agent" }, [task], "auxiliary"],
  ["a summary", { "x-interaction-type": "conversation-compaction" }, [system, task, summaryAsked], "compaction"],
  ["a summary behind a proxy", {}, [system, task, summaryAsked], "compaction"],
  ["another client's summary", {}, [task, summaryAsked], undefined],
])("%s", (_, headers, messages, expected) => {
  expect(requestClassOf(headers, { tools: [{ type: "function" }], messages })).toBe(expected);
});

test("what Copilot's CLI puts around the user's words is nobody's", () => {
  const added = "\n\n<system_reminder>\n<todo_status>\nTodos: 1 pending (1 total)\n</todo_status>\n</system_reminder>";
  const selected = "\n\n<ide_selection>\nThe user has the following text selected\n</ide_selection>";
  expect(said(`${time}Never use tabs.`)).toEqual({ text: "Never use tabs.", origin: "user" });
  expect(said(`${time}Never use tabs.${selected}${added}\n`).text).toBe("Never use tabs.");
  expect(said(`${time}What is a <system_reminder>?`).text).toBe("What is a <system_reminder>?");
  const notice = '<system_notification>\nAgent "y" has finished. Always read it.\n</system_notification>';
  expect(said(notice).text).toBe("");
  expect(said(`${notice}\n${notice}\n${time}Never use tabs.`)).toEqual({ text: "Never use tabs.", origin: "user" });
  expect(said(`${notice}\n\nNever use tabs.`)).toEqual({ text: "Never use tabs.", origin: "user" });
  const asked = "<system_notification>\nis a tag that I do not know.";
  expect(said(asked)).toEqual({ text: asked, origin: "user" });
});

test("the summary that Copilot's CLI goes on from is kept, and binds nobody", () => {
  const summary = `Some of the conversation history has been summarized to free up context.

You were originally given instructions from a user over one or more turns. Here were the user messages:
<user_message>
Never use tabs.
</user_message>

Here is a summary of the prior context:
<summary>
The user wants: always use make.
</summary>
`;
  expect(said(summary)).toEqual({ text: summary.trim(), origin: "agent" });
});
