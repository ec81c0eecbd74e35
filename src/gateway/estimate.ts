import type { JsonObject, JsonValue } from "./chat/json.ts";

/** English text and JSON have some four characters a token; a count should rather be too high. */
export const charactersPerToken = 3.5;
/** What a picture costs at most at Anthropic (1,568 by 1,568 pixels): nobody looks into it here. */
const imageTokens = 1_600;
/** A document or a sound counts as a picture for each begun length of its data in base64: a page has about as much. */
const pageCharacters = 2 ** 16;

/** Where the data of pictures, documents and sounds stand: the member's name, behind its parent's. */
const pictures = new Set(["image_url.url"]);
const data = new Set(["source.data", "file.file_data", "input_audio.data", "inline_data.data", "inlineData.data"]);
/** Below these a model reads everything as text, whatever its members are called. */
const texts = new Set(["tools", "functions", "input", "args", "response", "response_format", "output_config"]);

/** A value with its place: the names that lead to it, and whether all below is text. */
type Place = { value: JsonValue; name: string; owner: JsonObject | undefined; path: string; isText: boolean };

/**
 * How many tokens a text or a request has, about: every text, name and schema of it, by the bytes. What pictures,
 * documents and sounds cost stands nowhere in their bytes: they are counted by where they stand.
 */
export function estimateTokens(value: JsonValue): number {
  let bytes = 0;
  let images = 0;
  // No recursion: what a caller or a provider sends may be nested as deep as its bytes go.
  const places: Place[] = [{ value, name: "", owner: undefined, path: "", isText: false }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value: each } = place;
    if (typeof each === "string") {
      const count = imagesIn(each, place);
      images += count;
      if (count === 0) bytes += Buffer.byteLength(each);
    } else if (Array.isArray(each)) {
      for (const element of each) places.push({ ...place, value: element });
    } else if (typeof each === "object" && each !== null) {
      for (const [name, member] of Object.entries(each)) {
        bytes += Buffer.byteLength(name);
        const isText = place.isText || texts.has(name);
        places.push({ value: member, name, owner: each, path: `${place.name}.${name}`, isText });
      }
    } else {
      bytes += String(each).length;
    }
  }
  return Math.ceil(bytes / charactersPerToken) + images * imageTokens;
}

/** As how many pictures a text counts; 0 where it is one to be read. */
function imagesIn(value: string, { path, owner, isText }: Place): number {
  if (isText) return 0;
  if (pictures.has(path)) return 1;
  if (!data.has(path) || isPlain(owner)) return 0;
  return isPicture(owner) ? 1 : Math.max(1, Math.ceil(value.length / pageCharacters));
}

/** Anthropic's source of a document may be text. */
function isPlain(owner: JsonObject | undefined): boolean {
  return owner?.["type"] === "text" || /^text\//u.test(mediaTypeOf(owner));
}

function isPicture(owner: JsonObject | undefined): boolean {
  return /^image\//u.test(mediaTypeOf(owner));
}

function mediaTypeOf(owner: JsonObject | undefined): string {
  const type = owner?.["media_type"] ?? owner?.["mime_type"] ?? owner?.["mimeType"];
  return typeof type === "string" ? type : "";
}
