import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { itemBytesMax, readItems, type Item } from "../../src/cli/lines/read-items.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-lines-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function linesOf(text: string | Buffer) {
  const file = join(folder, "lines");
  writeFileSync(file, text);
  const lines: Item[] = [];
  for await (const line of readItems(file)) lines.push(line);
  return lines;
}

const textsOf = async (text: string) => (await linesOf(text)).map((line) => line.text);

test.each([
  ["", []],
  ["a", ["a"]],
  ["a\n", ["a"]],
  ["a\n\nb", ["a", "", "b"]],
  ["a\u2028b\u2029c\u0085d\n", ["a\u2028b\u2029c\u0085d"]],
])("%j is %j", async (text, lines) => {
  expect(await textsOf(text)).toEqual(lines);
});

test("the end of a line of Windows is white space to JSON", async () => {
  expect((await textsOf('{"a":1}\r\n{"a":2}\r\n')).map((line) => JSON.parse(line!) as unknown)).toEqual([
    { a: 1 },
    { a: 2 },
  ]);
});

test("lines longer than what is read at once come whole, and each says where it ends", async () => {
  const long = ["€".repeat(100_000), "x", "😀".repeat(70_000)];
  const text = long.join("\n");
  const read = await linesOf(text);
  expect(read.map((line) => line.text)).toEqual(long);
  expect(read.map(({ number, bytes }) => [number, bytes])).toEqual([
    [1, 300_001],
    [2, 300_003],
    [3, 580_004],
  ]);
});

test.each([
  ["[]", []],
  ["\uFEFF [1]", ["1"]],
  ['[{"a":[1,2]},\n {"b":"],[\\"{"}]\n', ['{"a":[1,2]}', '{"b":"],[\\"{"}']],
  ['[{"a":1}][{"b":2}]', ['{"a":1}', '{"b":2}']],
  ['{\n"a":{}}\n{\n"b":"}"}\n', ['{\n"a":{}}', '{\n"b":"}"}']],
])("the items of %j are %j", async (text, items) => {
  expect((await textsOf(text)).map((each) => each!.trim())).toEqual(items);
});

test("an element that is longer than what is read at once comes whole", async () => {
  const long = Array.from({ length: 3 }, (_, at) => ({ at, text: '\\"€,[{'.repeat(20_000) }));
  const items = await linesOf(JSON.stringify(long));
  expect(items.map(({ text }) => JSON.parse(text!) as unknown)).toEqual(long);
  expect(items.map(({ number, isLine }) => [number, isLine])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ]);
});

test.each([
  ["a line", "", "\n{}\n"],
  ["an element", "[", ",{}]"],
])("%s above the bound is told, and passed over", async (_what, before, behind) => {
  const large = `{"text":"${"x".repeat(itemBytesMax)}"}`;
  const items = await linesOf(`${before}${large}${behind}`);
  const fault = `must have at most ${itemBytesMax} bytes, but has ${large.length}`;
  expect(items).toMatchObject([
    { number: 1, fault },
    { number: 2, text: "{}" },
  ]);
});

test.each(["[1, ", '[{"a":"b', "{\n"])("a file that ends within %j is told", async (text) => {
  expect((await linesOf(text)).at(-1)).toMatchObject({ fault: "must be whole, but the file ends within it" });
});

test("a byte order mark before the first line is no part of it; one elsewhere is text", async () => {
  expect(await textsOf("\uFEFFa\n\uFEFFb")).toEqual(["a", "\uFEFFb"]);
});

test("a line that is not UTF-8 has no text, and an import says which it is", async () => {
  const line = (content: string) => `${JSON.stringify({ type: "message", role: "user", session_id: "s", content })}\n`;
  const file = join(folder, "latin1.jsonl");
  writeFileSync(file, Buffer.concat([Buffer.from(line("caf\u00e9")), Buffer.from(line("caf\u00e9"), "latin1")]));
  expect(await linesOf(readFileSync(file))).toMatchObject([
    { text: line("caf\u00e9").trim() },
    { fault: "must be UTF-8" },
  ]);
  const { code, stderr } = await cairn(["import", file, "--account", "default"], {
    CAIRN_DATA: join(folder, "latin1"),
  });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: line 2: line: must be UTF-8; .* --from-line 2\n$/u),
  ]);
});

test("a text with U+2028 is imported", async () => {
  const content = "one\u2028two\u2029three";
  const line = JSON.stringify({ type: "message", role: "user", session_id: "s", content });
  expect(line).toContain("\u2028");
  const data = { CAIRN_DATA: join(folder, "data") };
  expect(await cairn(["import", "-", "--account", "default"], data, `${line}\n`)).toMatchObject({ code: 0 });
  const exported = await cairn(["export", "-", "--account", "default"], data);
  expect(JSON.parse(exported.stdout)).toMatchObject({ content });
});
