import { AsyncLocalStorage } from "node:async_hooks";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { Code, ConnectError } from "@connectrpc/connect";
import { compressionBrotli, compressionGzip } from "@connectrpc/connect-node";
import type { Compression } from "@connectrpc/connect/protocol";
import type { AppError } from "../../error.ts";
import type { HeldBody } from "../body-room.ts";
import { Gathered } from "../gathered.ts";

/** What the bodies of the call at hand are taken from: Connect tells its compressions nothing of the call. */
export const heldByCall = new AsyncLocalStorage<HeldBody | undefined>();

/**
 * Connect's own compressions, but that a message is inflated piece by piece, and each piece taken from the room: a few
 * bytes may become many. It ends where the room is full, and when the call has ended.
 */
export const heldCompressions: Compression[] = [
  held(compressionGzip, createGunzip),
  held(compressionBrotli, createBrotliDecompress),
];

/** Errors: ConnectError `unavailable`, where there is not as much room left. */
export function take(held: HeldBody | undefined, bytes: number): void {
  try {
    held?.take(bytes);
  } catch (error) {
    // Nothing else is thrown there, and who has gone does not hear of it.
    throw new ConnectError((error as AppError).message, Code.Unavailable);
  }
}

function held({ name, compress }: Compression, inflation: () => Transform): Compression {
  // An empty message comes without anything that were to be inflated.
  const decompress: Compression["decompress"] = async (bytes, limit) =>
    bytes.length === 0 ? new Uint8Array() : await inflate(inflation(), bytes, limit);
  return { name, compress, decompress };
}

async function inflate(inflation: Transform, bytes: Uint8Array, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const room = heldByCall.getStore();
  const tooLarge = () => new ConnectError(`a message must have at most ${limit} bytes`, Code.ResourceExhausted);
  const gathered = new Gathered({ limit, take: (size) => take(room, size), tooLarge });
  try {
    await gathered.addInflated(bytes, inflation);
  } catch (error) {
    if (error instanceof ConnectError) throw error;
    throw new ConnectError("a message is not valid compressed data", Code.InvalidArgument);
  }
  return gathered.whole() as Buffer<ArrayBuffer>; // zlib shares no memory
}
