import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";

/** What `cairn import` says of others' exports that it does not take. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-refused-exports-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

test.each([
  [
    "a branch of which a message is missing",
    JSON.stringify([{ id: "67a5", current_node: "2", mapping: { 1: { parent: null }, 2: { parent: "1b" } } }]),
    [],
    /^error: conversation 1: mapping\["2"\]\.parent: must name a node of the mapping, but is "1b"; /u,
  ],
  [
    "what is nested too deep",
    `{"messages":[{"role":"user","content":"x","x":${deep}}]}`,
    [],
    /^error: line 1: line: must be nested at most 200 levels deep; /u,
  ],
  [
    "what is nested too deep in metadata",
    `{"id":"1","memory":"x","user_id":"eve","metadata":{"x":${deep}}}`,
    ["--format", "mem0"],
    /^error: line 1: line: must be nested at most 200 levels deep; /u,
  ],
  [
    "a role of mem0's that nobody knows",
    '{"id":"1","memory":"x","user_id":"eve","role":"me"}',
    [],
    /^error: line 1: role: must be one of user, .* but is "me"; /u,
  ],
  ["what is cut off", '[{"mapping":{', [], /^error: item 1: item: must be whole, but the file ends within it; /u],
  [
    "what nobody knows",
    '[{"turns":[]}]',
    [],
    /^error: item 1: format: must be one of cairn, chatgpt, claude, claude-code, /u,
  ],
  [
    "what is not as it is said to be",
    '[{"uuid":"c"}]',
    ["--format", "claude"],
    /^error: conversation 1: chat_messages: must be a list; /u,
  ],
  [
    "an unknown role",
    '{"messages":[{"role":"me"}]}',
    [],
    /^error: line 1: messages\[0\]\.role: must be one of user, .* but is "me"; /u,
  ],
  ["an archive", "PK\u0003\u0004", [], /^error: file: must be JSON: unpack this ZIP archive, /u],
])(
  "%s is refused",
  async (_what, input, options, error) => {
    const { code, stderr } = await cairn(["import", "-", "--account", "a", ...options], { CAIRN_DATA: folder }, input);
    expect([code, stderr]).toEqual([1, expect.stringMatching(error)]);
  },
  60_000,
);
