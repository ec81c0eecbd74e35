import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patch } from "../../src/gateway/wire/patch.ts";
import { elementsAt, membersAt } from "../../src/gateway/wire/spans.ts";

const text = (bytes: Buffer, { start, end }: { start: number; end: number }) => bytes.toString("utf8", start, end);

/** JSON texts with whatever white space, escapes and repeated names a client may send. */
const space = fc.constantFrom("", " ", "\n", "\t ", "\r\n");
const string = fc.string({ unit: "grapheme", maxLength: 8 }).map((value) => JSON.stringify(value));
const odd = fc.constantFrom(
  '"\\u00e9\\"}"',
  '"a\\\\"',
  '"]{,:"',
  "1E+400",
  "-0.0",
  "12345678901234567890",
  '"\\ud83d\\ude00"',
);
const { value } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("null", "true", "0"),
    string,
    odd,
    tie("array"),
    tie("object"),
  ),
  array: fc
    .tuple(space, fc.array(tie("value"), { maxLength: 4 }))
    .map(([gap, items]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
  object: fc
    .tuple(space, fc.array(fc.tuple(string, tie("value")), { maxLength: 4 }))
    .map(
      ([gap, members]) =>
        `{${gap}${members.map(([name, item]) => `${name}${gap}:${gap}${item}`).join(`${gap},${gap}`)}${gap}}`,
    ),
}));

describe("spans", () => {
  test("of an object's values are what JSON.parse reads, the last of a name", () => {
    const object = fc.tuple(space, fc.array(fc.tuple(string, value), { maxLength: 5 }));
    fc.assert(
      fc.property(object, ([gap, members]) => {
        const json = `${gap}{${members.map(([name, item]) => `${gap}${name}${gap}:${gap}${item}${gap}`).join(",")}}${gap}`;
        const bytes = Buffer.from(json);
        const spans = membersAt(bytes);
        const parsed: Record<string, unknown> = Object.fromEntries(
          members.map(([name, item]) => [JSON.parse(name), JSON.parse(item)]),
        );
        expect([...spans.keys()].toSorted()).toEqual(Object.keys(parsed).toSorted());
        for (const [name, span] of spans) expect(JSON.parse(text(bytes, span))).toEqual(parsed[name]);
      }),
    );
  });

  test("of an array's elements are what JSON.parse reads", () => {
    fc.assert(
      fc.property(space, fc.array(value, { maxLength: 6 }), (gap, items) => {
        const bytes = Buffer.from(`[${items.map((item) => gap + item + gap).join(",")}]`);
        expect(elementsAt(bytes, 0).map((span) => text(bytes, span))).toEqual(items);
      }),
    );
  });
});

describe("patch", () => {
  test("changes what it names, and no other byte", () => {
    const bytes = Buffer.from('{ "model" : "a/b",\t"x": 1.0, "é": ["\\u00e9"] }');
    const { model, x } = Object.fromEntries(membersAt(bytes));
    const patched = patch(bytes, [
      { start: x!.end, end: x!.end, text: "e0" },
      { ...model!, text: '"ü"' },
    ]);
    expect(patched.toString()).toBe('{ "model" : "ü",\t"x": 1.0e0, "é": ["\\u00e9"] }');
    expect(patch(bytes, [])).toBe(bytes);
  });
});
