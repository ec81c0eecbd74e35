import { expect, test } from "vitest";
import { requestClassOf, userReader } from "../../../../src/gateway/memory/clients/clients.ts";

const said = (content: string) => userReader("")({ role: "user", content });

test.each([
  ["Codex", "# AGENTS.md instructions for /home/me/app\n\n<INSTRUCTIONS>\nAlways run `just fmt`.\n</INSTRUCTIONS>"],
  ["Codex", "<environment_context>\n  <cwd>/home/me</cwd>\n</environment_context>"],
  [
    "OpenHands",
    '<EXTRA_INFO>\nThe following information has been included based on a keyword match for "github".\n\nNEVER push.\n</EXTRA_INFO>',
  ],
  ["Cursor", "<user_info>\nThe OS is darwin.\n</user_info>\n\n<rules>\n- Always use early returns\n</rules>"],
  ["Letta", '{\n  "type": "heartbeat",\n  "reason": "[This is an automated system message hidden from the user] x"\n}'],
])("what %s puts in by itself is nobody's: %s", (_, content) => {
  expect(said(content).text).toBe("");
});

test.each([
  ["Cursor", "<additional_data>\n// Never call this\n</additional_data>\n\n<user_query>\nUse vitest.\n</user_query>"],
  ["Letta", '{\n  "type": "user_message",\n  "message": "Use vitest.",\n  "time": "2026-11-28 07:00:00 PM"\n}'],
])("of what %s frames, the words are the user's", (_, content) => {
  expect(said(content)).toEqual({ text: "Use vitest.", origin: "user" });
});

test("what is framed as Letta frames it, but is too much to be read, binds nobody", () => {
  const content = `{"type": "user_message", "time": [${"[],".repeat(1_000_000)}0], "message": "Never push."}`;
  expect(said(content)).toEqual({ text: content, origin: "agent" });
});

test("Codex asks for a summary by itself, and goes on from it: it binds nobody", () => {
  const asked = "You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another LLM.";
  expect(requestClassOf({}, { messages: [{ role: "user", content: asked }] })).toBe("compaction");
  const summary =
    "Another language model started to solve this problem and produced a summary of its thinking process. Never push.";
  expect(said(summary)).toEqual({ text: summary, origin: "agent" });
});

test("what a person writes in such tags, or as JSON, is theirs", () => {
  const texts = [
    "<rules>\nAlways use early returns.\n</rules>",
    "<user_info>: what is it?",
    '{"type": "heartbeat"}, what does it mean?',
    '{"message": "Never push."}',
    '{"type": "login", "username": "ann"}',
  ];
  expect(texts.map((text) => said(text))).toEqual(texts.map((text) => ({ text, origin: "user" })));
});
