import fc from "fast-check";
import type { ChatEvent, FinishReason } from "../../../src/gateway/chat/event.ts";
import type { Caller } from "./answer-support.ts";

/** Answers as events, such as a dialect can say: what is written is what is read. */

const piece = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const pieces = fc.array(piece, { minLength: 1, maxLength: 4 });
const word = fc.stringMatching(/^[a-zA-Z0-9_]{1,12}$/u);

const text = pieces.map((texts): ChatEvent[] => [{ type: "text_start" }, ...texts.map(textOf("text"))]);
const unsigned = pieces.map((texts): ChatEvent[] => [{ type: "thinking_start" }, ...texts.map(textOf("thinking"))]);
const refusal = pieces.map((texts): ChatEvent[] => [{ type: "refusal_start" }, ...texts.map(textOf("refusal"))]);
const by = fc.constantFrom("openai", "anthropic", "gemini");
const signed = fc
  .tuple(fc.array(piece, { maxLength: 3 }), fc.record({ by, value: fc.base64String({ minLength: 4 }) }))
  .map(([texts, signature]): ChatEvent[] => [
    { type: "thinking_start" },
    ...texts.map(textOf("thinking")),
    { type: "signature", signature },
  ]);
const redacted = fc.tuple(word, by).map(([data, by]): ChatEvent[] => [{ type: "redacted_thinking", data, by }]);
/** The JSON text of an object in pieces, of which the last may not have come. */
const input = fc
  .tuple(
    fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 }),
    fc.integer({ min: 1, max: 9 }),
    fc.boolean(),
  )
  .map(([object, size, isCut]): ChatEvent[] => {
    const jsons = JSON.stringify(object).match(new RegExp(`.{1,${size}}`, "gsu")) ?? [];
    const come = isCut && jsons.length > 1 ? jsons.slice(0, -1) : jsons;
    return come.map((json) => ({ type: "tool_input", json }));
  });
const tool = (signature: fc.Arbitrary<{ by: "gemini"; value: string } | undefined>) =>
  fc
    .tuple(word, word, input, signature)
    .map(([id, name, input, signature]): ChatEvent[] => [
      { type: "tool_start", id, name, ...(signature && { signature }) },
      ...input,
    ]);
const usage = fc.record({ input: fc.nat(), output: fc.nat(), cacheRead: fc.nat(), cacheWrite: fc.nat() });
const reason = fc.constantFrom<FinishReason>("stop", "length", "content_filter");

function textOf(type: "text" | "thinking" | "refusal") {
  return (text: string): ChatEvent => ({ type, text });
}

/** What each dialect can say: OpenAI has no place for signatures of thinking, nor an end between two texts. */
const parts: Record<Caller, fc.Arbitrary<ChatEvent[]>> = {
  anthropic: fc.oneof(text, unsigned, signed, redacted, tool(fc.constant(undefined))),
  openai: fc.oneof(
    text,
    unsigned,
    refusal,
    tool(fc.option(fc.record({ by: fc.constant("gemini" as const), value: word }), { nil: undefined })),
  ),
};

export function answers(caller: Caller): fc.Arbitrary<ChatEvent[]> {
  const start = fc.record({ id: word, model: word, createdAtS: fc.nat() });
  return fc
    .tuple(start, fc.array(parts[caller], { maxLength: 8 }), usage, reason)
    .map(([start, parts, usage, reason]) => {
      const { createdAtS, ...named } = start;
      const calledTools = parts.some(([first]) => first!.type === "tool_start");
      return [
        { type: "start", ...named, ...(caller === "openai" && { createdAtS }) },
        ...(caller === "openai" ? parts.filter(beginsAnother) : parts).flat(),
        { type: "usage", usage },
        { type: "end", finish: { reason: reason === "stop" && calledTools ? "tool_use" : reason } },
      ] satisfies ChatEvent[];
    });
}

function beginsAnother([first]: ChatEvent[], i: number, parts: ChatEvent[][]): boolean {
  return first!.type === "tool_start" || parts[i - 1]?.[0]!.type !== first!.type;
}
