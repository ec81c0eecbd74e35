import { isObject, type JsonObject, type JsonValue } from "../json.ts";

/** English text and JSON have some four bytes a token, code fewer; a count should rather be too high. */
export const bytesPerToken = 3.5;
/** Of characters beyond ASCII: by OpenAI's cl100k texts have 2.7 in Chinese, Arabic and Hindi, 2.4 in Korean and Vietnamese. */
const bytesPerForeignToken = 2.2;
/** What a picture costs at most at Anthropic (1,568 by 1,568 pixels): nobody looks into it here. */
const imageTokens = 1_600;
/** A document or a sound counts as a picture for each begun length of its data in base64: a page has about as much. */
const pageCharacters = 2 ** 16;

/** Where the data of pictures, documents and sounds stand: the member's name, after its parent's. */
const pictures = new Set(["image_url.url"]);
const data = new Set(["source.data", "file.file_data", "input_audio.data", "inline_data.data", "inlineData.data"]);
/** Below these a model reads everything as text, whatever its members are called. */
const texts = new Set(["tools", "functions", "input", "args", "response", "response_format", "output_config"]);

/** Where a value stands: the object and the two names that lead to it, and whether all below is text. */
type Place = { owner: JsonObject | undefined; name: string; path: string; isText: boolean };

/** How many tokens a text has, about. */
export function textTokens(text: string): number {
  const sum = new Sum();
  sum.add(text);
  return sum.tokens;
}

/** The bytes of texts, those of ASCII and the others. */
class Sum {
  #plain = 0;
  #foreign = 0;

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    let plain = bytes === text.length ? bytes : 0;
    if (plain < bytes) for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x80) plain++;
    this.#plain += plain;
    this.#foreign += bytes - plain;
  }

  get tokens(): number {
    return Math.ceil(this.#plain / bytesPerToken + this.#foreign / bytesPerForeignToken);
  }
}

/**
 * How many tokens a text or a request has, about: every text, name and schema of it, by the bytes. What pictures,
 * documents and sounds cost does not show in their bytes: they are counted by where they stand.
 */
export function estimateTokens(value: JsonValue): number {
  const text = new Sum();
  let images = 0;
  // Requests are bounded in how deep they are nested.
  const count = (each: JsonValue, place: Place): void => {
    if (Array.isArray(each)) for (const element of each) count(element, place);
    else if (isObject(each)) {
      for (const [name, member] of Object.entries(each)) {
        text.add(name);
        count(member, { owner: each, name, path: `${place.name}.${name}`, isText: place.isText || texts.has(name) });
      }
    } else {
      const pictures = typeof each === "string" ? imagesIn(each, place) : 0;
      images += pictures;
      if (pictures === 0) text.add(String(each));
    }
  };
  count(value, { owner: undefined, name: "", path: "", isText: false });
  return text.tokens + images * imageTokens;
}

/** How many pictures a text counts as; 0 for one that the model reads as text. */
function imagesIn(value: string, { path, owner, isText }: Place): number {
  if (isText) return 0;
  if (pictures.has(path)) return 1;
  if (!data.has(path) || isPlain(owner)) return 0;
  return isPicture(owner) ? 1 : Math.max(1, Math.ceil(value.length / pageCharacters));
}

/** Anthropic's source of a document may be text. */
function isPlain(owner: JsonObject | undefined): boolean {
  return owner?.["type"] === "text" || mediaTypeOf(owner).startsWith("text/");
}

function isPicture(owner: JsonObject | undefined): boolean {
  return mediaTypeOf(owner).startsWith("image/");
}

function mediaTypeOf(owner: JsonObject | undefined): string {
  const type = owner?.["media_type"] ?? owner?.["mime_type"] ?? owner?.["mimeType"];
  return typeof type === "string" ? type : "";
}
