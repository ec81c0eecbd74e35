import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { Part, Source } from "../../../chat/request.ts";
import { imageTypes } from "../../request/media.ts";
import { optional, readArray, readName, readObject, readOneOf, readText } from "../../request/read-member.ts";

export function parseImage(block: JsonObject, path: string): Part {
  const source = readObject(block["source"], `${path}.source`);
  const type = readOneOf("base64", "url", "file")(source["type"], `${path}.source.type`);
  return { kind: "image", source: parseSource(source, type, `${path}.source`, imageTypes) };
}

function parseSource(
  source: JsonObject,
  type: "base64" | "url" | "file",
  path: string,
  mediaTypes: readonly string[],
): Source {
  switch (type) {
    case "base64":
      return {
        kind: "base64",
        mediaType: readOneOf(...mediaTypes)(source["media_type"], `${path}.media_type`),
        data: readName(source["data"], `${path}.data`),
      };
    case "url":
      return { kind: "url", url: readName(source["url"], `${path}.url`) };
    case "file":
      return { kind: "file", id: readName(source["file_id"], `${path}.file_id`), by: "anthropic" };
  }
}

/** One part, or, of a document that is made of blocks, its texts as a document and its images. */
export function parseDocument(block: JsonObject, path: string, foreign: JsonObject): Part[] {
  const source = readObject(block["source"], `${path}.source`);
  const title = optional(readText)(block["title"], `${path}.title`);
  const name = title || undefined;
  reportExtras(block, foreign);
  const type = readOneOf("base64", "text", "content", "url", "file")(source["type"], `${path}.source.type`);
  switch (type) {
    case "text":
      return [
        { kind: "document", source: { kind: "text", text: readText(source["data"], `${path}.source.data`) }, name },
      ];
    case "content": {
      const { text, images } = parseMixed(source["content"], `${path}.source.content`, foreign);
      return [
        ...(text === "" ? [] : [{ kind: "document" as const, source: { kind: "text" as const, text }, name }]),
        ...images,
      ];
    }
    default:
      return [{ kind: "document", source: parseSource(source, type, `${path}.source`, ["application/pdf"]), name }];
  }
}

/** A search result is a document of text, headed by where it is from. */
export function parseSearchResult(block: JsonObject, path: string, foreign: JsonObject): Part {
  reportExtras(block, foreign);
  const from = readText(block["source"], `${path}.source`);
  const { text } = parseMixed(block["content"], `${path}.content`, foreign);
  const name = readText(block["title"], `${path}.title`);
  return { kind: "document", source: { kind: "text", text: `${from}\n\n${text}` }, name };
}

function parseMixed(value: JsonValue | undefined, path: string, foreign: JsonObject): { text: string; images: Part[] } {
  if (typeof value === "string") return { text: value, images: [] };
  const blocks = readArray(value, path).map((element, i) => readObject(element, `${path}[${i}]`));
  const texts = blocks.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  const images = blocks.flatMap((block, i) => (block["type"] === "image" ? [parseImage(block, `${path}[${i}]`)] : []));
  if (blocks.length > 1) foreign["document.content"] = true;
  return { text: texts.join("\n\n"), images };
}

function reportExtras({ citations, context }: JsonObject, foreign: JsonObject): void {
  if (citations !== undefined && citations !== null) foreign["document.citations"] = true;
  if (typeof context === "string") foreign["document.context"] = true;
}
