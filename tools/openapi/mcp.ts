import type { JsonObject } from "@bufbuild/protobuf";
import { commonHeaders, headerRefs } from "./errors.ts";

/** Its messages are the Model Context Protocol's: here stands how they travel. */
export const mcpTag = { name: "MCP", description: "Memory as tools, over the Model Context Protocol: docs/mcp.md." };

const session: JsonObject = {
  name: "Mcp-Session-Id",
  in: "header",
  description: "The session, of clients whose era has sessions; its first answer names it.",
  schema: { type: "string" },
};

const example = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "example", version: "1" } },
};

const message: JsonObject = {
  type: "object",
  required: ["jsonrpc"],
  properties: { jsonrpc: { const: "2.0" }, id: { type: ["string", "number"] }, method: { type: "string" } },
};

const refusals: [status: number, description: string][] = [
  [400, "The message is not valid, or its session is not named."],
  [401, "No key, or none that is good."],
  [403, "The key may not do this, or the page of this origin may not call."],
  [404, "There is no such session."],
  [429, "A window of the plan is spent."],
  [500, "A fault of the server."],
  [503, "Not now: try again."],
];

const mcpFailures: JsonObject = Object.fromEntries(
  refusals.map(([status, description]) => [
    status,
    {
      description,
      headers: headerRefs([...commonHeaders, ...(status === 429 ? ["Retry-After"] : [])]),
      content: { "application/json": { schema: { $ref: "#/components/schemas/McpError" } } },
    },
  ]),
);

export function mcpSchemas(): JsonObject {
  const data = {
    type: "object",
    description: "The code, the fields and the id of the request, as of every other error.",
    properties: { error: { type: "string" }, request_id: { type: "string" } },
  };
  const error = {
    type: "object",
    required: ["code", "message"],
    properties: { code: { type: "integer" }, message: { type: "string" }, data },
  };
  return {
    McpError: {
      type: "object",
      description: "An error of JSON-RPC.",
      required: ["jsonrpc", "error"],
      properties: { jsonrpc: { const: "2.0" }, id: { type: ["string", "number", "null"] }, error },
    },
  };
}

export function mcpPaths(): Record<string, JsonObject> {
  const post = {
    operationId: "sendMcpMessage",
    tags: [mcpTag.name],
    summary: "Sends a message of the Model Context Protocol",
    description: "Sends a message of the Model Context Protocol. `Accept` must name JSON and event streams.",
    parameters: [session],
    requestBody: { required: true, content: { "application/json": { schema: message, example } } },
    responses: {
      "200": {
        description: "The answer.",
        headers: headerRefs(commonHeaders),
        content: { "application/json": { schema: message }, "text/event-stream": { schema: { type: "string" } } },
      },
      "202": { description: "A notification was taken.", headers: headerRefs(commonHeaders) },
      ...mcpFailures,
    },
  };
  const end = {
    operationId: "endMcpSession",
    tags: [mcpTag.name],
    summary: "Ends a session of the Model Context Protocol",
    description: "Ends a session of the Model Context Protocol.",
    parameters: [{ ...session, required: true }],
    responses: { "200": { description: "It is over.", headers: headerRefs(commonHeaders) }, ...mcpFailures },
  };
  return { "/mcp": { post, delete: end } };
}
