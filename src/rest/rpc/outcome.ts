import { ConnectError } from "@connectrpc/connect";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import {
  codeToString,
  endStreamFlag,
  endStreamFromJson,
  errorFromJsonBytes,
} from "@connectrpc/connect/protocol-connect";
import { findTrailerError } from "@connectrpc/connect/protocol-grpc";
import { trailerFlag, trailerParse } from "@connectrpc/connect/protocol-grpc-web";
import type { Note } from "../../call.ts";

/**
 * Notes the code that an answer tells, unless somebody has noted one: a request that could not be decoded was refused by
 * the protocol itself, and the status of HTTP is 200 all the same.
 */
export function noteOutcome(answer: UniversalServerResponse, note: Note | undefined): UniversalServerResponse {
  const { body } = answer;
  if (note === undefined || body === undefined) return answer;
  return { ...answer, body: observe(body, (last) => (note.code ??= codeOf(answer, last))) };
}

async function* observe(body: AsyncIterable<Uint8Array>, onEnd: (last: Uint8Array) => void) {
  let last: Uint8Array = new Uint8Array();
  for await (const chunk of body) yield (last = chunk);
  onEnd(last);
}

function codeOf(answer: UniversalServerResponse, last: Uint8Array): string | undefined {
  const error = errorOf(answer, last);
  return error && codeToString(error.code);
}

/** Of a message's flags and length. */
const envelopeBytes = 5;

/** Undefined for success, and for what was compressed. `last` is a whole message, or the whole body of a unary answer. */
function errorOf({ status, header, trailer }: UniversalServerResponse, last: Uint8Array): ConnectError | undefined {
  const type = header?.get("content-type") ?? "";
  if (type.startsWith("application/grpc-web")) {
    return last[0] === trailerFlag ? findTrailerError(trailerParse(last.subarray(envelopeBytes))) : undefined;
  }
  if (type.startsWith("application/grpc")) return trailer && findTrailerError(trailer);
  if (type.startsWith("application/connect+")) {
    return last[0] === endStreamFlag ? endStreamFromJson(last.subarray(envelopeBytes)).error : undefined;
  }
  if (status === 200 || header?.has("content-encoding")) return undefined;
  return errorFromJsonBytes(last, undefined, new ConnectError("an answer of another form"));
}
