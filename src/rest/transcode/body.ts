import { createGunzip } from "node:zlib";
import { AppError, invalid } from "../../error.ts";
import type { Exchange } from "../exchange.ts";
import type { HeldBody } from "../body-room.ts";
import { gone, isOver } from "../caller-gone.ts";
import { Gathered } from "../gathered.ts";

const empty = Buffer.alloc(0);
/** What else the type says, such as a profile, changes nothing of how a body is read. */
const jsonType = /^application\/json\s*(;|$)/i;
const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i;

type Received = Pick<Exchange, "request" | "response">;

/** How large a body may become, and what holds it. */
export type BodyBounds = { limit: number; held: Pick<HeldBody, "take"> };

/** Reads a JSON body as `readBody` does. Throws `invalid_argument` where there is none. */
export async function readJsonBody(exchange: Received, bounds: BodyBounds): Promise<Buffer> {
  const body = await readBody(exchange, bounds);
  if (body.length === 0) throw invalid("body", "must be a JSON object, got nothing");
  return body;
}

/**
 * Reads a body whole, inflated if it came as gzip; empty where none was sent. Throws `unsupported_media_type` for what
 * is not JSON, `payload_too_large` above `limit` bytes (as sent, and inflated), `cancelled` when the caller goes away or
 * was answered meanwhile, and `unavailable` where `held` has no room left.
 */
export async function readBody({ request, response }: Received, bounds: BodyBounds): Promise<Buffer> {
  const { headers } = request;
  const length = headers["content-length"];
  if (length === "0") return empty;
  // Over HTTP/2 a body needs no length: without a type, only its end tells whether there is one.
  const isAnnounced = length !== undefined || headers["transfer-encoding"] !== undefined;
  if (isAnnounced || headers["content-type"] !== undefined) checkType(headers);
  const encoding = headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip") {
    throw unsupported(`the content encoding must be gzip or identity, got "${encoding}"`);
  }
  if (Number(length) > bounds.limit) throw tooLarge(bounds.limit);
  const sent = await readAll({ request, response }, bounds);
  if (sent.length === 0) return empty;
  checkType(headers);
  return encoding === "identity" ? sent : inflate(sent, response, bounds);
}

function checkType({ "content-type": type }: Received["request"]["headers"]): void {
  if (type === "application/json") return;
  if (type === undefined || !jsonType.test(type)) {
    throw unsupported(`the content type must be application/json, got ${type === undefined ? "none" : `"${type}"`}`);
  }
  const [, name = "utf-8"] = charset.exec(type) ?? [];
  if (!/^utf-?8$/i.test(name)) throw unsupported(`the charset must be utf-8, got "${name}"`);
}

function readAll({ request, response }: Received, bounds: BodyBounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gathered = gather(bounds);
    const onGone = (): void => reject(gone);
    // Over HTTP/2 all events may have been before this, and the request tells nothing of it.
    if (request.destroyed || isOver(response)) return onGone();
    const onData = (chunk: Buffer): void => {
      try {
        gathered.add(chunk);
      } catch (error) {
        request.off("data", onData).pause();
        reject(error as AppError); // nothing else is thrown there
      }
    };
    request.on("data", onData);
    request.on("end", () => resolve(gathered.whole()));
    request.on("error", onGone);
    request.on("aborted", onGone);
    return undefined;
  });
}

async function inflate(sent: Buffer, response: Exchange["response"], bounds: BodyBounds): Promise<Buffer> {
  const gathered = gather(bounds);
  const inflation = createGunzip();
  const onClose = (): void => void inflation.destroy(gone);
  response.on("close", onClose); // which an answer brings too, such as that it came too late
  try {
    if (isOver(response) || response.writableEnded) throw gone;
    await gathered.addInflated(sent, inflation);
    return gathered.whole();
  } catch (error) {
    throw error instanceof AppError ? error : invalid("body", "is not valid gzip");
  } finally {
    response.off("close", onClose);
    inflation.destroy();
  }
}

/** Its errors: payload_too_large, unavailable, cancelled. */
const gather = ({ limit, held }: BodyBounds): Gathered =>
  new Gathered({ limit, take: (bytes) => held.take(bytes), tooLarge: () => tooLarge(limit) });

const tooLarge = (limit: number): AppError =>
  new AppError("payload_too_large", `the body is larger than ${limit} bytes`);

const unsupported = (message: string): AppError => new AppError("unsupported_media_type", message);
