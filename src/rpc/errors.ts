import { Code, ConnectError } from "@connectrpc/connect";
import { create } from "@bufbuild/protobuf";
import {
  FieldPathElementSchema,
  ViolationSchema,
  ViolationsSchema,
  type FieldPathElement,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { AppError, type ErrorCode, type ErrorDetail } from "../error.ts";

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
 * The one form in which errors leave the interceptors. An AppError stays at hand as the cause, for REST; its details go
 * out as `buf.validate.Violations`. A ConnectError is the protocol's own and stays as it is. Anything else is a fault of
 * ours: the caller gets the request id, the log gets the cause.
 */
export function toConnectError(thrown: unknown, requestId: string): ConnectError {
  if (thrown instanceof ConnectError) return thrown;
  const error =
    thrown instanceof AppError
      ? thrown
      : new AppError("internal", `internal error; the log has its cause under request ${requestId}`, { cause: thrown });
  return new ConnectError(error.message, connectCodes[error.code], undefined, violations(error.details), error);
}

function violations(details: ErrorDetail[]) {
  if (details.length === 0) return [];
  const value = create(ViolationsSchema, {
    violations: details.map(({ field, message }) =>
      create(ViolationSchema, { field: { elements: pathElements(field) }, message }),
    ),
  });
  return [{ desc: ViolationsSchema, value }];
}

/** "messages[2].role" as protovalidate's path: a name each, with the index of a list beside it. */
function pathElements(field: string): FieldPathElement[] {
  return field.split(".").map((part) => {
    const [, fieldName = part, index] = /^(.*)\[(\d+)\]$/u.exec(part) ?? [];
    if (index === undefined) return create(FieldPathElementSchema, { fieldName });
    return create(FieldPathElementSchema, { fieldName, subscript: { case: "index", value: BigInt(index) } });
  });
}
