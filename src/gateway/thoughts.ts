import { Readable } from "node:stream";
import { isObject, type JsonValue } from "./chat/json.ts";
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
  const messages = membersAt(body).get("messages");
  return messages
    ? patch(
        body,
        elementsAt(body, messages.start).flatMap((message) => editOf(body, message)),
      )
    : body;
}

function editOf(body: Buffer, message: Span): Edit[] {
  const content = membersAt(body, message.start).get("content");
  if (!content || body[content.start] !== 0x5b) return [];
  const texts = elementsAt(body, content.start).map(({ start, end }) => body.toString("utf8", start, end));
  const kept = texts.filter((text) => !isThought(JSON.parse(text) as JsonValue));
  return kept.length === 0 || kept.length === texts.length ? [] : [{ ...content, text: `[${kept.join(",")}]` }];
}

function isThought(block: JsonValue): boolean {
  return isObject(block) && (block["type"] === "thinking" || block["type"] === "redacted_thinking");
}
