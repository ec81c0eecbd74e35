import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/json.ts";
import type { Placement } from "../../../../src/gateway/memory/chain/ledger.ts";
import { insertionEdits, type Insertion } from "../../../../src/gateway/memory/injection/block/insertion.ts";
import { insertionsOf } from "../../../../src/gateway/memory/injection/block/placing.ts";
import { patch } from "../../../../src/gateway/wire/patch.ts";

/** Insertions into the caller's own bytes. M is the memory's text. */

type Dialect = "openai" | "anthropic";
const part = '{"type":"text","text":"M"}';

function inserted(dialect: Dialect, body: string, at: Partial<Insertion>, leading = 0): string {
  const bytes = Buffer.from(body);
  const insertion = { slot: "part" as const, at: 0, text: "M", ...at };
  return patch(bytes, insertionEdits({ dialect, bytes, leading }, [insertion])).toString();
}

const odd = '"\\u00e9\\ud83d\\ude00 \\/"';
const cases: [string, Dialect, Partial<Insertion>, number, string, string][] = [
  [
    "text becomes the first part, its literal as it was",
    "anthropic",
    {},
    0,
    `{ "messages" : [ {"role":"user", "content" : ${odd} } ], "x":1E400}`,
    `{ "messages" : [ {"role":"user", "content" : [{"type":"text","text":${odd}},${part}] } ], "x":1E400}`,
  ],
  [
    "behind the last part and its cache breakpoint",
    "anthropic",
    {},
    0,
    '{"messages":[{"role":"user","content":[ {"type":"text","text":"a","cache_control":{"type":"ephemeral"}} ]}]}',
    `{"messages":[{"role":"user","content":[ {"type":"text","text":"a","cache_control":{"type":"ephemeral"}},${part} ]}]}`,
  ],
  [
    "in the place of empty text",
    "openai",
    {},
    0,
    '{"messages":[{"content":"","role":"user"}]}',
    `{"messages":[{"content":[${part}],"role":"user"}]}`,
  ],
  [
    "in the message that is meant",
    "openai",
    { at: 2 },
    1,
    '{"messages":[{"role":"system","content":"s"},{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]}',
    `{"messages":[{"role":"system","content":"s"},{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":[{"type":"text","text":"c"},${part}]}]}`,
  ],
  [
    "behind the system's text",
    "anthropic",
    { slot: "system" },
    0,
    '{"system" : "s","messages":[{}]}',
    `{"system" : [{"type":"text","text":"s"},${part}],"messages":[{}]}`,
  ],
  [
    "behind the system's blocks",
    "anthropic",
    { slot: "system" },
    0,
    '{"messages":[{}],"system":[{"type":"text","text":"x-anthropic-billing-header"},{"text":"b"}]}',
    `{"messages":[{}],"system":[{"type":"text","text":"x-anthropic-billing-header"},{"text":"b"},${part}]}`,
  ],
  [
    "a missing system is made",
    "anthropic",
    { slot: "system" },
    0,
    ' { "messages":[{}]}',
    ` {"system":[${part}], "messages":[{}]}`,
  ],
  [
    "an empty one is filled",
    "anthropic",
    { slot: "system" },
    0,
    '{"system":[ ],"messages":[{}]}',
    `{"system":[${part} ],"messages":[{}]}`,
  ],
  [
    "one of null too",
    "anthropic",
    { slot: "system" },
    0,
    '{"system":null,"messages":[{}]}',
    `{"system":[${part}],"messages":[{}]}`,
  ],
  [
    "behind the last leading system message, in its role",
    "openai",
    { slot: "system" },
    2,
    '{"messages":[{"role":"system","content":"a"}, {"role":"developer","content":"b"} , {"role":"user","content":"c"}]}',
    '{"messages":[{"role":"system","content":"a"}, {"role":"developer","content":"b"},{"role":"developer","content":"M"} , {"role":"user","content":"c"}]}',
  ],
  [
    "before all others where there is none",
    "openai",
    { slot: "system" },
    0,
    '{"messages":[ {"role":"user","content":"c"}]}',
    '{"messages":[ {"role":"system","content":"M"},{"role":"user","content":"c"}]}',
  ],
  [
    "a system message behind the user's",
    "anthropic",
    { slot: "message" },
    0,
    '{"messages":[{"role":"user","content":"c"} ]}',
    `{"messages":[{"role":"user","content":"c"},{"role":"system","content":[${part}]} ]}`,
  ],
];

test.each(cases)("%s", (_name, dialect, at, leading, body, expected) => {
  expect(inserted(dialect, body, at, leading)).toBe(expected);
  JSON.parse(expected);
});

describe("whatever the body", () => {
  const text = fc.string({ unit: "binary" }).map((each) => each.toWellFormed());
  const content = fc.oneof(text, fc.array(fc.record({ type: fc.constant("text"), text }), { minLength: 1 }));
  const message = fc.record({ role: fc.constantFrom("user", "assistant"), content, extra: fc.jsonValue() });
  const bodies = fc.record({
    system: fc.option(content, { nil: undefined }),
    messages: fc.array(message, { minLength: 1 }),
    unknown: fc.jsonValue(),
  });

  test("without what was inserted it is what was sent, and all of it is JSON", () => {
    fc.assert(
      fc.property(bodies, fc.nat(), text, fc.constantFrom(0, 2), (json, place, memory, space) => {
        const at = place % json.messages.length;
        json.messages[at]!.role = "user";
        const bytes = Buffer.from(JSON.stringify(json, null, space));
        const insertions: Insertion[] = [
          { slot: "system", at: 0, text: memory },
          { slot: "part", at, text: memory },
          { slot: "message", at, text: memory },
        ];
        const edits = insertionEdits({ dialect: "anthropic", bytes, leading: 0 }, insertions);
        const sent = JSON.parse(patch(bytes, edits).toString()) as typeof json; // it is ours
        const memoryPart = { type: "text", text: memory };
        const withMemory = (old: unknown) => [
          ...(typeof old === "string" ? (old === "" ? [] : [{ type: "text", text: old }]) : ((old ?? []) as [])),
          memoryPart,
        ];
        expect(sent.system).toEqual(withMemory(json.system));
        expect(sent.messages[at]!.content).toEqual(withMemory(json.messages[at]!.content));
        expect(sent.messages[at + 1]).toEqual({ role: "system", content: [memoryPart] });
        const others = sent.messages.toSpliced(at, 2);
        expect(others).toEqual(JSON.parse(JSON.stringify(json.messages.toSpliced(at, 1))));
        // Only empty text and nothing are replaced; all else is added to.
        const kept = edits
          .filter(({ start, end }) => start < end)
          .map(({ start, end }) => bytes.toString("utf8", start, end));
        expect(kept.every((literal) => literal === '""')).toBe(true);
      }),
    );
  });

  test("a system message stands behind the user's, and before the assistant's or at the end; all that is shown is there", () => {
    fc.assert(
      fc.property(bodies, fc.infiniteStream(fc.boolean()), fc.boolean(), (json, picks, systemInMessages) => {
        const bytes = Buffer.from(JSON.stringify(json));
        const users = [...json.messages.keys()].filter((at) => json.messages[at]!.role === "user");
        const placements = users
          .filter(() => picks.next().value)
          .map((at): Placement => ({ slot: "message", at, block: `b${at}` }));
        const blocks = new Map(
          placements.map(({ block }) => [block, { hash: block, text: `shown ${block}.`, memoryIds: [] }]),
        );
        const asked = JSON.parse(bytes.toString()) as { messages: JsonObject[] }; // it is ours
        const insertions = insertionsOf(placements, blocks, asked, systemInMessages);
        const sent = patch(bytes, insertionEdits({ dialect: "anthropic", bytes, leading: 0 }, insertions)).toString();
        const roles = (JSON.parse(sent) as typeof asked).messages.map(({ role }) => role);
        const isAllowed = (i: number) => roles[i - 1] === "user" && (roles[i + 1] ?? "assistant") === "assistant";
        expect(roles.filter((role, i) => role === "system" && !(systemInMessages && isAllowed(i)))).toEqual([]);
        for (const { text } of blocks.values()) expect(sent.split(text)).toHaveLength(2);
      }),
    );
  });
});
