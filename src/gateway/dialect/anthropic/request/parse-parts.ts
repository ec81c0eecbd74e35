import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import type { CacheBreak, Part, Signature, Turn } from "../../../chat/request.ts";
import type { OpenCalls } from "../../request/open-calls.ts";
import {
  optional,
  readEach,
  readFlag,
  readName,
  readObject,
  readOneOf,
  readText,
  refuse,
} from "../../request/read-member.ts";
import { parseThinkingBlock } from "../../thinking-block.ts";
import { parseDocument, parseImage, parseSearchResult } from "./parse-media.ts";

const ofUser = ["text", "image", "document", "search_result", "tool_result"];
const ofAssistant = ["text", "thinking", "redacted_thinking", "tool_use"];
const ofTool = ["text", "image", "document", "search_result"];
const allowedTypes: Record<Turn["role"], readonly string[]> = {
  user: ofUser,
  assistant: ofAssistant,
  system: ["text"],
};
const longestType = 60;
const allTypes = new Set([...ofUser, ...ofAssistant]);

/** A message's `content`: text, or an array of blocks. Empty text is no part. */
export function parseContent(
  value: JsonValue | undefined,
  path: string,
  role: Turn["role"],
  calls: OpenCalls,
  foreign: JsonObject,
): Part[] {
  let signature: Signature | undefined;
  return parseBlocks(value, path, allowedTypes[role], foreign, (block, at) => {
    if (block["type"] === "thinking" || block["type"] === "redacted_thinking") {
      const { part, callSignature } = parseThinkingBlock(block, at);
      signature = callSignature;
      return part ? [part] : [];
    }
    const signed = signature && { signature };
    signature = undefined;
    return parseBlock(block, at, calls, foreign).map((part) =>
      part.kind === "tool_use" ? { ...part, ...signed } : part,
    );
  });
}

/** Blocks of types that are known, but not allowed here, are refused; those of no known type are foreign. */
function parseBlocks(
  value: JsonValue | undefined,
  path: string,
  allowed: readonly string[],
  foreign: JsonObject,
  parse: (block: JsonObject, path: string) => Part[],
): Part[] {
  if (typeof value === "string") return value === "" ? [] : [{ kind: "text", text: value }];
  if (!Array.isArray(value)) refuse(path, "a string or an array of blocks", value);
  const readBlock = (element: JsonValue | undefined, at: string): Part[] => {
    const block = readObject(element, at);
    const type = readName(block["type"], `${at}.type`);
    if (allowed.includes(type)) return parse(block, at).map((part) => ({ ...part, cache: cacheIn(block, at) }));
    if (allTypes.has(type)) refuse(`${at}.type`, `one of ${allowed.join(", ")} here`, type);
    foreign[`content.${type}`] = true;
    return [{ kind: "other", type: type.slice(0, longestType) }];
  };
  return readEach(readBlock)(value, path).flat();
}

function parseBlock(block: JsonObject, path: string, calls: OpenCalls, foreign: JsonObject): Part[] {
  switch (block["type"]) {
    case "tool_use":
      return [parseToolUse(block, path, calls)];
    case "tool_result":
      return [parseToolResult(block, path, calls, foreign)];
    default:
      return parseShown(block, path, foreign);
  }
}

/** What a user or a tool can show. */
function parseShown(block: JsonObject, path: string, foreign: JsonObject): Part[] {
  switch (block["type"]) {
    case "image":
      return [parseImage(block, path)];
    case "document":
      return parseDocument(block, path, foreign);
    case "search_result":
      return [parseSearchResult(block, path, foreign)];
    default: {
      const text = readText(block["text"], `${path}.text`);
      if (Array.isArray(block["citations"]) && block["citations"].length > 0) foreign["text.citations"] = true;
      return text === "" ? [] : [{ kind: "text", text }];
    }
  }
}

function parseToolUse(block: JsonObject, path: string, calls: OpenCalls): Part {
  const id = readName(block["id"], `${path}.id`);
  calls.called(id, `${path}.id`);
  const input = readObject(block["input"], `${path}.input`);
  const text = Object.keys(input).length === 0 ? "" : JSON.stringify(input);
  return { kind: "tool_use", id, name: readName(block["name"], `${path}.name`), input: text };
}

function parseToolResult(block: JsonObject, path: string, calls: OpenCalls, foreign: JsonObject): Part {
  const id = readName(block["tool_use_id"], `${path}.tool_use_id`);
  calls.answered(id, `${path}.tool_use_id`);
  const content = block["content"] ?? "";
  const parts = parseBlocks(content, `${path}.content`, ofTool, foreign, (inner, at) => parseShown(inner, at, foreign));
  return {
    kind: "tool_result",
    id,
    parts,
    isError: optional(readFlag)(block["is_error"], `${path}.is_error`) ?? false,
  };
}

/** A block's `cache_control`. */
export function cacheIn(block: JsonObject, path: string): CacheBreak | undefined {
  return parseCache(block["cache_control"], `${path}.cache_control`);
}

/** `{type: "ephemeral", ttl?}` */
export function parseCache(control: JsonValue | undefined, path: string): CacheBreak | undefined {
  if (control === undefined || control === null) return undefined;
  if (!isObject(control)) refuse(path, "an object", control);
  readOneOf("ephemeral")(control["type"], `${path}.type`);
  return { ttl: optional(readOneOf("5m", "1h"))(control["ttl"], `${path}.ttl`) };
}
