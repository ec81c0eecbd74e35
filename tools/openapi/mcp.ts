import type { JsonObject } from "@bufbuild/protobuf";
import { errorDetail } from "./errors.ts";
import { answerExample, refusalExample } from "./examples.ts";
import { commonHeaders } from "../../src/answer-headers.ts";
import { headerRefs } from "./headers.ts";
import { userHeader } from "./models.ts";
import { anyObject } from "./schema.ts";

/** Its messages are the Model Context Protocol's: here stands how they travel. */
export const mcpTag = { name: "MCP", description: "Memory as tools, over the Model Context Protocol: docs/mcp.md." };

const session: JsonObject = {
  name: "Mcp-Session-Id",
  in: "header",
  description: "The session, for clients whose protocol version has sessions; the first answer names it.",
  schema: { type: "string" },
  example: "0b6f1d52-7c5e-4a55-9d0e-3f1f6a0f2c11",
};

const version: JsonObject = {
  name: "Mcp-Protocol-Version",
  in: "header",
  description: "The protocol version: sent after `initialize`, and from version 2026-07-28 on in every message.",
  schema: { type: "string" },
  example: "2025-11-25",
};

const example = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "example", version: "1" } },
};

const jsonrpc: JsonObject = { type: "string", const: "2.0" };
/** Without a type: not all generators can write two of them. */
const id: JsonObject = { description: "Identifies a request and its answer: a text or a number." };

const error: JsonObject = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "integer" },
    message: { type: "string" },
    data: {
      type: "object",
      description: "The code, the wrong fields and the id of the request, as in every other error.",
      properties: {
        error: { type: "string" },
        details: { type: "array", items: errorDetail },
        request_id: { type: "string" },
      },
    },
  },
};

const message: JsonObject = {
  type: "object",
  required: ["jsonrpc"],
  properties: { jsonrpc, id, method: { type: "string" }, params: anyObject, result: anyObject, error },
};

const refusals: [status: number, description: string, headers?: string[]][] = [
  [400, "The message is not valid, or its session is not named."],
  [401, "The key is missing or not valid.", ["WWW-Authenticate"]],
  [403, "The key may not do this, or pages of this origin may not call."],
  [429, "A rate limit of the plan is exceeded.", ["Retry-After"]],
  [500, "The server failed."],
  [503, "The server cannot answer now: try again.", ["Retry-After"]],
  [504, "The answer took too long."],
];

const unknown: (typeof refusals)[number] = [404, "The session does not exist."];

const refusalsOfBodies: typeof refusals = [
  [406, "`Accept` does not name both JSON and event streams."],
  [408, "The request did not arrive in time."],
  [413, "The body exceeds 2 MiB."],
  [415, "The body is not JSON."],
];

function failures(possible: typeof refusals): JsonObject {
  const ours = possible.map(([status, description, headers = []]) => {
    const example = refusalExample("MCP", String(status));
    const content = { schema: { $ref: "#/components/schemas/McpError" }, ...(example ? { example } : {}) };
    const named = headerRefs([...commonHeaders, ...headers]);
    return [status, { description, headers: named, content: { "application/json": content } }] as const;
  });
  return { ...Object.fromEntries(ours), 431: { $ref: "#/components/responses/HeadersTooLarge" } };
}

export function mcpSchemas(): JsonObject {
  return {
    McpError: {
      type: "object",
      description: "A JSON-RPC error.",
      required: ["jsonrpc", "error"],
      properties: { jsonrpc, id: { description: "Id of the message; null if none could be read." }, error },
    },
  };
}

export function mcpPaths(): Record<string, JsonObject> {
  const answer = answerExample("sendMcpMessage");
  const post = {
    operationId: "sendMcpMessage",
    tags: [mcpTag.name],
    summary: "Sends a message of the Model Context Protocol",
    description: "Sends a message of the Model Context Protocol. `Accept` must name JSON and event streams.",
    parameters: [session, version, userHeader],
    requestBody: { required: true, content: { "application/json": { schema: message, example } } },
    responses: {
      "200": {
        description: "The answer.",
        headers: headerRefs([...commonHeaders, "Mcp-Session-Id"]),
        content: { "application/json": { schema: message, ...(answer === undefined ? {} : { example: answer }) } },
      },
      "202": { description: "The notification was accepted.", headers: headerRefs(commonHeaders) },
      ...failures([...refusals, ...refusalsOfBodies]),
    },
  };
  const end = {
    operationId: "endMcpSession",
    tags: [mcpTag.name],
    summary: "Ends a session of the Model Context Protocol",
    description: "Ends a session of the Model Context Protocol.",
    parameters: [{ ...session, required: true }, version],
    responses: {
      "200": { description: "The session has ended.", headers: headerRefs(commonHeaders) },
      ...failures([...refusals, unknown]),
    },
  };
  return { "/mcp": { post, delete: end } };
}
