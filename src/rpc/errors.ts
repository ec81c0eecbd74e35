import { Code, ConnectError } from "@connectrpc/connect";
import { create, toBinary } from "@bufbuild/protobuf";
import {
  FieldPathElementSchema,
  ViolationSchema,
  ViolationsSchema,
  type FieldPathElement,
  type Violation,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { AppError, type ErrorCode, type ErrorDetail } from "../error.ts";
import { firstWithin } from "../memory/page/first-within.ts";

/** What gRPC, gRPC-Web and Connect say for each code. */
export const connectCodes: Record<ErrorCode, Code> = {
  invalid_argument: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  permission_denied: Code.PermissionDenied,
  not_found: Code.NotFound,
  method_not_allowed: Code.Unimplemented,
  conflict: Code.Aborted,
  payload_too_large: Code.ResourceExhausted,
  unsupported_media_type: Code.InvalidArgument,
  headers_too_large: Code.ResourceExhausted,
  rate_limited: Code.ResourceExhausted,
  cancelled: Code.Canceled,
  deadline_exceeded: Code.DeadlineExceeded,
  unavailable: Code.Unavailable,
  internal: Code.Internal,
};

/**
 * gRPC has an error in trailers, which may be one block with the headers, and its clients read blocks of 8 KiB: of a longer
 * one they know neither code nor words. The message is in it twice, once with up to three bytes for one, the details in
 * base64.
 */
const messageBytesMax = 768;
const detailsBytesMax = 2_048;
/** A message and a field that are cut fit among the details, so that one is always told. */
const fieldBytesMax = 256;

/**
 * The one form in which errors leave the interceptors. An AppError stays at hand as the cause, for REST, which tells all of
 * it; its details go out as `buf.validate.Violations`. A ConnectError is the protocol's own and stays as it is. Anything
 * else is a fault of ours: the caller gets the request id, the log gets the cause.
 */
export function toConnectError(thrown: unknown, requestId: string): ConnectError {
  if (thrown instanceof ConnectError) return thrown;
  const error =
    thrown instanceof AppError
      ? thrown
      : new AppError("internal", `internal error; its cause is in the server's log, under request ${requestId}`, {
          cause: thrown,
        });
  const violations = firstWithin(error.details.map(violation), detailsBytesMax, sizeOf);
  const isAll = violations.length === error.details.length;
  const message =
    cut(error.message, messageBytesMax) + (isAll ? "" : `; the details list the first ${violations.length}`);
  const details = violations.length === 0 ? [] : [{ desc: ViolationsSchema, value: { violations } }];
  return new ConnectError(message, codeOf(error), undefined, details, error);
}

/** `unavailable` is what clients may send again: never what would be paid for twice. */
function codeOf({ code, isTaken }: AppError): Code {
  return isTaken && code === "unavailable" ? Code.Internal : connectCodes[code];
}

/** No half of a surrogate pair is left, of which no header can be made. */
function cut(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text.toWellFormed();
  return `${new TextDecoder().decode(bytes.subarray(0, bytesMax), { stream: true })}...`;
}

function violation({ field, message }: ErrorDetail): Violation {
  const elements = pathElements(cut(field, fieldBytesMax));
  return create(ViolationSchema, { field: { elements }, message: cut(message, messageBytesMax) });
}

const sizeOf = (each: Violation) => toBinary(ViolationSchema, each).length;

/** "messages[2].role" as protovalidate's path: a name each, with the index of a list beside it, if 64 bits can hold it. */
function pathElements(field: string): FieldPathElement[] {
  return field.split(".").map((part) => {
    const [, fieldName = part, index] = /^(.*)\[(\d{1,19})\]$/u.exec(part) ?? [];
    if (index === undefined) return create(FieldPathElementSchema, { fieldName });
    return create(FieldPathElementSchema, { fieldName, subscript: { case: "index", value: BigInt(index) } });
  });
}
