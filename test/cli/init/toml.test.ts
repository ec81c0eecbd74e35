import { describe, expect, test } from "vitest";
import { toml } from "../../../src/cli/init/format/toml.ts";

const path = ["mcp_servers", "cairn"];
const value = { url: "http://127.0.0.1:7070/mcp", http_headers: { Authorization: "Bearer x" } };
const block = `[mcp_servers.cairn]
url = "http://127.0.0.1:7070/mcp"
http_headers = { Authorization = "Bearer x" }
`;

const existing = `# Mine.
model = "gpt-5" # the best
notify = ["a", 'b#]', """
[mcp_servers.cairn]
""", 1, 2.5e3, 1979-05-27T07:32:00Z, true,
]
"quoted key".a = 0xff

[mcp_servers.github] # of the work
command = 'x'
env = { A = "1", "B" = '[y]' }

# Of the profile.
[[profiles]]
name = "p"
[profiles.deep]
x = inf
`;

describe("a table is set", () => {
  test.each([
    ["in a blank text", "", block],
    ["behind what there is", existing, `${existing}\n${block}`],
    ["behind a line without an end", "a = 1", `a = 1\n\n${block}`],
    ["with Windows' line ends", "a = 1\r\n", `a = 1\r\n\r\n${block.replaceAll("\n", "\r\n")}`],
    ["in its place", `${block.replace("x", "old")}\n# Next.\n[b]\nc = 1\n`, `${block}\n# Next.\n[b]\nc = 1\n`],
    [
      "in the place of one with tables below it",
      '[mcp_servers.cairn]\ncommand = "x"\n\n[b]\nc = 1\n\n[mcp_servers.cairn.env]\nA = "1"\n',
      `${block}\n[b]\nc = 1\n`,
    ],
    ["below a table of its family", "[mcp_servers]\nx = { a = 1 }\n", `[mcp_servers]\nx = { a = 1 }\n\n${block}`],
  ])("%s", (_, before, after) => {
    expect(toml.set(before, path, value)).toBe(after);
    expect(toml.get(after, path)).toEqual(value);
  });
});

test("a table is removed with the blank lines before it", () => {
  expect(toml.remove(`${existing}\n${block}`, path)).toBe(existing);
  expect(toml.remove(`a = 1\n\n${block}\n[b]\nc = 1\n`, path)).toBe("a = 1\n\n[b]\nc = 1\n");
  expect(toml.remove(existing, path)).toBe(existing);
});

test("tables below it are read as a part of it", () => {
  const text = '[mcp_servers.cairn]\nurl = "u"\n[mcp_servers.cairn.http_headers]\nA = "1"\nb.c = 2\n';
  expect(toml.get(text, path)).toEqual({ url: "u", http_headers: { A: "1", b: { c: 2 } } });
});

test("names that objects have of themselves are members like others", () => {
  const text = "[mcp_servers.cairn]\n__proto__.a = 1\nconstructor.b = 2\n";
  const read = toml.get(text, path);
  expect(Object.entries(read as object)).toEqual([
    ["__proto__", { a: 1 }],
    ["constructor", { b: 2 }],
  ]);
  expect({}).not.toHaveProperty("a");
  expect(Object).not.toHaveProperty("b");
});

describe("refused", () => {
  test.each([
    ["a key without a value", "a =\n", 'it is not valid TOML: line 1, column 4 has "\\n", expected a value'],
    ["a line without a value", "a\n", 'line 1, column 2 has "\\n", expected "="'],
    ["two values in a line", "a = 1 b = 2\n", "expected the end of the line"],
    ["an open list", "a = [1, 2\n", 'has the end, expected "," or "]"'],
    ["an open table", "a = { b = 1\n", 'has the end, expected "," or "}"'],
    ["an open string", 'a = "b\n', "expected a value"],
    ["an open header", "[a\nb = 1\n", 'expected "]"'],
    ["a table twice", "[a]\n[b]\n[a]\n", "it is not valid TOML: it has a twice"],
    ["a key twice", "[a]\nb = 1\nb = 2\n", "it has a.b twice"],
    [
      "the family in a line",
      "mcp_servers = { x = { a = 1 } }\n",
      "its mcp_servers is written inline, expected a table of its own: [mcp_servers.cairn]",
    ],
    [
      "the table in a line",
      '[mcp_servers]\ncairn = { url = "u" }\n',
      "its mcp_servers.cairn is written inline, expected a table of its own: [mcp_servers.cairn]",
    ],
    [
      "the table by dotted keys",
      'mcp_servers.cairn.url = "u"\n',
      "its mcp_servers.cairn.url is written inline, expected a table of its own: [mcp_servers.cairn]",
    ],
    [
      "a list of the name",
      "[[mcp_servers]]\na = 1\n",
      "its mcp_servers must be a table, but is a list ([[mcp_servers]])",
    ],
    ["what is too deep", `a = ${"[".repeat(200)}`, "expected no more than 100 levels"],
  ])("%s", (_, text, message) => {
    expect(() => toml.set(text, path, value)).toThrow(message);
  });
});
