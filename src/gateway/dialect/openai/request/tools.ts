import { invalid } from "../../../../error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import type { ChatRequest, Tool, ToolChoice } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import type { Members } from "../../request/members.ts";
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

/** The function tools; custom tools, whose input is no JSON, are foreign. */
export function parseTools(value: JsonValue | undefined, foreign: JsonObject): Tool[] {
  const tools = optional(readEach((tool, path) => parseTool(readObject(tool, path), path, foreign)))(value, "tools");
  return tools?.flat() ?? [];
}

function parseTool(tool: JsonObject, path: string, foreign: JsonObject): Tool[] {
  if (readOneOf("function", "custom")(tool["type"], `${path}.type`) === "custom") {
    foreign["tools.custom"] = true;
    return [];
  }
  const defined = readObject(tool["function"], `${path}.function`);
  const schema = optional(readObject)(defined["parameters"], `${path}.function.parameters`);
  return [
    {
      name: readName(defined["name"], `${path}.function.name`),
      description: optional(readText)(defined["description"], `${path}.function.description`),
      schema: schema ?? { type: "object", properties: {} },
      strict: optional(readFlag)(defined["strict"], `${path}.function.strict`),
    },
  ];
}

export function parseToolChoice(asked: Members, tools: readonly Tool[]): ToolChoice | undefined {
  const parallel = asked.read("parallel_tool_calls", optional(readFlag));
  const choice = choiceOf(asked.take("tool_choice") ?? undefined);
  if (choice?.kind === "tool" && !tools.some(({ name }) => name === choice.name)) {
    const names = tools.map(({ name }) => `"${name}"`).join(", ") || "none";
    throw invalid(
      "tool_choice.function.name",
      `must be the name of a tool; "${choice.name}" is not one: the tools are ${names}`,
    );
  }
  if (parallel === undefined) return choice;
  return { ...(choice ?? { kind: "auto" }), parallel };
}

const words = { none: "none", auto: "auto", required: "any" } as const;

function choiceOf(value: JsonValue | undefined): ToolChoice | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return { kind: words[readOneOf("none", "auto", "required")(value, "tool_choice")] };
  switch (readOneOf("function", "custom", "allowed_tools")(value["type"], "tool_choice.type")) {
    case "function":
      return { kind: "tool", name: nameIn(value["function"], "tool_choice.function") };
    case "custom":
      // The tool itself is foreign, and reported as that.
      return { kind: "auto" };
    case "allowed_tools":
      return allowedTools(readObject(value["allowed_tools"], "tool_choice.allowed_tools"));
  }
}

function allowedTools(value: JsonObject): ToolChoice {
  const mode = readOneOf("auto", "required")(value["mode"], "tool_choice.allowed_tools.mode");
  const readTool = (tool: JsonValue | undefined, path: string) =>
    nameIn(readObject(tool, path)["function"], `${path}.function`);
  return { kind: words[mode], allowed: readEach(readTool)(value["tools"], "tool_choice.allowed_tools.tools") };
}

function nameIn(value: JsonValue | undefined, path: string): string {
  return readName(readObject(value, path)["name"], `${path}.name`);
}

/** `tools` and what goes with them; providers refuse a choice among no tools. */
export function formatTools({ tools, toolChoice }: ChatRequest, { losses }: Formatting): JsonObject {
  if (tools.some(({ cache }) => cache)) losses.dropped("cache_control.tools");
  if (tools.length === 0) return {};
  return compact({
    tools: tools.map(formatTool),
    tool_choice: toolChoice && formatToolChoice(toolChoice),
    parallel_tool_calls: toolChoice?.parallel,
  });
}

function formatTool({ name, description, schema, strict }: Tool): JsonObject {
  return { type: "function", function: compact({ name, description, parameters: schema, strict }) };
}

function formatToolChoice(choice: ToolChoice): JsonValue {
  if (choice.allowed !== undefined) {
    const tools = choice.allowed.map((name) => ({ type: "function", function: { name } }));
    const mode = choice.kind === "any" ? "required" : "auto";
    return { type: "allowed_tools", allowed_tools: { mode, tools } };
  }
  switch (choice.kind) {
    case "auto":
      return "auto";
    case "none":
      return "none";
    case "any":
      return "required";
    case "tool":
      return { type: "function", function: { name: choice.name } };
    default:
      return choice satisfies never;
  }
}
