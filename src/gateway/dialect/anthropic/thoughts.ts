import { isObject, type JsonObject, type JsonValue } from "../../../json.ts";
import type { Losses } from "../../chat/loss.ts";
import { parseSignature } from "../../chat/signature.ts";
import { patch, type Edit } from "../../wire/patch.ts";
import { elementsAt, membersAt, type Span } from "../../wire/spans.ts";
import type { Remedy } from "../dialect.ts";

/** What Anthropic refuses for the thoughts in it, by its words; how that is mended, and what is lost by it. */
export const remedies: readonly Remedy[] = [
  // It binds a thought to all that stood before it: memory of earlier turns may be erased or expired by now.
  // And it knows the last of them by their places, which clients of OpenAI's dialect may forget.
  {
    mends: "thinking",
    refusal: /bound to a different conversation|cannot be modified/iu,
    mend: withoutThoughts,
    loss: "messages.thinking",
  },
  // A model with a budget goes on only from a call that it thought about itself: a stand-in may have called, or a client
  // may have left the thoughts out. Where it goes on from no call, the request itself is wrong.
  {
    mends: "thinking",
    refusal: /expected `?(redacted_)?thinking`?.*found/iu,
    mend: withoutThinking,
    loss: "reasoning.without_signature",
  },
];

/**
 * A request of Anthropic's dialect without the thoughts in it; every other byte stays. A message that is nothing but
 * thoughts keeps them: none may be empty.
 */
export function withoutThoughts(body: Buffer): Buffer {
  return withBlocks(body, (blocks) => {
    const kept = blocks.filter((text) => !isThought(jsonOf(text)));
    return kept.length === 0 ? blocks : kept;
  });
}

/**
 * A request that returns what tools gave, with thinking turned off, and without edits of its context that Anthropic takes
 * only while it is on.
 */
export function withoutThinking(body: Buffer): Buffer {
  const members = membersAt(body);
  const thinking = members.get("thinking");
  if (!thinking || !returnsResults(body, members.get("messages"))) return body;
  return patch(body, [
    { ...thinking, text: '{"type":"disabled"}' },
    ...contextEdits(body, members.get("context_management")),
  ]);
}

/** Whether results of tools stand after the assistant's last message. */
function returnsResults(body: Buffer, all: Span | undefined): boolean {
  const messages = all ? textsAt(body, all).map(jsonOf).filter(isObject) : [];
  const newest = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  return newest.some(({ content }) => Array.isArray(content) && content.some(isResult));
}

function isResult(block: JsonValue): boolean {
  return isObject(block) && block["type"] === "tool_result";
}

function contextEdits(body: Buffer, context: Span | undefined): Edit[] {
  if (!context || body[context.start] !== brace) return [];
  const edits = membersAt(body, context.start).get("edits");
  if (!edits || body[edits.start] !== bracket) return [];
  const texts = textsAt(body, edits);
  const kept = texts.filter((text) => !isOfThinking(jsonOf(text)));
  return kept.length === texts.length ? [] : [{ ...edits, text: `[${kept.join(",")}]` }];
}

/** As `clear_thinking_20251015`. */
function isOfThinking(edit: JsonValue): boolean {
  return isObject(edit) && String(edit["type"]).startsWith("clear_thinking");
}

/**
 * A request for Anthropic without the thoughts of other providers, which our tags tell (`formatSignature`): it refuses
 * a signature that is not its own. Every other byte stays. Where nothing else was said, that is said: a message that
 * was left out might stand between two that must not meet.
 */
export function withoutForeignThoughts(body: Buffer, losses: Losses): Buffer {
  if (!body.includes('"cairn:')) return body;
  return withBlocks(body, (blocks) => {
    const kept = blocks.flatMap((text) => ownBlock(text, losses));
    return kept.length === 0 && blocks.length > 0 ? [nothingSaid] : kept;
  });
}

const nothingSaid = JSON.stringify({ type: "text", text: "(no content)" });

/** A block as Anthropic said it; none where it never did. */
function ownBlock(text: string, losses: Losses): string[] {
  const block = jsonOf(text);
  if (!isThought(block)) return [text];
  const member = block["type"] === "thinking" ? "signature" : "data";
  const tagged = block[member];
  if (typeof tagged !== "string" || tagged === "") return [text];
  const { signature, of } = parseSignature(tagged);
  if (signature?.by === "anthropic" && of === "thinking") {
    return [signature.value === tagged ? text : JSON.stringify({ ...block, [member]: signature.value })];
  }
  losses.dropped(of === "tool" ? "tool_call.signature" : signature ? "thinking.signature" : "thinking");
  return [];
}

/** The body with each message's blocks, as JSON texts, rewritten. */
function withBlocks(body: Buffer, rewrite: (blocks: string[]) => string[]): Buffer {
  const messages = membersAt(body).get("messages");
  if (!messages) return body;
  const edits = elementsAt(body, messages.start).flatMap((message) => editOf(body, message, rewrite));
  return patch(body, edits);
}

function editOf(body: Buffer, message: Span, rewrite: (blocks: string[]) => string[]): Edit[] {
  if (body[message.start] !== brace) return [];
  const content = membersAt(body, message.start).get("content");
  if (!content || body[content.start] !== bracket) return [];
  const blocks = textsAt(body, content);
  const rewritten = rewrite(blocks);
  const isSame = rewritten.length === blocks.length && rewritten.every((text, i) => text === blocks[i]);
  return isSame ? [] : [{ ...content, text: `[${rewritten.join(",")}]` }];
}

/** The elements of an array, each as its JSON text. */
function textsAt(body: Buffer, array: Span): string[] {
  return elementsAt(body, array.start).map(({ start, end }) => body.toString("utf8", start, end));
}

const brace = 0x7b;
const bracket = 0x5b;

const jsonOf = (text: string) => JSON.parse(text) as JsonValue; // it makes nothing else

function isThought(block: JsonValue): block is JsonObject {
  return isObject(block) && (block["type"] === "thinking" || block["type"] === "redacted_thinking");
}
