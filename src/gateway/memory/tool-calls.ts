import { metadataBytesMax } from "../../memory/entity/message.ts";
import { beginningOf, storable } from "../../memory/text.ts";

export type ToolCall = { name: string; input: string };

const inputLengthMax = 8_192;
const inputLengthMin = 16;
/** More have no room, whatever they say. */
const callsMax = metadataBytesMax / JSON.stringify({ name: "", input: "" }).length;

/** A call of a tool as it is stored: a long input is cut, and shows it. */
export function cutCall({ name, input }: ToolCall, lengthMax = inputLengthMax): ToolCall {
  const cut = input.length > lengthMax ? `${beginningOf(input, lengthMax)}…` : input;
  return { name: storable(name), input: storable(cut) };
}

/**
 * The metadata with calls of tools: their inputs are cut until all may hang on a message together, and where their names
 * alone are too much, the first ones stand for all.
 */
export function withCalls(metadata: Record<string, unknown>, calls: ToolCall[]): Record<string, unknown> {
  let [kept, lengthMax] = [calls.slice(0, callsMax), inputLengthMax];
  while (kept.length > 0) {
    if (charactersOf(kept, lengthMax) <= metadataBytesMax) {
      const told = { ...metadata, tool_calls: kept.map((call) => cutCall(call, lengthMax)) };
      // Its text may be cut, which it then says.
      if (Buffer.byteLength(JSON.stringify({ ...told, truncated: true })) <= metadataBytesMax) return told;
    }
    if (lengthMax > inputLengthMin) lengthMax /= 2;
    else kept = kept.slice(0, kept.length / 2);
  }
  return metadata;
}

/** Of calls whose inputs are cut: in JSON they have as many bytes or more. What is far too long is known without cutting it. */
function charactersOf(calls: ToolCall[], lengthMax: number): number {
  return calls.reduce((sum, { name, input }) => sum + name.length + Math.min(input.length, lengthMax), 0);
}
