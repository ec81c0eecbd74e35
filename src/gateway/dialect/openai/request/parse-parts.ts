import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import type { CacheBreak, Part, Source } from "../../../chat/request.ts";
import { readImageUrl, sourceOfUrl, typeOfName } from "../../request/media.ts";
import { optional, readEach, readName, readObject, readOneOf, readText, refuse } from "../../request/read-member.ts";

type Speaker = "system" | "user" | "assistant" | "tool";
type PartType = "text" | "image_url" | "input_audio" | "file" | "refusal";

/** What each may say. That tools return images is no part of OpenAI's own dialect, but of others who speak it. */
const typesOf: Record<Speaker, readonly PartType[]> = {
  system: ["text"],
  user: ["text", "image_url", "input_audio", "file"],
  assistant: ["text", "refusal"],
  tool: ["text", "image_url"],
};

/** A message's `content`: text, or an array of parts. Empty text is no part. */
export function parseContent(
  value: JsonValue | undefined,
  path: string,
  speaker: Speaker,
  foreign: JsonObject,
): Part[] {
  if (typeof value === "string") return value === "" ? [] : [{ kind: "text", text: value }];
  if (!Array.isArray(value)) refuse(path, "a string or an array of parts", value);
  return readEach((part, at) => parsePart(readObject(part, at), at, speaker, foreign))(value, path).flat();
}

function parsePart(part: JsonObject, path: string, speaker: Speaker, foreign: JsonObject): Part[] {
  const cache = parseCache(part);
  switch (readOneOf(...typesOf[speaker])(part["type"], `${path}.type`)) {
    case "text": {
      const text = readText(part["text"], `${path}.text`);
      return text === "" ? [] : [{ kind: "text", text, ...cache }];
    }
    case "refusal":
      return [{ kind: "refusal", text: readText(part["refusal"], `${path}.refusal`) }];
    case "image_url":
      return [{ ...parseImage(part, `${path}.image_url`), ...cache }];
    case "input_audio":
      return [{ ...parseAudio(part, `${path}.input_audio`), ...cache }];
    case "file":
      return [{ ...parseFile(part, `${path}.file`, foreign), ...cache }];
  }
}

/** gpt-5.6 and later: `prompt_cache_breakpoint: {mode: "explicit"}`. */
function parseCache(part: JsonObject): { cache?: CacheBreak } {
  return isObject(part["prompt_cache_breakpoint"]) ? { cache: {} } : {};
}

function parseImage(part: JsonObject, path: string): Part {
  const image = readObject(part["image_url"], path);
  const source = readImageUrl(readName(image["url"], `${path}.url`), `${path}.url`);
  return { kind: "image", source, detail: optional(readText)(image["detail"], `${path}.detail`) };
}

function parseAudio(part: JsonObject, path: string): Part {
  const audio = readObject(part["input_audio"], path);
  return {
    kind: "audio",
    data: readName(audio["data"], `${path}.data`),
    format: readOneOf("wav", "mp3")(audio["format"], `${path}.format`),
  };
}

function parseFile(part: JsonObject, path: string, foreign: JsonObject): Part {
  const file = readObject(part["file"], path);
  const name = optional(readText)(file["filename"], `${path}.filename`);
  const extra = Object.keys(file).filter((each) => !["file_data", "file_id", "filename"].includes(each));
  for (const each of extra) foreign[`file.${each}`] = true;
  return { kind: "document", source: fileSource(file, name, path), name };
}

/** `file_data` is a data URL; some send the bare base64. */
function fileSource(file: JsonObject, name: string | undefined, path: string): Source {
  const data = optional(readName)(file["file_data"], `${path}.file_data`);
  if (data !== undefined) {
    const mediaType = typeOfName(name ?? "") ?? "application/pdf";
    return sourceOfUrl(data) ?? { kind: "base64", mediaType, data };
  }
  const id = optional(readName)(file["file_id"], `${path}.file_id`);
  if (id !== undefined) return { kind: "file", id, by: "openai" };
  return refuse(path, "an object with file_data or file_id", file);
}
