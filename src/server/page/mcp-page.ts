import type { JsonValue } from "@bufbuild/protobuf";
import { AppError, type ErrorCode } from "../../error.ts";
import { userHeaderOf } from "../../gateway/memory/request/headers.ts";
import { Asker } from "../../mcp/asker.ts";
import type { McpHttp } from "../../mcp/http.ts";
import type { LocalAsk } from "../../mcp/local.ts";
import type { BodyRoom } from "../../rest/body-room.ts";
import { whileCalled } from "../../rest/caller-gone.ts";
import { Deadlines } from "../../rest/deadlines.ts";
import type { Page } from "../../rest/dispatch.ts";
import { errorReply, toAppError } from "../../rest/errors.ts";
import type { Exchange, NodeRequest } from "../../rest/exchange.ts";
import { forward } from "../../rest/forward.ts";
import { hostOf } from "../../rest/listen/host.ts";
import { send } from "../../rest/reply.ts";
import { webHeaders } from "../../rest/transcode/context.ts";
import { parseJson } from "../../rest/transcode/json/parse.ts";
import type { GatePorts } from "../../rpc/gate/admit.ts";
import { count } from "../../rpc/gate/limit.ts";
import { bodyBytes } from "../body-bytes.ts";
import { admitKey, receiveJson } from "./receive.ts";

/** Either lets a request in; each tool asks for its own. */
const scopes = ["memory:read", "memory:write"] as const;

const localOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/u;

export type McpPagePorts = {
  mcp: McpHttp;
  localAsk: LocalAsk;
  gate: GatePorts;
  /** Origins whose pages may call; "*" for any. */
  corsOrigins: readonly string[];
  requestTimeoutMs: number;
  room: BodyRoom;
};

/** `/mcp`: behind the same gate as every RPC, and answered by the same services. */
export function mcpPage(ports: McpPagePorts): Page {
  const deadlines = new Deadlines(ports.requestTimeoutMs);
  return {
    methods: ["POST", "DELETE"],
    counts: "itself",
    async serve(exchange) {
      try {
        await answer(exchange, ports, deadlines);
      } catch (thrown) {
        refuse(exchange, toAppError(thrown));
      }
    },
  };
}

async function answer(exchange: Exchange, ports: McpPagePorts, deadlines: Deadlines): Promise<void> {
  const { call, request } = exchange;
  const caller = await admitKey(call, scopes, ports.gate);
  checkOrigin(call.header("origin"), request, ports.corsOrigins);
  using held = ports.room.hold();
  const body =
    request.method === "POST" ? parse(await receiveJson(exchange, { limit: bodyBytes, held }, deadlines)) : undefined;
  // Clients of the first eras may send many messages at once: each counts.
  if (Array.isArray(body) && body.length > 1) await count(call, caller, ports.gate.limiter, body.length - 1);
  const late = new AbortController();
  const signal = AbortSignal.any([whileCalled(exchange), late.signal]);
  const { requestId } = call;
  const asker = new Asker({
    ask: ports.localAsk(call, caller),
    user: userHeaderOf(request.headers),
    signal,
    requestId,
  });
  const sender = { asker, key: caller.key.id, scopes: caller.key.scopes };
  const asked = new Request("http://localhost/mcp", {
    method: request.method,
    headers: webHeaders(request.headers),
    signal,
  });
  const answered = await deadlines.within(ports.mcp.handle(asked, body, sender), () => {
    const error = new AppError("deadline_exceeded", "the answer took too long");
    late.abort(error);
    return error;
  });
  if (!answered.ok) call.note.code ??= codeOf(answered.status);
  const headers = Object.fromEntries(answered.headers);
  await forward(exchange, { status: answered.status, headers, body: Buffer.from(await answered.arrayBuffer()) });
}

/**
 * A browser tells whose page it is that calls: only this machine's own pages of this server and those of the configured
 * origins may, so that none can reach it through a name that was made to resolve to it. Other clients send no Origin.
 * Errors: permission_denied.
 */
function checkOrigin(origin: string | undefined, request: NodeRequest, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes("*") || allowed.includes(origin)) return;
  // A name that somebody else could point here is not among these.
  if (localOrigin.test(origin) && origin === `http://${String(hostOf(request))}`) return;
  throw new AppError("permission_denied", `the origin "${origin.slice(0, 200)}" is not allowed (CAIRN_CORS_ORIGINS)`);
}

/** Of what the SDK refuses by itself, for the log. */
function codeOf(status: number): ErrorCode {
  if (status === 499) return "cancelled";
  return status < 500 ? "invalid_argument" : "internal";
}

/** No JSON at all: JSON-RPC has a number of its own for it. */
class ParseError extends AppError {}

function parse(body: Buffer): JsonValue {
  try {
    return parseJson(body);
  } catch (cause) {
    const { code, message } = toAppError(cause);
    throw new ParseError(code, message);
  }
}

const numbers: Partial<Record<ErrorCode, number>> = { invalid_argument: -32600, internal: -32603 };
const parseNumber = -32700;
const otherNumber = -32000;

/** An error before any message was looked at: as JSON-RPC has it, with our code and the request's id beside. */
function refuse(exchange: Exchange, error: AppError): void {
  const { call } = exchange;
  call.note.code ??= error.code;
  call.note.cause ??= error.cause;
  const { status, headers, body } = errorReply(error, call.requestId);
  const { message, ...data } = JSON.parse(body) as { message: string };
  const code = error instanceof ParseError ? parseNumber : (numbers[error.code] ?? otherNumber);
  send(exchange, status, JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message, data } }), headers);
}
