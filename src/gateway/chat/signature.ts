import type { DialectName, Signature } from "./request.ts";

/**
 * Signatures where only Anthropic's form has a place for them: `signature` and `data` of thinking blocks, in Anthropic's
 * messages and in the `thinking_blocks` of OpenAI's. Anthropic's own go as they are; those of others carry a tag, by
 * which they find back to the provider that can check them:
 *
 *     tagged = "cairn:" dialect ":" [ "tool:" ] value
 *
 * `tool:` is the signature of the tool call that follows the block; the block itself is empty. Thinking that nobody
 * signed has a tag too, because clients send back only what has a signature, and DeepSeek wants its thinking back. It
 * names the provider, if that is known:
 *
 *     unsigned = "cairn:from:" provider | "cairn:openai:"
 */
export function formatSignature(signature: Signature | undefined, of: SignatureOf = "thinking", from?: string): string {
  if (signature === undefined) return from === undefined ? unsigned : `${unsignedOf}${from}`;
  const { by, value } = signature;
  if (by === "anthropic" && of === "thinking" && !value.startsWith(prefix)) return value;
  return `${prefix}${by}:${of === "tool" ? "tool:" : ""}${value}`;
}

/** What was signed: the thinking, or the tool call after it. */
export type SignatureOf = "thinking" | "tool";

/** The reverse of `formatSignature`. What is not tagged, or not as we do it, is Anthropic's own; empty is unsigned. */
export function parseSignature(text: string): { signature?: Signature; of: SignatureOf; from?: string } {
  const [, from] = /^cairn:from:([a-z][a-z0-9-]*)$/u.exec(text) ?? [];
  if (from !== undefined) return { of: "thinking", from };
  const tagged = /^cairn:(openai|anthropic|gemini):(tool:)?(.*)$/su.exec(text);
  // The pattern allows the three dialects only.
  const by = (tagged?.[1] ?? "anthropic") as DialectName;
  const value = tagged?.[3] ?? text;
  const of = tagged?.[2] === undefined ? "thinking" : "tool";
  return value === "" ? { of } : { signature: { by, value }, of };
}

const prefix = "cairn:";
const unsigned = `${prefix}openai:`;
const unsignedOf = `${prefix}from:`;
