import type { Readable } from "node:stream";

const bytesMax = 16_384;
const timeoutMs = 1_000;

/** Lets go of a body that nobody wants. A short rest is read, so that its connection can be used again. */
export function discard(body: Readable): void {
  let size = 0;
  const timer = setTimeout(() => body.destroy(), timeoutMs).unref();
  body.once("close", () => clearTimeout(timer));
  body.on("error", () => undefined);
  body.on("data", ({ length }: Buffer) => {
    size += length;
    if (size > bytesMax) body.destroy();
  });
}
