import { expect, test } from "vitest";
import { parseJson } from "../../src/rest/transcode/json/parse.ts";
import { cpuMsOf } from "../support/cpu-time.ts";

const parse = (text: string): unknown => parseJson(Buffer.from(text));

test.each([
  `{"a":{"b":[1,"x:y\\":{[",{"a":1}]},"b":null}`,
  `[]`,
  `"\\\\"`,
  `{"\\"a":1,"a":2}`,
  `{"__proto__":1,"constructor":{}}`,
])("takes %s", (text) => expect(JSON.stringify(parse(text))).toBe(text));

const prefix = "the body is not valid JSON: ";
test.each([
  [`{"a":1,"a":2}`, `the member "a" is given twice`],
  [`{"x":[{"b":{"a":1,"\\u0061":2}}]}`, `the member "\\u0061" is given twice`],
  [`{"__proto__":1,"__proto__":2}`, `the member "__proto__" is given twice`],
  [`{"a":1`, "Expected"],
  [`{"a`, "Unterminated"],
  [`\\`, "Unexpected"],
  [`{a:1}`, "Expected"],
  [`NaN`, `"NaN" is not valid JSON`],
  [`\u{feff}{}`, "Unexpected"],
])("refuses %s", (text, reason) => expect(() => parse(text)).toThrow(prefix + reason));

test("nests 64 deep, and no deeper", () => {
  expect(() => parse(`${"[".repeat(64)}${"]".repeat(64)}`)).not.toThrow();
  for (const text of [`${"[".repeat(65)}${"]".repeat(65)}`, "[".repeat(1_000_000)]) {
    expect(() => parse(text)).toThrow("body: must be nested at most 64 levels deep");
  }
});

test("holds a million values, and no more: they would be parsed for seconds", () => {
  expect(() => parse(`[${"0,".repeat(999_997)}0]`)).not.toThrow();
  expect(() => parse(`[${"[],".repeat(1_000_000)}0]`)).toThrow("body: must hold at most 1000000 values, got 2000002");
});

test("refuses what is not UTF-8", () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
  ]) {
    expect(() => parseJson(Buffer.from(bytes))).toThrow("body: must be valid UTF-8");
  }
});

test("names a member that is given twice beside a string of 15 MB", () => {
  const long = JSON.stringify("x\\".repeat(7_500_000));
  expect(() => parse(`{"long":${long},"a":[1],"b":{"a":2},"a":3}`)).toThrow(`${prefix}the member "a" is given twice`);
});

test("a long string of escapes takes no quadratic time", () => {
  const text = JSON.stringify('\\"'.repeat(500_000));
  expect(cpuMsOf(() => parse(text))).toBeLessThan(500);
});
