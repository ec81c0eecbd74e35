import type { JsonObject } from "../../../json.ts";
import type { AnswerPart } from "../../chat/answer.ts";
import type { Part, ThinkingPart, ToolUsePart } from "../../chat/request.ts";
import { optional, readInteger, readObject } from "../request/read-member.ts";
import { formatThinkingBlock, parseThinkingBlock } from "../thinking-block.ts";

/*
 * What was thought, with its signatures, as LiteLLM's `thinking_blocks`: Anthropic's blocks beside the message's content.
 * A client that sends the message back as it was keeps the signatures. Anthropic refuses thoughts that stand elsewhere
 * than it set them: a block after some of the message's text or calls says after how much, which is ours alone:
 *
 *     "after": { "characters": 5, "calls": 0 }
 */

/** How much of a message's text, in UTF-16 units, and how many of its calls stand before a thought. */
export type Place = { characters: number; calls: number };
export type Thought = { part: ThinkingPart; after: Place };

export const start: Place = { characters: 0, calls: 0 };

/** None where nothing is signed: the text stands in `reasoning_content`. */
export function formatThinkingBlocks(thoughts: readonly Thought[]): JsonObject[] {
  const isSigned = thoughts.some(({ part }) => part.signature !== undefined);
  return isSigned ? thoughts.map(formatThought) : [];
}

function formatThought({ part, after }: Thought): JsonObject {
  const isFirst = after.characters === 0 && after.calls === 0;
  return { ...formatThinkingBlock(part), ...(!isFirst && { after }) };
}

export function thoughtsIn(parts: readonly AnswerPart[]): Thought[] {
  let after = start;
  return parts.flatMap((part) => {
    if (part.kind === "thinking") return [{ part, after }];
    after = placeAfter(after, part);
    return [];
  });
}

function placeAfter({ characters, calls }: Place, part: AnswerPart): Place {
  if (part.kind === "text") return { characters: characters + part.text.length, calls };
  return part.kind === "tool_use" ? { characters, calls: calls + 1 } : { characters, calls };
}

/** `undefined` for a block that holds nothing. */
export function parseThought(block: JsonObject, path: string): Thought | undefined {
  const { part } = parseThinkingBlock(block, path);
  if (part === undefined) return undefined;
  const after = optional(readObject)(block["after"], `${path}.after`) ?? {};
  const countOf = (name: keyof Place) => optional(readInteger(0))(after[name], `${path}.after.${name}`) ?? 0;
  return { part, after: { characters: countOf("characters"), calls: countOf("calls") } };
}

/** A message's parts with each thought at its place; what else stands between two thoughts is text, then calls. */
export function withThoughts(
  thoughts: readonly Thought[],
  said: readonly Part[],
  calls: readonly ToolUsePart[],
): Part[] {
  const parts: Part[] = [];
  const unsaid = said.toReversed();
  const uncalled = calls.toReversed();
  let characters = 0;
  for (const { part, after } of thoughts) {
    while (characters < after.characters && unsaid.length > 0) {
      const [taken, left] = cut(unsaid.pop()!, after.characters - characters); // it is not empty
      parts.push(taken);
      if (left) unsaid.push(left);
      characters += taken.kind === "text" ? taken.text.length : 0;
    }
    while (calls.length - uncalled.length < after.calls && uncalled.length > 0) parts.push(uncalled.pop()!); // the same
    parts.push(part);
  }
  return [...parts, ...unsaid.toReversed(), ...uncalled.toReversed()];
}

/** A part up to so many characters, and its rest, which keeps what stands after the whole. */
function cut(part: Part, characters: number): [Part, Part?] {
  if (part.kind !== "text" || part.text.length <= characters) return [part];
  return [
    { kind: "text", text: part.text.slice(0, characters) },
    { ...part, text: part.text.slice(characters) },
  ];
}
