import type { Ask } from "../../exchange.ts";
import type { Edit } from "../../wire/patch.ts";
import { elementsAt, membersAt, type Span } from "../../wire/spans.ts";
import type { Slot } from "../chain/ledger.ts";

/** A text to be inserted; `at` as in Placement. */
export type Insertion = { slot: Slot; at: number; text: string };

/** A caller's body: its bytes, its dialect, and how many of its messages are the system's before all others. */
export type CallerBody = { dialect: Ask["dialect"]; bytes: Buffer; leading: number };

/**
 * The insertions as edits of the caller's own bytes. The same text at the same place makes the same bytes in every
 * request; what stands around them stays as it was sent.
 */
export function insertionEdits(body: CallerBody, insertions: readonly Insertion[]): Edit[] {
  if (insertions.length === 0) return [];
  const members = membersAt(body.bytes);
  const messages = elementsAt(body.bytes, members.get("messages")!.start);
  const places = Map.groupBy(insertions, ({ slot, at }) => `${slot} ${at}`);
  return [...places.values()].flatMap((own) => {
    const { slot, at } = own[0]!; // a group has one
    const texts = own.map(({ text }) => text);
    switch (slot) {
      case "system":
        return body.dialect === "openai" ? openaiSystem(body, messages, texts) : anthropicSystem(body, members, texts);
      case "message":
        return [insert(messages[body.leading + at]!.end, `,${messageOf(texts)}`)];
      case "part":
        return contentEdits(
          body.bytes,
          membersAt(body.bytes, messages[body.leading + at]!.start).get("content")!,
          texts,
        );
      default:
        return slot satisfies never;
    }
  });
}

/** Behind the last of the leading system messages; before all others where there is none. */
function openaiSystem({ bytes, leading }: CallerBody, messages: readonly Span[], texts: string[]): Edit[] {
  if (leading === 0) return [insert(messages[0]!.start, `${texts.map((text) => systemOf("system", text)).join(",")},`)];
  const last = messages[leading - 1]!;
  const role = membersAt(bytes, last.start).get("role")!;
  const said: unknown = JSON.parse(bytes.toString("utf8", role.start, role.end));
  return [insert(last.end, texts.map((text) => `,${systemOf(String(said), text)}`).join(""))];
}

/** Behind the last block of `system`, and so behind its cache breakpoints; the member is made where it is missing. */
function anthropicSystem({ bytes }: CallerBody, members: ReadonlyMap<string, Span>, texts: string[]): Edit[] {
  const system = members.get("system");
  if (system) return contentEdits(bytes, system, texts);
  return [insert(bytes.indexOf("{") + 1, `"system":[${texts.map(partOf).join(",")}],`)];
}

/** Adds parts behind those of a content. A string becomes an array whose first part holds the literal's own bytes. */
function contentEdits(bytes: Buffer, content: Span, texts: string[]): Edit[] {
  const parts = texts.map(partOf).join(",");
  const literal = bytes.toString("utf8", content.start, content.end);
  if (literal.startsWith("[")) {
    const last = elementsAt(bytes, content.start).at(-1);
    return [last ? insert(last.end, `,${parts}`) : insert(content.start + 1, parts)];
  }
  // Providers refuse a part without text.
  if (!literal.startsWith('"') || literal === '""') return [{ ...content, text: `[${parts}]` }];
  return [insert(content.start, '[{"type":"text","text":'), insert(content.end, `},${parts}]`)];
}

function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

function partOf(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

function messageOf(texts: string[]): string {
  return `{"role":"system","content":[${texts.map(partOf).join(",")}]}`;
}

function systemOf(role: string, text: string): string {
  return `{"role":${JSON.stringify(role)},"content":${JSON.stringify(text)}}`;
}
