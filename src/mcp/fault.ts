import { ProtocolError, ProtocolErrorCode, type CallToolResult } from "@modelcontextprotocol/server";
import { ConnectError } from "@connectrpc/connect";
import { ViolationsSchema } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import type { AppError, ErrorCode, ErrorDetail } from "../error.ts";
import { toAppError } from "../rest/errors.ts";

/** What a model can do about it, where the message does not say so itself. */
const advice: Partial<Record<ErrorCode, string>> = {
  invalid_argument: "Correct the argument and call again.",
  unauthenticated: "Tell the user that the API key of this connection is missing, expired or revoked.",
  permission_denied: "Do not call again; tell the user.",
  not_found: "Use `search` to find the right id.",
  conflict: "Check what is stored now before you call again.",
  payload_too_large: "Send less, or send it in parts.",
  rate_limited: "Wait before you call again.",
  deadline_exceeded: "Call again later, or ask for less.",
  unavailable: "Call again in a moment.",
  internal: "Do not call again with the same arguments; tell the user.",
};

/** A header is for whoever set up the connection to say: no argument corrects it. */
const adviceOnHeader =
  "Do not call again; tell the user that the settings of this connection must say whose memory it is.";

/** An error as a tool's result: `code: message`, every member that was wrong, what to do, and the request's id. */
export function toFaultResult(thrown: unknown, requestId: string | undefined): CallToolResult {
  return { isError: true, content: [{ type: "text", text: describeFault(thrown, requestId) }] };
}

/** The same where it is no tool that fails. */
export function toProtocolError(thrown: unknown, requestId: string | undefined): ProtocolError {
  const { code } = toAppError(thrown);
  const ours = code === "internal" || code === "unavailable" || code === "deadline_exceeded";
  const number = ours ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(number, describeFault(thrown, requestId), { error: code });
}

function describeFault(thrown: unknown, requestId: string | undefined): string {
  const error = toAppError(thrown);
  const id = requestId ?? idOf(thrown);
  const [, ...others] = detailsOf(error, thrown);
  return [
    `${error.code}: ${error.message}`,
    ...others.map(({ field, message }) => `- ${field}: ${message}`),
    adviceOn(error),
    id === undefined ? "" : `(request ${id})`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function adviceOn({ code, message }: AppError): string {
  if (code === "invalid_argument" && message.startsWith("X-Cairn-User: ")) return adviceOnHeader;
  return advice[code] ?? "";
}

/** Of an error from elsewhere they stand in the form of the wire. The first is the message already. */
function detailsOf({ details }: AppError, thrown: unknown): ErrorDetail[] {
  if (details.length > 0 || !(thrown instanceof ConnectError)) return details;
  const violations = thrown.findDetails(ViolationsSchema).flatMap((found) => found.violations);
  return violations.map(({ field, message }) => ({ field: pathOf(field?.elements ?? []), message }));
}

type Step = { fieldName: string; subscript: { case?: string | undefined; value?: unknown } };

function pathOf(steps: readonly Step[]): string {
  return steps
    .map(({ fieldName, subscript }) =>
      subscript.case === "index" ? `${fieldName}[${String(subscript.value)}]` : fieldName,
    )
    .join(".");
}

/** A server elsewhere tells it in a header. */
function idOf(thrown: unknown): string | undefined {
  return thrown instanceof ConnectError ? (thrown.metadata.get("x-request-id") ?? undefined) : undefined;
}
