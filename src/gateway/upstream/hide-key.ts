import type { Reply } from "../exchange.ts";
import type { Credential } from "../model/provider.ts";

/** No model says a key of so many characters by chance; a shorter one is a word, such as `none` or `lm-studio`. */
const keyCharsMin = 16;
const mask = "[key]";

/** Headers of an answer, with `[key]` in the place of a provider's key. */
export function hideInHeaders(headers: Record<string, string>, credential: Credential | undefined) {
  const key = secretOf(credential);
  if (key === undefined) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll(key, mask)]));
}

/** What an answer said, read from JSON and put together from its events, with the same in it: no escape hides a key there. */
export function hideInText(text: string, credential: Credential | undefined): string {
  const key = secretOf(credential);
  return key === undefined ? text : text.replaceAll(key, mask);
}

/** A body with the same in it, however it is cut. A piece without a key is passed on itself. */
export function hideInBody(
  body: AsyncIterable<Uint8Array>,
  credential: Credential | undefined,
): AsyncIterable<Uint8Array> {
  const key = secretOf(credential);
  return key === undefined ? body : hide(body, Buffer.from(key));
}

/** An answer with the same in its body: a translation may say as it is what its provider escaped. */
export function hideInReply(reply: Reply, credential: Credential | undefined): Reply {
  const key = secretOf(credential);
  if (key === undefined) return reply;
  const { body } = reply;
  if (!Buffer.isBuffer(body)) return { ...reply, body: hide(body, Buffer.from(key)) };
  const { told, held } = hiddenIn(body, Buffer.from(key));
  return { ...reply, body: held.length === 0 ? told : Buffer.concat([told, held]) };
}

function secretOf(credential: Credential | undefined): string | undefined {
  const key = credential?.reveal() ?? "";
  return key.length < keyCharsMin ? undefined : key;
}

async function* hide(body: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Uint8Array> {
  let before: Buffer = Buffer.alloc(0);
  for await (const piece of body) {
    const come = before.length === 0 ? asBuffer(piece) : Buffer.concat([before, piece]);
    const { told, held } = hiddenIn(come, key);
    before = held;
    if (told.length > 0) yield told;
  }
  if (before.length > 0) yield before;
}

/** `told`: all but `held`, the last bytes, which may be the beginning of a key that the next piece ends. */
function hiddenIn(bytes: Buffer, key: Buffer): { told: Buffer; held: Buffer } {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, from)) {
    parts.push(bytes.subarray(from, at), Buffer.from(mask));
    from = at + key.length;
  }
  const end = beginningOf(key, bytes, from);
  const held = bytes.subarray(end);
  if (from === 0) return { told: held.length === 0 ? bytes : bytes.subarray(0, end), held };
  return { told: Buffer.concat([...parts, bytes.subarray(from, end)]), held };
}

/** Where, after `from`, the bytes end in a beginning of the key; their end, where they do not. */
function beginningOf(key: Buffer, bytes: Buffer, from: number): number {
  const first = key[0]!; // a key has characters
  const earliest = Math.max(from, bytes.length - key.length + 1);
  for (let at = bytes.indexOf(first, earliest); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (bytes.compare(key, 0, bytes.length - at, at) === 0) return at;
  }
  return bytes.length;
}

function asBuffer(piece: Uint8Array): Buffer {
  return Buffer.isBuffer(piece) ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}
