import type { JsonObject } from "../../../src/json.ts";
import { halves, usualUsage, type Said, type SaidPart, type SaidUsage } from "./said.ts";

/** A `GenerateContentResponse`, or those of its stream: calls come whole, and the finish behind all. */
export function geminiWhole(said: Said): JsonObject {
  return response(
    said,
    said.parts.flatMap((part) => partOf(part)),
    said.finish?.gemini ?? "STOP",
  );
}

export function geminiPieces(said: Said): JsonObject[] {
  const pieces = said.parts.flatMap(piecesOf);
  return [
    ...pieces.map((part) => response(said, [part])),
    response(said, [{ text: "" }], said.finish?.gemini ?? "STOP"),
  ];
}

export function response({ usage }: Pick<Said, "usage">, parts: JsonObject[], finishReason?: string): JsonObject {
  return {
    candidates: [{ content: { role: "model", parts }, ...(finishReason && { finishReason }), index: 0 }],
    usageMetadata: usageOf(usage ?? usualUsage),
    modelVersion: "m-1",
    responseId: "r-1",
  };
}

function piecesOf(part: SaidPart): JsonObject[] {
  if (!("text" in part) && !("thinking" in part)) return partOf(part);
  const text = "text" in part ? part.text : part.thinking;
  const [first = "", ...rest] = halves(text);
  return [first, ...rest].flatMap((half, i) => {
    const isLast = i === rest.length;
    return partOf(
      "text" in part
        ? { text: half }
        : { thinking: half, ...(isLast && part.signature && { signature: part.signature }) },
    );
  });
}

function partOf(part: SaidPart): JsonObject[] {
  if ("text" in part) return [{ text: part.text }];
  if ("refusal" in part) return [{ text: part.refusal }];
  if ("redacted" in part) return [];
  const signed: JsonObject = part.signature === undefined ? {} : { thoughtSignature: part.signature };
  if ("thinking" in part) return [{ text: part.thinking, thought: true, ...signed }];
  return [{ functionCall: { name: part.call, args: JSON.parse(part.input || "{}") }, ...signed }];
}

function usageOf({ prompt, completion, read, thought = 0 }: SaidUsage): JsonObject {
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: completion - thought,
    totalTokenCount: prompt + completion,
    ...(read !== undefined && { cachedContentTokenCount: read }),
    ...(thought > 0 && { thoughtsTokenCount: thought }),
  };
}
