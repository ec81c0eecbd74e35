import type { JsonValue } from "../../../../json.ts";
import { listOf, objectOf, textOf } from "../../answer-members.ts";
import type { TextKind } from "./part-queue.ts";

/**
 * The texts of a message or a delta, in the order in which they are meant: what was thought comes first. The empty are
 * nothing. DeepSeek and xAI think in `reasoning_content`, others in `reasoning`, and Mistral within `content`. What is
 * spoken has its words in `audio`.
 */
export function textsOf(message: JsonValue | undefined): [kind: TextKind, text: string][] {
  const thought = textOf(message, "reasoning_content") ?? textOf(message, "reasoning") ?? "";
  const texts: [TextKind, string][] = [
    ["thinking", thought],
    ["text", textOf(message, "content") || (textOf(objectOf(message, "audio"), "transcript") ?? "")],
    ...listOf(message, "content").flatMap(blockTexts),
    ["refusal", textOf(message, "refusal") ?? ""],
  ];
  return texts.filter(([, text]) => text !== "");
}

/** Mistral's blocks: `{type: "text", text}` and `{type: "thinking", thinking: [{type: "text", text}]}`. */
function blockTexts(block: JsonValue): [TextKind, string][] {
  switch (textOf(block, "type")) {
    case "text":
      return [["text", textOf(block, "text") ?? ""]];
    case "thinking":
      return listOf(block, "thinking").map((part) => ["thinking", textOf(part, "text") ?? ""]);
    default:
      return [];
  }
}
