import { Readable } from "node:stream";
import { AppError } from "../../error.ts";
import type { JsonValue } from "../../json.ts";
import { wholeBytesMax } from "../answer/answer-bounds.ts";
import { tryParse } from "../chat/exact-json.ts";
import type { UpstreamAnswer } from "./upstreams.ts";

/** A whole answer. Errors: unavailable, for one that is too large or breaks off. */
export async function readBody(body: AsyncIterable<Uint8Array>, bytesMax = wholeBytesMax): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > bytesMax) throw unread(`the provider's answer is larger than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unread("the provider's answer broke off", error);
  }
  return Buffer.concat(chunks);
}

/** A body as text, without the byte order mark that some servers begin it with: JSON may have none. */
export function textOfBody(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A body as JSON; what is none, such as a proxy's page, as its text. */
export function valueOfBody(bytes: Uint8Array): JsonValue {
  const text = textOfBody(bytes);
  const json = tryParse(text);
  return json === undefined ? text : json;
}

function unread(message: string, cause?: unknown): AppError {
  return new AppError("unavailable", message, { isTaken: true, cause });
}

/** An answer whose body has been read, with a body that can be read again. */
export function withBody(answer: UpstreamAnswer, bytes: Buffer): UpstreamAnswer {
  return { ...answer, length: bytes.length, body: Readable.from([bytes]) };
}
