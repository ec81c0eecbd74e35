import { invalid } from "../../../../error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import type { Part, SystemBlock, ToolUsePart, Turn } from "../../../chat/request.ts";
import { OpenCalls } from "../../request/open-calls.ts";
import { optional, readArray, readEach, readName, readObject, readOneOf, readText } from "../../request/read-member.ts";
import { signatureIn } from "../call.ts";
import { parseThought, start, withThoughts, type Thought } from "../thinking-blocks.ts";
import { parseContent } from "./parse-parts.ts";

type Conversation = { system: SystemBlock[]; turns: Turn[] };

const readRole = readOneOf("system", "developer", "user", "assistant", "tool");

/**
 * The messages as system blocks, up to the first that is no `system` or `developer` message, and turns. The results of
 * one turn's calls become one user's turn. `foreign` learns what no other dialect can say.
 */
export function parseMessages(value: JsonValue | undefined, foreign: JsonObject): Conversation {
  const messages = readArray(value, "messages");
  if (messages.length === 0) throw invalid("messages", "must have at least one message, got an empty array");
  const conversation: Conversation = { system: [], turns: [] };
  const calls = new OpenCalls();
  let results: Turn | undefined;
  for (const [i, message] of messages.entries()) {
    const path = `messages[${i}]`;
    const said = readObject(message, path);
    if (readRole(said["role"], `${path}.role`) === "tool") {
      if (results === undefined) conversation.turns.push((results = { role: "user", parts: [] }));
      results.parts.push(parseResult(said, path, calls, foreign));
      continue;
    }
    results = undefined;
    calls.mustBeAnswered(path);
    addMessage(conversation, said, path, calls, foreign);
  }
  return conversation;
}

function addMessage(to: Conversation, said: JsonObject, path: string, calls: OpenCalls, foreign: JsonObject): void {
  const name = optional(readText)(said["name"], `${path}.name`);
  switch (readRole(said["role"], `${path}.role`)) {
    case "user":
      to.turns.push({ role: "user", name, parts: parseContent(said["content"], `${path}.content`, "user", foreign) });
      return;
    case "assistant":
      to.turns.push({ role: "assistant", name, parts: parseAssistant(said, path, calls, foreign) });
      return;
    case "system":
    case "developer":
    case "tool": {
      const parts = parseContent(said["content"], `${path}.content`, "system", foreign);
      if (to.turns.length > 0) to.turns.push({ role: "system", name, parts });
      else to.system.push(...parts.flatMap(systemBlock));
    }
  }
}

function systemBlock(part: Part): SystemBlock[] {
  if (part.kind !== "text") return [];
  return [{ text: part.text, cache: part.cache }];
}

function parseResult(said: JsonObject, path: string, calls: OpenCalls, foreign: JsonObject): Part {
  const id = readName(said["tool_call_id"], `${path}.tool_call_id`);
  calls.answered(id, `${path}.tool_call_id`);
  const parts = parseContent(said["content"], `${path}.content`, "tool", foreign);
  return { kind: "tool_result", id, parts, isError: false };
}

/**
 * Thoughts come first, then what was said, then calls, whatever the order of the members; except thoughts that say where
 * they stand.
 */
function parseAssistant(said: JsonObject, path: string, calls: OpenCalls, foreign: JsonObject): Part[] {
  const refusal = optional(readText)(said["refusal"], `${path}.refusal`);
  if (isObject(said["audio"])) foreign["messages.audio"] = true;
  const thoughts = parseThoughts(said, path);
  const words = [
    ...parseContent(said["content"] ?? "", `${path}.content`, "assistant", foreign),
    ...(refusal ? [{ kind: "refusal" as const, text: refusal }] : []),
  ];
  const called = (optional(readArray)(said["tool_calls"], `${path}.tool_calls`) ?? []).map((call, i) =>
    parseCall(call, `${path}.tool_calls[${i}]`, calls, foreign),
  );
  return withThoughts(thoughts, words, called);
}

/** `reasoning_content`, as DeepSeek has it, or `thinking_blocks`, which keep signatures. */
function parseThoughts(said: JsonObject, path: string): Thought[] {
  const readBlock = (block: JsonValue | undefined, at: string) => parseThought(readObject(block, at), at);
  const blocks = optional(readEach(readBlock))(said["thinking_blocks"], `${path}.thinking_blocks`);
  if (blocks !== undefined && blocks.length > 0) return blocks.filter((thought) => thought !== undefined);
  const text = optional(readText)(said["reasoning_content"], `${path}.reasoning_content`);
  return text ? [{ part: { kind: "thinking", text }, after: start }] : [];
}

function parseCall(value: JsonValue, path: string, calls: OpenCalls, foreign: JsonObject): ToolUsePart {
  const call = readObject(value, path);
  const id = readName(call["id"], `${path}.id`);
  calls.called(id, `${path}.id`);
  if (optional(readOneOf("function", "custom"))(call["type"], `${path}.type`) === "custom") {
    foreign["tool_calls.custom"] = true;
    const custom = readObject(call["custom"], `${path}.custom`);
    const input = JSON.stringify({ input: readText(custom["input"], `${path}.custom.input`) });
    return { kind: "tool_use", id, name: readName(custom["name"], `${path}.custom.name`), input };
  }
  const called = readObject(call["function"], `${path}.function`);
  const input = optional(readText)(called["arguments"], `${path}.function.arguments`) ?? "";
  return {
    kind: "tool_use",
    id,
    name: readName(called["name"], `${path}.function.name`),
    input,
    ...signatureIn(call),
  };
}
