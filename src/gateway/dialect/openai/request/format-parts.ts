import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { CacheBreak, Part, Source } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { urlOfBase64 } from "../../request/media.ts";
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

function formatImage(part: Part & { kind: "image" }, { capabilities, losses }: Formatting): JsonObject | undefined {
  const url = capabilities.images ? urlOf(part.source) : undefined;
  if (url === undefined) {
    losses.dropped(capabilities.images ? `image.${part.source.kind}` : "image");
    return undefined;
  }
  return { type: "image_url", image_url: compact({ url, detail: part.detail }) };
}

function urlOf(source: Source): string | undefined {
  if (source.kind === "url") return source.url;
  return source.kind === "base64" ? urlOfBase64(source.mediaType, source.data) : undefined;
}

function formatDocument(
  { source, name }: Part & { kind: "document" },
  { capabilities, losses }: Formatting,
): JsonObject | undefined {
  if (source.kind === "text") {
    losses.emulated("document.text");
    return { type: "text", text: name === undefined ? source.text : `${name}\n\n${source.text}` };
  }
  if (!capabilities.documents) {
    losses.dropped("document");
    return undefined;
  }
  if (source.kind === "base64") {
    const data = urlOfBase64(source.mediaType, source.data);
    return { type: "file", file: { filename: name ?? "document.pdf", file_data: data } };
  }
  if (source.kind === "file" && source.by === "openai") {
    return { type: "file", file: compact({ file_id: source.id, filename: name }) };
  }
  losses.dropped(`document.${source.kind}`);
  return undefined;
}
