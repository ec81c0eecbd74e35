import type { JsonObject } from "../../../../json.ts";
import type { ChatRequest, Part, SystemBlock, Turn } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { compact } from "../../request/read-member.ts";
import { checkNewestSaid, formatUserTurn } from "../../request/unsaid.ts";
import { formatParts } from "./format-parts.ts";

/** `systemInstruction`, a part a block, and `contents`. */
export function formatMessages(request: ChatRequest, formatting: Formatting): JsonObject {
  const { system, turns } = request;
  const { losses } = formatting;
  // Of the calls so far: only they tell the function of a result, and an id may come again.
  const names = new Map<string, string>();
  const format = (parts: readonly Part[], by: Formatting) => formatParts(parts, names, by);
  checkNewestSaid(request, formatting, format);
  const contents = turns
    .filter(({ role }) => role !== "system")
    .map((turn) => {
      for (const part of turn.parts) if (part.kind === "tool_use") names.set(part.id, part.name);
      if (turn.role === "assistant") return { role: "model", parts: format(turn.parts, formatting) };
      return { role: "user", parts: formatUserTurn(turn, formatting, format) };
    })
    .filter(({ parts }) => parts.length > 0);
  if (turns.some(({ role }) => role === "system")) losses.emulated("system.position");
  if (turns.some(({ name }) => name !== undefined)) losses.dropped("messages.name");
  const parts = [...system, ...turns.flatMap(systemBlocks)]
    .filter(({ text }) => text !== "")
    .map(({ text }) => ({ text }));
  return compact(withUser(parts, contents, formatting));
}

/** There must be something in `contents`: where all is system text, the last of it is said by the user. */
function withUser(system: JsonObject[], contents: JsonObject[], { losses }: Formatting) {
  const isSystemOnly = contents.length === 0 && system.length > 0;
  if (isSystemOnly) losses.emulated("messages.system_only");
  const parts = isSystemOnly ? system.slice(0, -1) : system;
  return {
    systemInstruction: parts.length > 0 ? { parts } : undefined,
    contents: isSystemOnly ? [{ role: "user", parts: system.slice(-1) }] : contents,
  };
}

function systemBlocks({ role, parts }: Turn): SystemBlock[] {
  return role === "system" ? parts.flatMap((part) => (part.kind === "text" ? [part] : [])) : [];
}
