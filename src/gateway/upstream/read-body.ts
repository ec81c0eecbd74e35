import type { Readable } from "node:stream";
import { AppError } from "../../error.ts";

const maxBytes = 32 * 2 ** 20;

/** A whole answer. Errors: unavailable, for one that is too large or breaks off. */
export async function readBody(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new AppError("unavailable", `the provider's answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("unavailable", "the provider's answer broke off", { cause: error });
  }
  return Buffer.concat(chunks);
}
