import { describe, expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import type { JsonObject } from "../../../src/json.ts";
import { readPieces, readWire, upstreams } from "./answer-support.ts";
import { response } from "./answer-wires.ts";

const usage: ChatEvent = { type: "usage", usage: { input: 12, output: 30, cacheRead: 5, reasoning: 9 } };
const start: ChatEvent = { type: "start", id: "QHiLaa6LBrb8", model: "gemini-3-pro" };
const end: ChatEvent = { type: "end", finish: { reason: "stop", raw: "STOP" } };
const calls: ChatEvent = { type: "end", finish: { reason: "tool_use", raw: "STOP" } };
const signature = (value: string): ChatEvent => ({ type: "signature", signature: { by: "gemini", value } });
const text = (text: string): ChatEvent[] => [{ type: "text_start" }, { type: "text", text }];
const thinking = (text: string): ChatEvent[] => [{ type: "thinking_start" }, { type: "thinking", text }];
const withoutUsage = (events: ChatEvent[]) => events.filter(({ type }) => type !== "usage");

describe("parts to events", () => {
  test.each<[string, JsonObject[], ChatEvent[]]>([
    [
      "text in pieces",
      [response([{ text: "a" }]), response([{ text: "b" }], "STOP")],
      [...text("a"), { type: "text", text: "b" }, end],
    ],
    ["empty text", [response([{ text: "" }], "STOP")], [end]],
    [
      "thoughts",
      [response([{ text: "t", thought: true }, { text: "a" }], "STOP")],
      [...thinking("t"), ...text("a"), end],
    ],
    [
      "signed thoughts",
      [response([{ text: "t", thought: true, thoughtSignature: "s" }], "STOP")],
      [...thinking("t"), signature("s"), end],
    ],
    [
      "signed text",
      [response([{ text: "a", thoughtSignature: "s" }], "STOP")],
      [...text("a"), { type: "thinking_start" }, signature("s"), end],
    ],
    [
      "thoughts behind signed thoughts are a part of their own",
      [
        response([{ text: "t", thought: true, thoughtSignature: "s" }]),
        response([{ text: "u", thought: true }], "STOP"),
      ],
      [...thinking("t"), signature("s"), ...thinking("u"), end],
    ],
    [
      "a signature in an empty part at the end, as Gemini 3 streams it",
      [response([{ text: "4" }]), response([{ text: "", thoughtSignature: "s" }], "STOP")],
      [...text("4"), { type: "thinking_start" }, signature("s"), end],
    ],
    [
      "calls, of which the first is signed",
      [
        response(
          [{ functionCall: { name: "f", args: { a: 1 } }, thoughtSignature: "s" }, { functionCall: { name: "g" } }],
          "STOP",
        ),
      ],
      [
        { type: "tool_start", id: "call_QHiLaa6LBrb8_0", name: "f", signature: { by: "gemini", value: "s" } },
        { type: "tool_input", json: '{"a":1}' },
        { type: "tool_start", id: "call_QHiLaa6LBrb8_1", name: "g" },
        { type: "tool_input", json: "{}" },
        calls,
      ],
    ],
    [
      "a call with an id of its own",
      [response([{ functionCall: { id: "c1", name: "f", args: {} } }], "STOP")],
      [{ type: "tool_start", id: "c1", name: "f" }, { type: "tool_input", json: "{}" }, calls],
    ],
    [
      "a finish before the last parts",
      [response([{ text: "a" }], "STOP"), response([{ text: "b" }])],
      [...text("a"), { type: "text", text: "b" }, end],
    ],
    [
      "parts that no other dialect has",
      [response([{ executableCode: { code: "1" } }, { text: "a" }, {}], "STOP")],
      [...text("a"), end],
    ],
    [
      "media, which no caller's dialect has",
      [
        response([{ text: "Here: " }, { inlineData: { mimeType: "image/png", data: "AAAA" } }]),
        response([{ fileData: { mimeType: "image/png", fileUri: "https://a.b/c" } }, { inlineData: {} }], "STOP"),
      ],
      [
        { type: "text_start" },
        { type: "text", text: "Here: " },
        { type: "text", text: "[image/png, 3 bytes: not shown]" },
        { type: "text", text: "[image/png: https://a.b/c]" },
        { type: "text", text: "[media, 0 bytes: not shown]" },
        end,
      ],
    ],
  ])("%s", (_what, pieces, expected) => {
    expect(withoutUsage(readPieces("gemini", pieces))).toEqual([start, ...expected]);
  });

  test("the usage is known before the answer begins", () => {
    expect(readPieces("gemini", [response([{ text: "a" }], "STOP")])).toEqual([usage, start, ...text("a"), end]);
  });

  test("the same answer has the same ids; without an id of its own, they are nobody else's", () => {
    const anonymous = { candidates: [{ content: { parts: [{ functionCall: { name: "f" } }] }, finishReason: "STOP" }] };
    const ids = [1, 2].map(() => readPieces("gemini", [anonymous]).find(({ type }) => type === "tool_start"));
    expect(ids[0]).toMatchObject({ id: expect.stringMatching(/^call_\w{28}_0$/u) });
    expect(ids[0]).not.toEqual(ids[1]);
  });
});

describe("finishReason", () => {
  test.each([
    ["STOP", "stop"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content_filter"],
    ["RECITATION", "content_filter"],
    ["BLOCKLIST", "content_filter"],
    ["PROHIBITED_CONTENT", "content_filter"],
    ["SPII", "content_filter"],
    ["LANGUAGE", "content_filter"],
    ["OTHER", "content_filter"],
    ["OF_TOMORROW", "stop"],
  ])("%s is %s", (raw, reason) => {
    expect(readPieces("gemini", [response([{ text: "a" }], raw)]).at(-1)).toEqual({
      type: "end",
      finish: { reason, raw },
    });
  });

  test.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"])("%s is an error", (raw) => {
    const error = { status: 502, kind: "unavailable", message: `the model stopped with an error: ${raw}`, raw };
    expect(readPieces("gemini", [response([], raw)]).at(-1)).toEqual({ type: "error", error });
  });

  test("behind calls, a full answer stays full", () => {
    const pieces = [response([{ functionCall: { name: "f", args: {} } }], "MAX_TOKENS")];
    expect(readPieces("gemini", pieces).at(-1)).toMatchObject({ finish: { reason: "length" } });
  });

  test.each(["PROHIBITED_CONTENT", "JAILBREAK"])(
    "a prompt that was blocked for %s is an answer without parts",
    (raw) => {
      const blocked = {
        promptFeedback: { blockReason: raw },
        usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
        modelVersion: "gemini-3-pro",
        responseId: "QHiLaa6LBrb8",
      };
      expect(readPieces("gemini", [blocked])).toEqual([
        { type: "usage", usage: { input: 9, output: 0 } },
        start,
        { type: "end", finish: { reason: "content_filter", raw } },
      ]);
    },
  );
});

describe("what breaks", () => {
  const failed = { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } };
  const error: ChatEvent = {
    type: "error",
    error: { status: 503, kind: "overloaded", message: "The model is overloaded.", raw: "UNAVAILABLE" },
  };
  const broken: ChatEvent = {
    type: "error",
    error: { status: 502, kind: "unavailable", message: "the provider's answer broke off" },
  };

  test.each<[string, JsonObject | JsonObject[]]>([
    ["an error in the stream", failed],
    ["an error in a list", [failed]],
  ])("%s", (_what, last) => {
    const wire = [response([{ text: "a" }]), last].map((piece) => `data: ${JSON.stringify(piece)}\r\n\r\n`).join("");
    expect(readWire("gemini", wire)).toEqual([usage, start, ...text("a"), error]);
  });

  test("no finishReason", () => {
    expect(readPieces("gemini", [response([{ text: "a" }])]).at(-1)).toEqual(broken);
    expect(readWire("gemini", "").at(-1)).toEqual(broken);
  });

  test("a whole answer may come as the list that a stream without SSE is", () => {
    const list = [response([{ text: "a" }]), response([{ text: "b" }], "STOP")];
    expect(withoutUsage(upstreams.gemini.readAnswer(list))).toEqual([
      start,
      ...text("a"),
      { type: "text", text: "b" },
      end,
    ]);
  });
});
