import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SseReader } from "../../../src/gateway/chat/sse-reader.ts";
import { formatSse, type SseEvent } from "../../../src/gateway/chat/sse.ts";

function read(bytes: Uint8Array, chunkBytes: number): SseEvent[] {
  const reader = new SseReader();
  const events: SseEvent[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    events.push(...reader.push(bytes.subarray(at, at + chunkBytes)));
  return [...events, ...reader.close()];
}

describe("events from bytes", () => {
  test.each<[string, string, SseEvent[]]>([
    ["one line", "data: a\n\n", [{ data: "a" }]],
    ["a name", "event: ping\ndata: {}\n\n", [{ event: "ping", data: "{}" }]],
    ["no space behind the colon", "data:a\n\n", [{ data: "a" }]],
    ["CRLF", "event: x\r\ndata: a\r\n\r\ndata: b\r\n\r\n", [{ event: "x", data: "a" }, { data: "b" }]],
    ["CR", "data: a\r\rdata: b\r\r", [{ data: "a" }, { data: "b" }]],
    ["comments", ": ping\n\n:\n\ndata: a\n: within\n\n", [{ data: "a" }]],
    ["several lines", "data: a\ndata: b\n\n", [{ data: "a\nb" }]],
    ["other fields", "id: 1\nretry: 10\nretry: x\nfoo: bar\ndata: a\n\n", [{ data: "a" }]],
    ["characters of two to four bytes", "data: é€😀\n\n", [{ data: "é€😀" }]],
    ["a byte order mark", "\u{FEFF}data: a\n\n", [{ data: "a" }]],
    ["no empty line behind the last event", "data: a\n\ndata: [DONE]", [{ data: "a" }, { data: "[DONE]" }]],
    ["an event without data", "event: ping\n\n", []],
  ])("%s, cut anywhere", (_what, wire, expected) => {
    const bytes = Buffer.from(wire);
    for (let size = 1; size <= bytes.length; size++) expect(read(bytes, size), `in ${size}s`).toEqual(expected);
  });

  test("what is written is what is read", () => {
    const event = fc.record(
      { event: fc.stringMatching(/^[a-z_]{1,9}$/u), data: fc.jsonValue().map((value) => JSON.stringify(value)) },
      { requiredKeys: ["data"] },
    );
    fc.assert(
      fc.property(fc.array(event), fc.integer({ min: 1, max: 99 }), (events, size) => {
        expect(read(Buffer.from(events.map(formatSse).join("")), size)).toEqual(events);
      }),
    );
  });
});

describe("the bound", () => {
  const overflow = expect.objectContaining({ code: "unavailable" });
  const line = Buffer.from(`data: ${"x".repeat(100)}`);

  test("holds for an event in pieces, for one of many lines, and for one that comes at once", () => {
    const [pieces, lines, once] = [new SseReader(250), new SseReader(250), new SseReader(50)];
    pieces.push(line);
    pieces.push(line);
    expect(() => pieces.push(line)).toThrow(overflow);
    for (const reader of [lines, lines]) reader.push(Buffer.concat([line, Buffer.from("\n")]));
    expect(() => lines.push(Buffer.concat([line, Buffer.from("\n")]))).toThrow(overflow);
    expect(() => once.push(Buffer.concat([line, Buffer.from("\n\n")]))).toThrow(overflow);
  });

  test("is of one event, not of the stream, and once broken, stays broken", () => {
    const reader = new SseReader(150);
    for (let i = 0; i < 1_000; i++) expect(reader.push(Buffer.concat([line, Buffer.from("\n\n")]))).toHaveLength(1);
    expect(() => reader.push(Buffer.alloc(200, "x"))).toThrow(overflow);
    expect(() => reader.push(Buffer.from("data: a\n\n"))).toThrow(overflow);
    expect(() => reader.close()).toThrow(overflow);
  });
});
