import { invalid } from "../../../../error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import type { Losses } from "../../../chat/loss.ts";
import type { ChatRequest, Tool, ToolChoice } from "../../../chat/request.ts";
import { allowedTools } from "../../request/allowed-tools.ts";
import type { Formatting } from "../../request/formatting.ts";
import {
  compact,
  optional,
  readEach,
  readFlag,
  readName,
  readObject,
  readOneOf,
  readText,
} from "../../request/read-member.ts";
import { formatCache } from "./format-parts.ts";
import { cacheIn } from "./parse-parts.ts";

const toolMembers = new Set(["type", "name", "description", "input_schema", "strict", "cache_control"]);

/** The client's own tools; those that the provider runs or defines, such as `web_search_20250305`, are foreign. */
export function parseTools(value: JsonValue | undefined, foreign: JsonObject): Tool[] {
  const tools = optional(readEach((tool, path) => parseTool(readObject(tool, path), path, foreign)))(value, "tools");
  return tools?.flat() ?? [];
}

function parseTool(tool: JsonObject, path: string, foreign: JsonObject): Tool[] {
  const type = optional(readText)(tool["type"], `${path}.type`) ?? "custom";
  if (type !== "custom") {
    foreign[`tools.${type}`] = true;
    return [];
  }
  for (const name of Object.keys(tool)) if (!toolMembers.has(name)) foreign[`tools.${name}`] = true;
  return [
    {
      name: readName(tool["name"], `${path}.name`),
      description: optional(readText)(tool["description"], `${path}.description`),
      schema: readObject(tool["input_schema"], `${path}.input_schema`),
      strict: optional(readFlag)(tool["strict"], `${path}.strict`),
      cache: cacheIn(tool, path),
    },
  ];
}

export function parseToolChoice(
  value: JsonValue | undefined,
  tools: readonly Tool[],
  foreign: JsonObject,
): ToolChoice | undefined {
  const choice = optional(readObject)(value, "tool_choice");
  if (choice === undefined) return undefined;
  const kind = readOneOf("auto", "any", "tool", "none")(choice["type"], "tool_choice.type");
  const isSerial = optional(readFlag)(choice["disable_parallel_tool_use"], "tool_choice.disable_parallel_tool_use");
  const parallel = isSerial === undefined ? undefined : !isSerial;
  if (kind !== "tool") return { kind, parallel };
  const name = readName(choice["name"], "tool_choice.name");
  const isKnown = tools.some((tool) => tool.name === name);
  // The name may be of a tool of the provider's, which is foreign.
  if (!isKnown && Object.keys(foreign).some((each) => each.startsWith("tools."))) return { kind: "auto", parallel };
  if (isKnown) return { kind, name, parallel };
  const names = tools.map((tool) => `"${tool.name}"`).join(", ") || "none";
  throw invalid("tool_choice.name", `must be the name of a tool; "${name}" is not one: the tools are ${names}`);
}

/** Whether the caller holds the model to a call, and the model lets itself be held. */
export function isForced({ toolChoice, tools }: ChatRequest, { capabilities }: Formatting): boolean {
  return tools.length > 0 && (toolChoice?.kind === "any" || toolChoice?.kind === "tool") && capabilities.forcedTools;
}

/** `tools` and `tool_choice`; `mayForce` is false where the model thinks, and so cannot be held to a call. */
export function formatTools(request: ChatRequest, mayForce: boolean, formatting: Formatting): JsonObject {
  if (request.tools.length === 0) return {};
  const { toolChoice } = request;
  return compact({
    tools: allowedTools(request, formatting.losses).map((tool) => formatTool(tool, formatting)),
    tool_choice: toolChoice && formatToolChoice(toolChoice, mayForce, formatting),
  });
}

function formatTool({ name, description, schema, strict, cache }: Tool, formatting: Formatting): JsonObject {
  const isTaken = formatting.capabilities.schemaAnswers;
  if (strict && !isTaken) formatting.losses.dropped("tools.strict");
  return compact({
    name,
    description,
    input_schema: isObject(schema) ? { type: "object", ...schema } : { type: "object" },
    strict: isTaken ? strict : undefined,
    ...formatCache(cache),
  });
}

function formatToolChoice(choice: ToolChoice, mayForce: boolean, { losses }: Formatting): JsonObject {
  if (choice.kind === "none") return { type: "none" };
  return compact({
    ...formatKind(choice, mayForce, losses),
    disable_parallel_tool_use: choice.parallel === undefined ? undefined : !choice.parallel,
  });
}

function formatKind(choice: ToolChoice, mayForce: boolean, losses: Losses): JsonObject {
  if (choice.kind === "auto") return { type: "auto" };
  if (!mayForce) {
    losses.emulated("tool_choice.forced");
    return { type: "auto" };
  }
  return choice.kind === "tool" ? { type: "tool", name: choice.name } : { type: "any" };
}
