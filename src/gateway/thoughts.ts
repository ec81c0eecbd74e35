import { Readable } from "node:stream";
import { isObject, type JsonObject, type JsonValue } from "./chat/json.ts";
import type { Losses } from "./chat/loss.ts";
import { parseSignature } from "./chat/signature.ts";
import { readBody } from "./upstream/read-body.ts";
import type { UpstreamAnswer } from "./upstream/upstreams.ts";
import { patch, type Edit } from "./wire/patch.ts";
import { elementsAt, membersAt, type Span } from "./wire/spans.ts";

/** As Anthropic says that thoughts are not of what now stands before them. */
const refusal = /bound to a different conversation/iu;

/**
 * Anthropic binds a thought to all that stood before it. Where memory of earlier turns could not be put back, as it was
 * erased or expired, the request is refused, and sent once more without the assistant's thoughts. `retried`: it was.
 */
export async function sendUnbound(
  body: Buffer,
  send: (body: Buffer) => Promise<UpstreamAnswer>,
): Promise<{ answer: UpstreamAnswer; retried: boolean }> {
  const answer = await send(body);
  if (answer.status !== 400 || !body.includes("thinking")) return { answer, retried: false };
  const bytes = await readBody(answer.body);
  const unbound = refusal.test(bytes.toString("utf8")) ? withoutThoughts(body) : body;
  if (unbound !== body) return { answer: await send(unbound), retried: true };
  return { answer: { ...answer, length: bytes.length, body: Readable.from([bytes]) }, retried: false };
}

/**
 * A request of Anthropic's dialect without the thoughts in it; every other byte stays. A message that is nothing but
 * thoughts keeps them: none may be empty.
 */
export function withoutThoughts(body: Buffer): Buffer {
  return withBlocks(body, (blocks) => {
    const kept = blocks.filter((text) => !isThought(blockOf(text)));
    return kept.length === 0 ? blocks : kept;
  });
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
  const block = blockOf(text);
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
  const blocks = elementsAt(body, content.start).map(({ start, end }) => body.toString("utf8", start, end));
  const rewritten = rewrite(blocks);
  const isSame = rewritten.length === blocks.length && rewritten.every((text, i) => text === blocks[i]);
  return isSame ? [] : [{ ...content, text: `[${rewritten.join(",")}]` }];
}

const brace = 0x7b;
const bracket = 0x5b;

const blockOf = (text: string) => JSON.parse(text) as JsonValue; // it makes nothing else

function isThought(block: JsonValue): block is JsonObject {
  return isObject(block) && (block["type"] === "thinking" || block["type"] === "redacted_thinking");
}
