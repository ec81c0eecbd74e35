import type { Received } from "../../gateway/support/upstream.ts";

/** A message as Claude Code sent it, or with memory put in. */
type Message = { role: string; content: unknown };
type Part = { type: string; text?: string };
export type Body = { messages: Message[]; system?: unknown };

export function bodyOf({ body }: Received): Body {
  return JSON.parse(body.toString()) as Body;
}

/** How often memory stands in a request. */
export function blocksIn({ body }: Received): number {
  return body.toString().split(`"<cairn_memory>`).length - 1;
}

/** A request without what was put in, and with each content in one form: a text alone counts as itself. */
export function withoutMemory(received: Received): string {
  const body = bodyOf(received);
  const { messages, system } = body;
  const sent = messages.map((message) => ({ ...message, content: plain(message.content, (part) => !isMemory(part)) }));
  const asked = system === undefined ? {} : { system: plain(system, (part) => !isMemory(part)) };
  return JSON.stringify({ ...body, ...asked, messages: sent });
}

/** Its messages with what was put in, without the marks of caches, which move from turn to turn. */
export function messagesOf(received: Received): string[] {
  return bodyOf(received).messages.map(({ role, content }) => {
    const all = plain(content, () => true);
    return JSON.stringify({ role, content: all }, (name, value: unknown) =>
      name === "cache_control" ? undefined : value,
    );
  });
}

function plain(content: unknown, isKept: (part: Part) => boolean): unknown {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content as Part[]);
  return parts.filter(isKept);
}

function isMemory({ type, text = "" }: Part): boolean {
  return type === "text" && /^<cairn_(memory|rules)>/.test(text);
}
