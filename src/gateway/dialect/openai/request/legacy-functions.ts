import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import { compact } from "../../request/read-member.ts";

/**
 * The body with today's words for what OpenAI took before there were tools: `functions`, `function_call`, and the role
 * `function`, whose results have no ids. What is malformed stays as it is, for the parsers to refuse.
 */
export function modernise(body: JsonObject): JsonObject {
  const { functions, function_call: choice, ...rest } = body;
  const isLegacy = usesFunctions(body);
  const messages = Array.isArray(body["messages"]) ? modernMessages(body["messages"]) : body["messages"];
  return compact({
    ...rest,
    messages,
    tools: isLegacy && Array.isArray(functions) ? functions.map(modernTool) : rest["tools"],
    tool_choice: rest["tool_choice"] ?? (isObject(choice) ? modernTool(choice) : (choice ?? undefined)),
    ...(isLegacy && { parallel_tool_calls: false }),
  });
}

/** Whether the caller knows functions only, and waits for `function_call` in the answer. */
export function usesFunctions({ functions, tools }: JsonObject): boolean {
  return Array.isArray(functions) && (tools === undefined || tools === null);
}

function modernTool(definition: JsonValue): JsonValue {
  return { type: "function", function: definition };
}

/** A call and the result after it get one id, by the place of the call. */
function modernMessages(messages: JsonValue[]): JsonValue[] {
  let id = "call_0";
  return messages.map((message, i) => {
    if (!isObject(message)) return message;
    if (message["role"] === "function") return { role: "tool", tool_call_id: id, content: message["content"] ?? "" };
    const { function_call: call, ...rest } = message;
    if (!isObject(call)) return message;
    // Some tell today's calls once more as the one of then.
    if (Array.isArray(rest["tool_calls"]) && rest["tool_calls"].length > 0) return rest;
    id = `call_${i}`;
    return { ...rest, tool_calls: [{ id, type: "function", function: call }] };
  });
}
