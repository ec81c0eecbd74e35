import type { JsonObject } from "../../../../json.ts";
import type {
  CacheBreak,
  DocumentPart,
  ImagePart,
  Part,
  Source,
  ThinkingPart,
  ToolResultPart,
} from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { formatMedia } from "../../request/media.ts";
import { compact } from "../../request/read-member.ts";
import { fitToolId } from "../../request/tool-ids.ts";
import { inputObject } from "../../tool-input.ts";

/** A message's blocks. Text without a visible character is left out: the provider refuses it. */
export function formatParts(parts: readonly Part[], formatting: Formatting): JsonObject[] {
  return parts.flatMap((part) => {
    const block = formatPart(part, formatting);
    return block === undefined ? [] : [{ ...block, ...formatCache(part.cache) }];
  });
}

export function formatCache(cache: CacheBreak | undefined): JsonObject {
  if (cache === undefined) return {};
  return { cache_control: compact({ type: "ephemeral", ttl: cache.ttl }) };
}

function formatPart(part: Part, formatting: Formatting): JsonObject | undefined {
  const { capabilities, losses } = formatting;
  switch (part.kind) {
    case "text":
      return textBlock(part.text);
    case "refusal":
      losses.emulated("refusal");
      return textBlock(part.text);
    case "image":
      return formatImage(part, formatting);
    case "document":
      return formatDocument(part, formatting);
    case "audio":
      losses.dropped("audio");
      return undefined;
    case "thinking":
      return formatThinking(part, formatting);
    case "tool_use": {
      if (part.signature) losses.dropped("tool_call.signature");
      const id = fitToolId(part.id, capabilities.toolIds);
      return { type: "tool_use", id, name: part.name, input: inputObject(part.input, losses) };
    }
    case "tool_result":
      return formatResult(part, formatting);
    case "other":
      return undefined;
    default:
      return part satisfies never;
  }
}

function textBlock(text: string): JsonObject | undefined {
  return text.trim() === "" ? undefined : { type: "text", text };
}

function formatResult({ id, parts, isError }: ToolResultPart, formatting: Formatting): JsonObject {
  const content = formatParts(parts, formatting);
  return compact({
    type: "tool_result",
    tool_use_id: fitToolId(id, formatting.capabilities.toolIds),
    content: content.length > 0 ? content : undefined,
    is_error: isError || undefined,
  });
}

/** Verbatim, or not at all: the provider refuses what it has not signed. */
function formatThinking({ text, signature, redacted }: ThinkingPart, { losses }: Formatting): JsonObject | undefined {
  const isOwn = signature === undefined || signature.by === "anthropic";
  if (redacted !== undefined && isOwn) return { type: "redacted_thinking", data: redacted };
  if (signature?.by === "anthropic") return { type: "thinking", thinking: text, signature: signature.value };
  losses.dropped(signature ? "thinking.signature" : "thinking");
  return undefined;
}

function formatImage(part: ImagePart, { capabilities, losses }: Formatting): JsonObject | undefined {
  const source = formatMedia(part, capabilities.images, formatSource, losses);
  if (source === undefined) return undefined;
  if (part.detail !== undefined && part.detail !== "auto") losses.dropped("image.detail");
  return { type: "image", source };
}

function formatDocument(part: DocumentPart, { capabilities, losses }: Formatting): JsonObject | undefined {
  const source = formatMedia(part, capabilities.documents, formatDocumentSource, losses);
  return source && compact({ type: "document", source, title: part.name });
}

function formatDocumentSource(source: Source): JsonObject | undefined {
  const isPdf = source.kind !== "base64" || source.mediaType === "application/pdf";
  return plainText(source) ?? (isPdf ? formatSource(source) : undefined);
}

function plainText(source: Source): JsonObject | undefined {
  const text = (data: string) => ({ type: "text", media_type: "text/plain", data });
  if (source.kind === "text") return text(source.text);
  const isText = source.kind === "base64" && source.mediaType.startsWith("text/");
  return isText ? text(Buffer.from(source.data, "base64").toString("utf8")) : undefined;
}

function formatSource(source: Source): JsonObject | undefined {
  switch (source.kind) {
    case "base64":
      return { type: "base64", media_type: source.mediaType, data: source.data };
    case "url":
      return { type: "url", url: source.url };
    case "file":
      return source.by === "anthropic" ? { type: "file", file_id: source.id } : undefined;
    case "text":
      return undefined;
    default:
      return source satisfies never;
  }
}
