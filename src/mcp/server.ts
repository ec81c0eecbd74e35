import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  specTypeSchemas,
  type CallToolResult,
  type ServerContext,
  type Tool as ListedTool,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "@bufbuild/protobuf";
import { isObject } from "../json.ts";
import { argumentsOf } from "./arguments.ts";
import type { Asker } from "./asker.ts";
import { toFaultResult } from "./fault.ts";
import { getPrompt, prompts } from "./prompt.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import { checkConflict } from "./tools/check-conflict.ts";
import { directives } from "./tools/directives.ts";
import { forge } from "./tools/forge.ts";
import { forget } from "./tools/forget.ts";
import { graph } from "./tools/graph.ts";
import { outcome } from "./tools/outcome.ts";
import { remember } from "./tools/remember.ts";
import { search } from "./tools/search.ts";

/** What a model is told of this server when it connects. */
const instructions =
  "Long-term memory. Read `directives` before a task; `search` before answering anything that may have come up earlier; " +
  "`check_conflict` before risky actions; `remember` what will matter later; report with `outcome` whether a search helped.";

/** What is the same for everybody, as long as the server runs. */
const lasting = { ttlMs: 3_600_000, cacheScope: "public" } as const;
const cacheHints = {
  "tools/list": lasting,
  "prompts/list": lasting,
  "resources/templates/list": lasting,
  "server/discover": lasting,
};

/** What params must be: told so, the SDK blames the client for wrong ones; else, but for tools/call, the server. */
const paged = { params: specTypeSchemas.PaginatedRequestParams };
const ofResource = { params: specTypeSchemas.ReadResourceRequestParams };
const ofPrompt = { params: specTypeSchemas.GetPromptRequestParams };

/** What a model can do, in the order in which it reads of it. */
const tools = [search, remember, forge, directives, checkConflict, outcome, forget, graph] as const;

export const listedTools: ListedTool[] = tools.map(({ name, description, input, output, annotations }) => ({
  name,
  description,
  inputSchema: input,
  outputSchema: output,
  annotations,
}));

/** An MCP server for one connection or one request. `askerOf` tells who asks in a request; it may throw. */
export function createMcpServer(version: string, askerOf: (context: ServerContext) => Asker): Server {
  const server = new Server(
    { name: "cairn", title: "Cairn memory", version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions, cacheHints },
  );
  const asking = (context: ServerContext) => askerOf(context).until(context.mcpReq.signal);
  server.setRequestHandler("tools/list", paged, () => ({ tools: listedTools }));
  server.setRequestHandler("tools/call", ({ params }, context) => {
    return callTool(params.name, params.arguments, asking(context));
  });
  server.setRequestHandler("resources/list", paged, ({ cursor }, context) => listResources(cursor, asking(context)));
  server.setRequestHandler("resources/templates/list", paged, () => ({ resourceTemplates }));
  server.setRequestHandler("resources/read", ofResource, ({ uri }, context) => readResource(uri, asking(context)));
  server.setRequestHandler("prompts/list", paged, () => ({ prompts }));
  server.setRequestHandler("prompts/get", ofPrompt, ({ name }, context) => getPrompt(name, asking(context)));
  return server;
}

/** What goes wrong in a tool is a result that the model reads; a tool that is not there is its client's error. */
async function callTool(name: string, args: unknown, asker: Asker): Promise<CallToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) {
    const names = tools.map((each) => each.name).join(", ");
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no tool "${name.slice(0, 60)}"; the tools are ${names}`);
  }
  try {
    const given = argumentsOf(isObject(args) ? args : {}, tool.input);
    const structuredContent: JsonObject = await tool.run(given, asker);
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (thrown) {
    return toFaultResult(thrown, asker.requestId);
  }
}
