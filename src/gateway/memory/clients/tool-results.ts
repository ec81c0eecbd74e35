import { isObject, type JsonObject, type JsonValue } from "../../../json.ts";
import { lazy } from "../../lazy.ts";
import { textsOf } from "./client-request.ts";
import type { ToolResult } from "./client.ts";

/**
 * Finds the results of the tools that the assistant called, by the user's next message that says something: they stand in
 * messages before that one, or among its own parts. A message of the user's that says nothing has its own. All are read
 * once, when somebody asks.
 */
export function toolResultsIn(messages: readonly JsonObject[]): (message: JsonObject) => readonly ToolResult[] {
  const known = lazy(() => resultsBy(messages));
  return (message) => known().get(message) ?? [];
}

function resultsBy(messages: readonly JsonObject[]): ReadonlyMap<JsonObject, readonly ToolResult[]> {
  const byMessage = new Map<JsonObject, ToolResult[]>();
  let names = new Map<JsonValue, string>();
  let results: ToolResult[] = [];
  for (const message of messages) {
    if (message["role"] === "assistant") [names, results] = [toolNamesIn(message), []];
    if (names.size === 0) continue;
    const own = resultsIn(message, names);
    results.push(...own);
    if (message["role"] !== "user") continue;
    const isSaid = textsOf(message["content"]).length > 0;
    byMessage.set(message, isSaid ? results : own);
    if (isSaid) results = [];
  }
  return byMessage;
}

/** By the ids of their calls. */
function toolNamesIn({ content, tool_calls: calls }: JsonObject): Map<JsonValue, string> {
  const named = objectsIn(calls).map(({ id, function: called }) => [id, isObject(called) ? called["name"] : undefined]);
  const used = objectsIn(content).map(({ type, id, name }) => [id, type === "tool_use" ? name : undefined]);
  return new Map(
    [...named, ...used].filter((pair): pair is [string, string] => pair.every((each) => typeof each === "string")),
  );
}

function resultsIn({ role, content, tool_call_id: id }: JsonObject, names: Map<JsonValue, string>): ToolResult[] {
  const results =
    role === "tool"
      ? [{ id, content, isError: false }]
      : objectsIn(content).flatMap((part) =>
          part["type"] === "tool_result"
            ? [{ id: part["tool_use_id"], content: part["content"], isError: part["is_error"] === true }]
            : [],
        );
  return results.flatMap((result) => {
    const tool = names.get(result.id ?? null);
    return tool === undefined ? [] : [{ tool, text: textsOf(result.content).join("\n"), isError: result.isError }];
  });
}

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
