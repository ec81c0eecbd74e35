import type { Edit } from "./patch.ts";
import { elementsAt, type Span } from "./spans.ts";

/** A message's content, or Anthropic's `system`: text, or an array of parts, the same for both dialects of callers. */

/** Adds text parts at the end of a content. A string becomes an array whose first part holds the literal's own bytes. */
export function appendParts(bytes: Buffer, content: Span, texts: readonly string[]): Edit[] {
  const parts = texts.map(textPart).join(",");
  const literal = bytes.toString("utf8", content.start, content.end);
  if (literal.startsWith("[")) {
    const last = elementsAt(bytes, content.start).at(-1);
    return [last ? insertion(last.end, `,${parts}`) : insertion(content.start + 1, parts)];
  }
  // Providers refuse a part without text.
  if (!literal.startsWith('"') || literal === '""') return [{ ...content, text: `[${parts}]` }];
  return [insertion(content.start, '[{"type":"text","text":'), insertion(content.end, `},${parts}]`)];
}

export function insertion(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

export function textPart(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}
