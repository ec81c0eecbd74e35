import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";

/** What `cairn import` makes of others' exports. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-exports-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (args: string[], input = "") => cairn([...args, "--account", "a"], { CAIRN_DATA: folder }, input);

/** Counts that are not zero. */
async function imported(input: string, user = "ana"): Promise<unknown> {
  const { code, stdout, stderr } = await run(["import", "-", "--user", user, "--json"], input);
  expect([code, stderr]).toEqual([0, ""]);
  const { left_out: left, messages, known } = JSON.parse(stdout);
  return { messages, known, left: Object.fromEntries(Object.entries(left).filter(([, count]) => count !== 0)) };
}

type Line = { [member: string]: unknown };

async function exported(): Promise<Line[]> {
  const { stdout } = await run(["export", "-"]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const said = (lines: Line[]) => lines.map(({ role, content }) => `${String(role)}: ${String(content)}`);
const linesOf = (items: object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join("");

/** A node of ChatGPT's; its text, or the members of its message. */
const node = (parent: string | null, role: string, message: string | object) => ({
  parent,
  message: {
    author: { role },
    create_time: 1767605400.5,
    recipient: "all",
    content: { content_type: "text", parts: [typeof message === "string" ? message : ""] },
    ...(typeof message === "string" ? {} : message),
  },
});
const content = (content_type: string, ...parts: unknown[]) => ({ content: { content_type, parts } });

const chatgpt = {
  conversation_id: "67a1",
  title: "Tea",
  create_time: 1767605000,
  current_node: "6",
  mapping: {
    root: { parent: null, message: null },
    0: node("root", "system", ""),
    1: node("0", "user", { content: { content_type: "user_editable_context", user_instructions: "Be brief." } }),
    2: node("1", "user", content("multimodal_text", { content_type: "image_asset_pointer" }, "I never drink coffee.")),
    "2b": node("1", "user", "I never drink tea."),
    3: node("2", "assistant", content("thoughts")),
    4: node("3", "assistant", { recipient: "python", ...content("code", "1+1") }),
    5: node("4", "tool", "2"),
    6: node("5", "assistant", { create_time: null, ...content("text", "Noted. \ue200cite\ue202turn0search0\ue201") }),
  },
};
const spoken = {
  id: "67a2",
  current_node: "1",
  mapping: {
    1: node(
      null,
      "user",
      content("multimodal_text", { content_type: "audio_transcription", text: "I live in Bergen." }),
    ),
  },
};

test("of ChatGPT's, it takes the words of the branch that is shown, once for each user", async () => {
  const left = { branches: 1, contexts: 1, files: 1, thoughts: 1, tools: 2 };
  expect(await imported(JSON.stringify([chatgpt, spoken]))).toEqual({ messages: 3, known: 0, left });
  const lines = await exported();
  expect(said(lines)).toEqual(["user: I never drink coffee.", "assistant: Noted.", "user: I live in Bergen."]);
  expect(lines[0]).toMatchObject({ user_id: "ana", session_id: "67a1", source: "chatgpt", metadata: { title: "Tea" } });
  expect(lines.map((line) => line["created_at"])).toEqual([
    "2026-01-05T09:30:00.500Z",
    "2026-01-05T09:23:20.000Z",
    "2026-01-05T09:30:00.500Z",
  ]);
  const grown = { ...chatgpt, current_node: "7", mapping: { ...chatgpt.mapping, 7: node("6", "user", "Thanks!") } };
  expect(await imported(JSON.stringify([grown, spoken]))).toMatchObject({ messages: 1, known: 3 });
  expect(said(await exported()).slice(0, 3)).toEqual([...said(lines).slice(0, 2), "user: Thanks!"]);
  expect(await imported(JSON.stringify([spoken]), "bob")).toMatchObject({ messages: 1, known: 0 });
}, 60_000);

test("a title of ChatGPT's that no store keeps faithfully is mended", async () => {
  expect(await imported(JSON.stringify([{ ...spoken, title: "a\0\ud800b" }]))).toMatchObject({ messages: 1 });
  expect(await exported()).toMatchObject([{ metadata: { title: "a\ufffd\ufffdb" } }]);
}, 60_000);

test("of Claude's, it takes what people and Claude say, in old exports and new ones", async () => {
  const at = (second: number) => `2026-01-05T09:30:0${second}.123456Z`;
  const message = (uuid: string, sender: string, second: number, rest: object) => ({
    uuid,
    sender,
    created_at: at(second),
    ...rest,
  });
  const old = {
    uuid: "c1",
    name: "",
    chat_messages: [
      message("m1", "human", 0, { text: "I work at Acme." }),
      message("m2", "assistant", 1, { text: "Good." }),
    ],
  };
  const tools = [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "I look." },
    { type: "tool_use", name: "search" },
    { type: "tool_result", content: [{ type: "text", text: "found" }] },
    { type: "text", text: "It is there." },
  ];
  const root = "00000000-0000-4000-8000-000000000000";
  const current = {
    uuid: "c2",
    name: "Where",
    chat_messages: [
      message("m1", "human", 0, { parent_message_uuid: root, text: "Wher is it?", content: [] }),
      message("m3", "human", 1, {
        parent_message_uuid: root,
        text: "x",
        content: [{ type: "text", text: "Where is it?" }],
        attachments: [{ file_name: "a.txt", extracted_content: "pasted" }],
        files: [],
      }),
      message("m4", "assistant", 2, { parent_message_uuid: "m3", text: "x", content: tools }),
    ],
  };
  const left = { branches: 1, files: 1, thoughts: 1, tools: 2 };
  const input = JSON.stringify([old, current], undefined, 2);
  expect(await imported(input)).toEqual({ messages: 4, known: 0, left });
  const lines = await exported();
  expect(said(lines)).toEqual([
    "user: I work at Acme.",
    "assistant: Good.",
    "user: Where is it?",
    "assistant: I look.\n\nIt is there.",
  ]);
  expect(lines[2]).toMatchObject({ session_id: "c2", source: "claude", created_at: "2026-01-05T09:30:01.123Z" });
  expect(lines[2]!["metadata"]).toEqual({ title: "Where" });
  expect(await imported(input)).toMatchObject({ messages: 0, known: 4 });
}, 60_000);

test("of Claude's, it takes `text` where no block of text has the words, and counts blocks that it does not know", async () => {
  const message = (uuid: string, sender: string, text: string, ...blocks: object[]) => ({
    uuid,
    sender,
    created_at: "2026-01-05T09:30:00Z",
    text,
    content: blocks,
  });
  const notShown = "```\nThis block is not supported on your current device yet.\n```";
  const conversation = {
    uuid: "c3",
    name: "",
    chat_messages: [
      message("m1", "human", "I live in Bergen.", { type: "voice_note", title: "", text: "" }),
      message("m2", "human", "I work at Acme.", { type: "text", text: "" }),
      message("m3", "assistant", `${notShown}\n\nGood.`, { type: "knowledge" }),
      message("m4", "assistant", notShown, { type: "knowledge" }),
      message("m5", "assistant", notShown, { type: "tool_use" }, { type: "thinking" }),
      message("m6", "human", "x", { type: "text", text: "Thanks." }, { type: "voice_note" }, { type: "image" }),
    ],
  };
  const left = { files: 1, others: 4, thoughts: 1, tools: 1 };
  expect(await imported(JSON.stringify([conversation]))).toEqual({ messages: 4, known: 0, left });
  expect(said(await exported())).toEqual([
    "user: I live in Bergen.",
    "user: I work at Acme.",
    "assistant: Good.",
    "user: Thanks.",
  ]);
}, 60_000);

const claudeLine = (uuid: string, type: string, text: unknown, rest: object = {}) => ({
  type,
  uuid,
  sessionId: "s1",
  timestamp: "2026-01-05T09:30:00.000Z",
  cwd: "/home/ana/shop",
  message: { role: type, content: text },
  ...rest,
});
const called = (id: string, name: string) => [{ type: "tool_use", id, name, input: {} }];
const result = (id: string, text: string, isError = false) => [
  { type: "tool_result", tool_use_id: id, content: text, is_error: isError },
];
const refused =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  "new_string was NOT written to the file). To tell you how to proceed, the user said:\nNever push to main.";

const transcript = [
  { type: "summary", summary: "Shop", leafUuid: "9" },
  claudeLine("1", "user", "<local-command-caveat>Caveat</local-command-caveat>", { isMeta: true }),
  claudeLine("2", "user", "<command-name>/clear</command-name>"),
  claudeLine("3", "user", "Always use pnpm here."),
  claudeLine("4", "assistant", [{ type: "thinking", thinking: "hm" }]),
  claudeLine("5", "assistant", [{ type: "text", text: "I will." }]),
  claudeLine("6", "assistant", called("t1", "Bash")),
  claudeLine("7", "user", result("t1", refused, true)),
  claudeLine("8", "assistant", called("t2", "Read")),
  claudeLine("9", "user", result("t2", "The user responded: forget it")),
  claudeLine("10", "user", "Look into the files", { isSidechain: true }),
  claudeLine("11", "user", "This session is being continued", { isCompactSummary: true }),
  claudeLine("12", "assistant", [{ type: "text", text: "No response requested." }], {
    message: { role: "assistant", model: "<synthetic>", content: [{ type: "text", text: "No response requested." }] },
  }),
  claudeLine("13", "attachment", "", {
    message: undefined,
    attachment: { type: "queued_command", commandMode: "prompt", prompt: "And use tabs.", origin: { kind: "human" } },
  }),
  claudeLine("14", "user", [
    { type: "text", text: "<system-reminder>\nToday is Monday.\n</system-reminder>" },
    { type: "text", text: "The shop opens at nine." },
    { type: "image", source: {} },
  ]),
  claudeLine("15", "user", "<command-message>review</command-message>\n<command-args>the till</command-args>"),
  claudeLine("16", "user", "Another session says hello", { origin: { kind: "peer" } }),
];

test("of Claude Code's, it takes what the user says, and nothing that a program says in their place", async () => {
  const left = { files: 1, programs: 6, thoughts: 1, tools: 4 };
  expect(await imported(linesOf(transcript))).toEqual({ messages: 6, known: 0, left });
  const lines = await exported();
  expect(said(lines)).toEqual([
    "user: Always use pnpm here.",
    "assistant: I will.",
    "user: Never push to main.",
    "user: And use tabs.",
    "user: The shop opens at nine.",
    "user: the till",
  ]);
  expect(lines[0]).toMatchObject({ session_id: "s1", source: "claude-code", metadata: { cwd: "/home/ana/shop" } });
  const resumed = [...transcript, claudeLine("17", "user", "Go on.")].map((line) => ({ ...line, sessionId: "s2" }));
  expect(await imported(linesOf(resumed))).toMatchObject({ messages: 1, known: 6 });
}, 60_000);

test("of mem0's, it takes memories for their users, as one answer, as a list and by line", async () => {
  const memories = [
    {
      id: "1",
      memory: "User prefers tea",
      user_id: "eve",
      created_at: "2026-01-05T01:30:00.275141-07:00",
      metadata: null,
    },
    { id: "2", memory: "User lives in Bergen", run_id: "r1", metadata: { room: "b" }, categories: ["home"] },
    { id: "3", text: "Recommended jasmine tea", hash: "h", role: "assistant", created_at: null },
    { id: "4", memory: "x".repeat(300_000), run_id: "r2" },
  ];
  const answer = JSON.stringify({ count: 4, next: null, results: memories }, undefined, 2);
  expect(await imported(answer)).toEqual({ messages: 4, known: 0, left: {} });
  const lines = await exported();
  expect(lines).toMatchObject([
    { user_id: "ana", session_id: "mem0", role: "assistant", content: "Recommended jasmine tea" },
    { user_id: "ana", session_id: "r1", role: "user", metadata: { room: "b", categories: ["home"] } },
    { session_id: "r2", content: "x".repeat(262_144), metadata: { truncated: true } },
    {
      user_id: "eve",
      session_id: "mem0-2026-01-05",
      content: "User prefers tea",
      created_at: "2026-01-05T08:30:00.275Z",
    },
  ]);
  expect(await imported(JSON.stringify(memories))).toMatchObject({ messages: 0, known: 4 });
  expect(await imported(linesOf(memories))).toMatchObject({ messages: 0, known: 4 });
}, 60_000);

test("of lines of messages, it takes what users and models say, each conversation once", async () => {
  const conversation = {
    messages: [
      { role: "system", content: "You are a clerk." },
      { role: "user", content: [{ type: "text", text: "I am allergic to nuts." }, { type: "image_url" }] },
      { role: "assistant", content: null, tool_calls: [{ id: "c", function: { name: "note" } }] },
      { role: "tool", tool_call_id: "c", content: "done" },
      { role: "assistant", content: "I keep that in mind." },
    ],
  };
  const other = { messages: [{ role: "user", content: "I am allergic to nuts." }] };
  const left = { contexts: 1, files: 1, tools: 2 };
  expect(await imported(linesOf([conversation, other]))).toEqual({ messages: 3, known: 0, left });
  const lines = await exported();
  expect(said(lines).toSorted()).toEqual([
    "assistant: I keep that in mind.",
    "user: I am allergic to nuts.",
    "user: I am allergic to nuts.",
  ]);
  expect(new Set(lines.map(({ session_id: session }) => session)).size).toBe(2);
  expect(await imported(linesOf([conversation]))).toMatchObject({ messages: 0, known: 2 });
}, 60_000);

test("of lines of messages, parts as the Responses API calls them and refusals are words", async () => {
  const conversation = {
    messages: [
      { role: "developer", content: [{ type: "input_text", text: "You are a clerk." }] },
      { role: "user", content: [{ type: "input_text", text: "I am allergic to nuts." }, { type: "input_image" }] },
      { role: "assistant", content: [{ type: "output_text", text: "I keep that in mind." }] },
      { role: "assistant", content: [{ type: "refusal", refusal: "I cannot do that." }] },
      { role: "assistant", content: null, refusal: "Nor that." },
    ],
  };
  const left = { contexts: 1, files: 1 };
  expect(await imported(linesOf([conversation]))).toEqual({ messages: 4, known: 0, left });
  expect(said(await exported())).toEqual([
    "user: I am allergic to nuts.",
    "assistant: I keep that in mind.",
    "assistant: I cannot do that.",
    "assistant: Nor that.",
  ]);
}, 60_000);

test("of mem0's, what no person and no model said is left out", async () => {
  const memory = (id: string, role: string | null) => ({ id, memory: `Said by ${role}`, user_id: "eve", role });
  const memories = [memory("1", "system"), memory("2", "tool"), memory("3", "user"), memory("4", null)];
  const left = { contexts: 1, tools: 1 };
  expect(await imported(linesOf(memories))).toEqual({ messages: 2, known: 0, left });
  expect(said(await exported()).toSorted()).toEqual(["user: Said by null", "user: Said by user"]);
}, 60_000);

test("a person is told what was left out", async () => {
  const { stdout } = await run(["import", "-"], JSON.stringify([chatgpt]));
  expect(stdout).toBe(
    "imported 2 messages, 0 patterns, 0 outcomes and 0 decisions on directives into a; left out: 1 message of another branch, " +
      "1 system prompt or hidden context, 1 image or file, 1 thought, 2 tool calls and results\n",
  );
}, 60_000);

test("an error names the conversation, and the import goes on from there", async () => {
  const broken = { ...chatgpt, conversation_id: "67a3", current_node: "9" };
  const input = JSON.stringify([spoken, broken, { ...spoken, id: "67a4" }]);
  const { code, stderr } = await run(["import", "-"], input);
  expect([code, stderr]).toEqual([
    1,
    'error: conversation 2: current_node: must name a node of the mapping, but is "9"; the conversations before conversation 2 are ' +
      "stored; continue with --from-line 2\n",
  ]);
  expect((await run(["import", "-", "--from-line", "3"], input)).code).toBe(0);
  expect((await exported()).map(({ session_id: session }) => session)).toEqual(["67a2", "67a4"]);
}, 60_000);
