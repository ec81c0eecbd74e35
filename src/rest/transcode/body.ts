import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError, invalid } from "../../error.ts";
import type { NodeRequest } from "../exchange.ts";
import type { HeldBody } from "../body-room.ts";

const inflate = promisify(gunzip);

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Reads a JSON body whole, inflated if it came as gzip. Throws `unsupported_media_type` before it reads anything,
 * `payload_too_large` above `limit` bytes (as sent, and inflated), `invalid_argument` without a body, and `cancelled`
 * when the caller goes away; `unavailable` where `held` has no room left.
 */
export async function readJsonBody(
  request: NodeRequest,
  limit: number,
  held?: Pick<HeldBody, "take">,
): Promise<Buffer> {
  const { headers } = request;
  const length = headers["content-length"];
  const type = headers["content-type"];
  if (type === undefined && (length === undefined || length === "0") && headers["transfer-encoding"] === undefined) {
    throw emptyBody();
  }
  if (type !== "application/json" && !jsonType.test(type ?? "")) {
    throw unsupported(`the content type must be application/json, got ${type === undefined ? "none" : `"${type}"`}`);
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip") {
    throw unsupported(`the content encoding must be gzip or identity, got "${encoding}"`);
  }
  if (Number(length) > limit) throw tooLarge(limit);
  const sent = await readAll(request, limit, held);
  if (sent.length === 0) throw emptyBody();
  if (encoding === "identity") return sent;
  const body = await inflateUpTo(sent, limit);
  held?.take(body.length);
  if (body.length === 0) throw emptyBody();
  return body;
}

function readAll(request: NodeRequest, limit: number, held?: Pick<HeldBody, "take">): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onGone = (): void => reject(new AppError("cancelled", "the caller went away"));
    if (request.destroyed) return onGone();
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      try {
        if (size > limit) throw tooLarge(limit);
        held?.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        request.off("data", onData).pause();
        reject(error as AppError); // nothing else is thrown there
      }
    };
    request.on("data", onData);
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", onGone);
    request.on("aborted", onGone);
    return undefined;
  });
}

async function inflateUpTo(body: Buffer, limit: number): Promise<Buffer> {
  try {
    return await inflate(body, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limit);
    throw invalid("body", "is not valid gzip");
  }
}

const emptyBody = (): AppError => invalid("body", "must be a JSON object, got nothing");

const tooLarge = (limit: number): AppError =>
  new AppError("payload_too_large", `the body is larger than ${limit} bytes`);

const unsupported = (message: string): AppError => new AppError("unsupported_media_type", message);
