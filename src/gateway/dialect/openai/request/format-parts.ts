import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { CacheBreak, DocumentPart, ImagePart, Part, Source } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { documentText, formatMedia, urlOfBase64 } from "../../request/media.ts";
import { compact } from "../../request/read-member.ts";

/** A message's `content`: a string where one text is all, an array of parts otherwise. */
export function formatContent(parts: readonly Part[], formatting: Formatting): JsonValue {
  return contentOf(formatParts(parts, formatting));
}

/** The same, of parts that are formatted. */
export function contentOf(formatted: JsonObject[]): JsonValue {
  if (formatted.length === 0) return "";
  const [only] = formatted;
  const isPlain = formatted.length === 1 && only!["type"] === "text" && !("prompt_cache_breakpoint" in only!);
  return isPlain ? only!["text"]! : formatted;
}

/** What stands in no message's content, such as a tool's call, is nothing here. */
export function formatParts(parts: readonly Part[], formatting: Formatting): JsonObject[] {
  return parts.flatMap((part) => {
    const said = formatPart(part, formatting);
    return said === undefined ? [] : [{ ...said, ...formatCache(part.cache, formatting) }];
  });
}

function formatPart(part: Part, formatting: Formatting): JsonObject | undefined {
  switch (part.kind) {
    case "text":
      return part.text === "" ? undefined : { type: "text", text: part.text };
    case "refusal":
      return { type: "refusal", refusal: part.text };
    case "image":
      return formatImage(part, formatting);
    case "document":
      return formatDocument(part, formatting);
    case "audio":
      return { type: "input_audio", input_audio: { data: part.data, format: part.format } };
    case "tool_use":
    case "tool_result":
    case "thinking":
    case "other":
      return undefined;
    default:
      return part satisfies never;
  }
}

/** The time to live is one for the whole request here, and not the caller's to choose. */
function formatCache(cache: CacheBreak | undefined, { losses }: Formatting): JsonObject {
  if (cache === undefined) return {};
  if (cache.ttl !== undefined) losses.dropped("cache_control.ttl");
  return { prompt_cache_breakpoint: { mode: "explicit" } };
}

function formatImage(part: ImagePart, { capabilities, losses }: Formatting): JsonObject | undefined {
  const url = formatMedia(part, capabilities.images, urlOf, losses);
  return url === undefined ? undefined : { type: "image_url", image_url: compact({ url, detail: part.detail }) };
}

function urlOf(source: Source): string | undefined {
  if (source.kind === "url") return source.url;
  return source.kind === "base64" ? urlOfBase64(source.mediaType, source.data) : undefined;
}

function formatDocument(part: DocumentPart, { capabilities, losses }: Formatting): JsonObject | undefined {
  const text = documentText(part, losses);
  if (text !== undefined) return { type: "text", text };
  const file = formatMedia(part, capabilities.documents, (source) => fileOf(source, part.name), losses);
  return file && { type: "file", file };
}

function fileOf(source: Source, name: string | undefined): JsonObject | undefined {
  if (source.kind === "base64") {
    return { filename: name ?? "document.pdf", file_data: urlOfBase64(source.mediaType, source.data) };
  }
  if (source.kind !== "file" || source.by !== "openai") return undefined;
  return compact({ file_id: source.id, filename: name });
}
