import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { json, jsonWithComments } from "../../../src/cli/init/format/json.ts";

/** What is not changed stays as it was, to the byte. */

const path = ["servers", "cairn"];

describe("a value is set", () => {
  test.each([
    ["in a blank text", "", '{\n  "servers": {\n    "cairn": 1\n  }\n}\n'],
    ["in an empty object", "{}", '{\n  "servers": {\n    "cairn": 1\n  }\n}'],
    ["behind what there is", '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "servers": {\n    "cairn": 1\n  }\n}\n'],
    ["with tabs", '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"servers": {\n\t\t"cairn": 1\n\t}\n}'],
    ["with four blanks", '{\n    "a": {}\n}', '{\n    "a": {},\n    "servers": {\n        "cairn": 1\n    }\n}'],
    ["with Windows' line ends", '{\r\n  "servers": {}\r\n}', '{\r\n  "servers": {\r\n    "cairn": 1\r\n  }\r\n}'],
    ["beside others", '{"servers":{"x":{"a":[1,{}]}}}', '{"servers":{"x":{"a":[1,{}]},\n    "cairn": 1\n  }}'],
    ["in the place of another", '{"servers":{"cairn":{"old":true},"x":2}}', '{"servers":{"cairn":1,"x":2}}'],
    ["behind a byte order mark", "\uFEFF{}", '\uFEFF{\n  "servers": {\n    "cairn": 1\n  }\n}'],
    ["with a name that is escaped", '{"\\u0073ervers":{}}', '{"\\u0073ervers":{\n    "cairn": 1\n  }}'],
  ])("%s", (_, before, after) => {
    expect(json.set(before, path, 1)).toBe(after);
    expect(json.get(after, path)).toBe(1);
  });
});

const commented = `// Mine.
{
  // Of the work.
  "inputs": [/* none */],
  "servers": {
    "github": { "url": "https://x/y" }, // not a "comment": {
    /* last */ "files": { "command": "a // b", },
  },
  // The end.
}
`;

describe("comments", () => {
  test("stay where they are, and the new value stands behind them", () => {
    const after = jsonWithComments.set(commented, path, { url: "u" });
    expect(after).toBe(commented.replace('"a // b", },\n', '"a // b", },\n    "cairn": {\n      "url": "u"\n    }\n'));
    expect(jsonWithComments.get(after, path)).toEqual({ url: "u" });
    expect(jsonWithComments.get(after, ["servers", "files", "command"])).toBe("a // b");
  });

  test("one at the end of the last line with a value keeps its value", () => {
    const before = '{\n  "a": 1 // of a\n}';
    expect(jsonWithComments.set(before, ["b"], 2)).toBe('{\n  "a": 1, // of a\n  "b": 2\n}');
  });

  test.each([commented, '{"a":1,}', "{} // x"])("are an error in JSON: %s", (text) => {
    expect(() => json.set(text, path, 1)).toThrow("it is not valid JSON: line ");
  });
});

describe("a value is removed", () => {
  test.each([
    ["the only one", '{\n  "servers": {\n    "cairn": 1\n  }\n}', '{\n  "servers": {\n  }\n}'],
    ["the first", '{\n  "servers": {\n    "cairn": 1,\n    "x": 2\n  }\n}', '{\n  "servers": {\n    "x": 2\n  }\n}'],
    [
      "the last",
      '{\n  "servers": {\n    "x": 2, // x\n    "cairn": 1\n  }\n}',
      '{\n  "servers": {\n    "x": 2 // x\n  }\n}',
    ],
    ["one that is not there", '{"servers":{"x":2}}', '{"servers":{"x":2}}'],
    ["in a blank text", "", ""],
  ])("%s", (_, before, after) => {
    expect(jsonWithComments.remove(before, path)).toBe(after);
    expect(jsonWithComments.get(after, path)).toBeUndefined();
  });

  test("in a line with a comment behind it", () => {
    const after = jsonWithComments.remove('{ "servers": { "x": 1, "cairn": 2 } // all\n}', path);
    expect(after).toBe('{ "servers": { "x": 1 } // all\n}');
  });
});

describe("refused", () => {
  test.each([
    ["a list", "[]", "it contains something other than a JSON object"],
    ["a word", "null", "it contains something other than a JSON object"],
    ["what is cut off", '{"a": {"b": 1}', 'line 1, column 15 has the end, expected "}"'],
    ["something behind the end", "{}\n{}", 'line 2, column 1 has "{", expected the end'],
    ["a name without quotes", "{a: 1}", 'line 1, column 2 has "a", expected a name in double quotes or "}"'],
    ["a number that is none", '{"a": 01}', "expected a value"],
    ["a string over two lines", '{"a": "b\nc"}', "expected a value"],
    ["a name that is there twice", '{"servers":{},"servers":{}}', "it has servers 2 times"],
    ["something else on the way", '{"servers": ["cairn"]}', 'its servers is not an object but ["cairn"]'],
    ["no value at all on the way", '{"servers": null}', "its servers is not an object but null"],
    ["what is too deep", '{"a":'.repeat(300), "expected no more than 200 levels"],
  ])("%s", (_, text, message) => {
    expect(() => json.set(text, path, 1)).toThrow(message);
  });
});

test("a long text is read in time in proportion to it", () => {
  const long = `{"a":"${"x\\n".repeat(2_000_000)}"`;
  expect(json.set(`${long}}`, ["b"], 1)).toHaveLength(long.length + 12);
  expect(() => json.get(long, ["b"])).toThrow("has the end");
});

test("whatever the object and its layout: what is set is there, the rest is as it was, and removing it leaves that", () => {
  const inner = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  const outer = fc.record({ servers: inner, other: fc.jsonValue() }, { requiredKeys: [] });
  const layout = fc.constantFrom(undefined, 1, 2, 4, "\t");
  fc.assert(
    fc.property(outer, layout, fc.boolean(), fc.jsonValue(), (object, unit, windows, value) => {
      const text = JSON.stringify(object, undefined, unit).replaceAll("\n", windows ? "\r\n" : "\n");
      const after = json.set(text, path, value);
      const rest = { ...object.servers };
      delete rest["cairn"];
      // As JSON has it: -0 is 0.
      const wanted = JSON.parse(JSON.stringify({ ...object, servers: { ...rest, cairn: value } }));
      expect(JSON.parse(after)).toEqual(wanted);
      expect(JSON.parse(json.remove(after, path))).toEqual(JSON.parse(JSON.stringify({ ...object, servers: rest })));
    }),
  );
});
