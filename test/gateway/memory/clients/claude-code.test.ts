import { expect, test } from "vitest";
import type { JsonValue } from "../../../../src/json.ts";
import { requestClassOf, userReader } from "../../../../src/gateway/memory/clients/clients.ts";

const session = { "x-claude-code-session-id": "s" };
const tools = { tools: [{ name: "Read" }] };
const summaryAsked = "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is to summarize";
const ending = (content: JsonValue) => ({ ...tools, messages: [{ role: "user", content }] });

test.each([
  ["a turn of the user's", session, tools, undefined],
  ["one that says so, without tools", { ...session, "x-claude-code-request-class": "main" }, {}, undefined],
  ["a title", session, { tools: [] }, "auxiliary"],
  ["a title without the member", session, {}, "auxiliary"],
  ["a subagent", { ...session, "x-claude-code-agent-id": "a" }, tools, "auxiliary"],
  ["a subagent that says so", { "x-claude-code-request-class": "subagent" }, tools, "auxiliary"],
  ["a workflow's", { "x-claude-code-request-class": "workflow" }, tools, "auxiliary"],
  ["a side reply", { "x-claude-code-request-class": "side_reply" }, tools, "auxiliary"],
  ["a summary", { "x-claude-code-request-class": "compaction" }, tools, "compaction"],
  ["a summary that does not say so", session, ending(summaryAsked), "compaction"],
  ["one behind the user's words", session, ending([{ type: "text", text: `Go on.\n\n${summaryAsked}` }]), "compaction"],
  ["the same of another tool", {}, ending(summaryAsked), undefined],
  ["a class that is not known", { ...session, "x-claude-code-request-class": "toString" }, tools, undefined],
  ["another tool's request without tools", {}, {}, undefined],
])("%s", (_, headers, json, expected) => {
  expect(requestClassOf(headers, json)).toBe(expected);
});

test("of a turn behind a summary only what the user says is theirs", () => {
  const texts = [
    "<system-reminder>\nx\n</system-reminder>",
    "This session is being continued from a previous conversation that ran out of context. Summary: x",
    "<local-command-caveat>x</local-command-caveat>",
    "<command-name>/compact</command-name>\n<command-args></command-args>",
    "<local-command-stdout>Compacted</local-command-stdout>\n",
    "What colour are the houses there?",
  ];
  const content = texts.map((text) => ({ type: "text", text }));
  expect(userReader("")({ role: "user", content }).text).toBe("What colour are the houses there?");
});
