import type { JsonValue } from "./chat/json.ts";

/** English text and JSON have some four characters a token; a count should rather be too high. */
const charactersPerToken = 3.5;
/** What a picture costs at most at Anthropic (1,568 by 1,568 pixels): nobody looks into it here. */
const imageTokens = 1_600;

/** How many tokens a text or a request has, about: every text, name and schema of it. */
export function estimateTokens(value: JsonValue): number {
  const { characters, images } = measured(value);
  return Math.ceil(characters / charactersPerToken) + images * imageTokens;
}

/** Data of pictures and documents counts as a picture. */
function measured(value: JsonValue): { characters: number; images: number } {
  if (typeof value === "string") {
    return /^data:|^[A-Za-z0-9+/=]{4096,}$/u.test(value)
      ? { characters: 0, images: 1 }
      : { characters: value.length, images: 0 };
  }
  if (typeof value !== "object" || value === null) return { characters: 1, images: 0 };
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts
    .map(measured)
    .reduce((sum, part) => ({ characters: sum.characters + part.characters, images: sum.images + part.images }), {
      characters: 0,
      images: 0,
    });
}
