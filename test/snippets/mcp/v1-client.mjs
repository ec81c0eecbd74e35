// Uses memory with the SDK that came before: `node v1-client.mjs http <url> <key>` or `... stdio <program> <url> <key>`.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [how, ...rest] = process.argv.slice(2);
const client = new Client({ name: "v1", version: "1.0.0" });
await client.connect(how === "http" ? overHttp(...rest) : overStdio(...rest));

function overHttp(url, key) {
  const headers = { authorization: `Bearer ${key}` };
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
}

function overStdio(program, url, key) {
  const env = { ...process.env, CAIRN_URL: url, CAIRN_KEY: key };
  return new StdioClientTransport({ command: process.execPath, args: [program, "mcp"], env });
}

const call = async (name, args) => {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
  return result.structuredContent;
};

// The SDK holds what is answered against each tool's schema.
const { tools } = await client.listTools();
const { id } = await call("remember", { content: `Kept by v1 over ${how}.`, session_id: how, role: "user" });
const { retrieval_id: retrieval, results } = await call("search", { query: `kept by v1 over ${how}` });
await call("outcome", { retrieval_id: retrieval, success: true, memory_ids: [id] });
const { id: pattern } = await call("forge", { title: `v1 ${how}`, problem: "p", solution: "s" });
await call("directives", {});
await call("graph", {});
const { status } = await call("check_conflict", { proposed_action: "Read the documents" });
const { contents } = await client.readResource({ uri: `cairn://patterns/${pattern}` });
const { messages } = await client.getPrompt({ name: "directives" });
const { forgotten } = await call("forget", { id });
const wrong = await client.callTool({ name: "search", arguments: { limit: 0 } });
await client.close();

const seen = {
  tools: tools.length,
  found: results[0].id === id,
  status,
  read: JSON.parse(contents[0].text).title,
  messages: messages.length,
  forgotten: forgotten === id,
  wrong: wrong.isError === true && wrong.content[0].text.startsWith("invalid_argument: query"),
};
console.log(JSON.stringify(seen));
