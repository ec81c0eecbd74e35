import { readFileSync, writeFileSync } from "node:fs";
import type { JsonValue } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, Upstream } from "../gateway/support/upstream.ts";
import { cairn } from "../support/cli.ts";
import { Rest, type Answer } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { operations } from "./documented.ts";
import { late } from "./late.ts";
import { faultsOfHeaders } from "./named-headers.ts";
import { Steady } from "./steady.ts";
import { faultOfValue } from "./validator.ts";

/** The errors that are in another's form, each as the server answers it. `UPDATE_EXAMPLES=1` writes them anew. */

const file = new URL("../../tools/openapi/refusal-examples.json", import.meta.url);
const ofMcp = { accept: "application/json, text/event-stream" };
/** Of each form: the operation that is asked, the operations that show the same, and the schema. */
const forms = {
  OpenAI: { asked: "createChatCompletion", shown: ["createChatCompletion"], schema: "OpenAIError", headers: {} },
  Anthropic: {
    asked: "createMessage",
    shown: ["createMessage", "countMessageTokens"],
    schema: "AnthropicError",
    headers: {},
  },
  MCP: { asked: "sendMcpMessage", shown: ["sendMcpMessage", "endMcpSession"], schema: "McpError", headers: ofMcp },
};
type Form = keyof typeof forms;

let server: TestServer;
let upstream: Upstream;
let keys: Record<"own" | "reader" | "writer" | "spent", string>;

beforeAll(async () => {
  upstream = await Upstream.start();
  upstream.always(json(529, { error: { type: "overloaded_error", message: "Overloaded" } }));
  server = await startServer({
    env: {
      OPENAI_API_KEY: "sk-openai",
      CAIRN_OPENAI_URL: upstream.url,
      MISTRAL_API_KEY: "",
      CAIRN_REQUEST_TIMEOUT_MS: "1000",
    },
  });
  keys = {
    own: server.key,
    reader: await newKey("--account", "reader", "--scopes", "memory:read"),
    writer: await newKey("--account", "writer", "--scopes", "gateway"),
    spent: await newKey("--account", "small", "--plan", "free"),
  };
}, 120_000);
afterAll(async () => {
  await server.remove();
  await upstream.close();
});

async function newKey(...args: string[]): Promise<string> {
  const { stdout } = await cairn(["keys", "create", ...args, "--json"], { CAIRN_DATA: server.data });
  return (JSON.parse(stdout) as { key: string }).key;
}

/** Asks with the example of the document, but for what is said here. */
type Change = { key?: string; body?: object | string; headers?: Record<string, string> };

function ask(form: Form, { key = keys.own, body = {}, headers = {} }: Change): Promise<Answer> {
  const { asked, headers: usual } = forms[form];
  const { method, path, requestBody } = operations.get(asked)!;
  const { example } = requestBody!.content["application/json"]!;
  const sent = typeof body === "string" ? body : { ...example, ...body };
  return new Rest(server, key).call(method, path, sent, { ...usual, ...headers });
}

/** Asks when the window of the plan is spent, which may renew in between. */
async function spend(form: Form): Promise<Answer> {
  const spent = new Rest(server, keys.spent);
  for (let tries = 1; ; tries++) {
    if ((await spent.get("/api/v1/patterns")).status !== 429 && tries < 100) continue;
    const answer = await ask(form, { key: keys.spent });
    if (answer.status === 429 || tries >= 100) return answer;
  }
}

const text = { body: "role=user", headers: { "content-type": "text/plain" } };

/** What is refused in each form, by its status. */
const ofModels = (form: Form): Record<string, () => Promise<Answer>> => ({
  400: () => ask(form, { body: { messages: "hello" } }),
  401: () => ask(form, { key: "ck_none_none" }),
  403: () => ask(form, { key: keys.reader }),
  404: () => ask(form, { body: { model: "clod-opus" } }),
  413: () => ask(form, { body: { user: "x".repeat(33 * 2 ** 20) } }),
  415: () => ask(form, text),
  429: () => spend(form),
  503: () => ask(form, { body: { model: "mistral/codestral" } }),
  504: () => late(server, operations.get(forms[form].asked)!.path),
  default: () => ask(form, { body: { model: "gpt-5" } }),
});

const refused: Record<Form, Record<string, () => Promise<Answer>>> = {
  OpenAI: ofModels("OpenAI"),
  Anthropic: ofModels("Anthropic"),
  MCP: {
    400: () => ask("MCP", { body: { method: "tools/list" } }),
    401: () => ask("MCP", { key: "ck_none_none" }),
    403: () => ask("MCP", { key: keys.writer }),
    404: () => new Rest(server, keys.own).call("DELETE", "/mcp", undefined, { ...ofMcp, "mcp-session-id": "none" }),
    406: () => ask("MCP", { headers: { accept: "text/html" } }),
    408: () => late(server, "/mcp"),
    413: () => ask("MCP", { body: { params: "x".repeat(3 * 2 ** 20) } }),
    415: () => ask("MCP", text),
    429: () => spend("MCP"),
  },
};

const request_id = "484120ac-6987-4401-9d06-12780ebb5396";
const ofJsonRpc = (code: number, error: string, message: string): JsonValue => ({
  jsonrpc: "2.0",
  id: null,
  error: { code, message, data: { error, request_id } },
});

/** Those that nobody can provoke at will, as the server words them. */
const unprovoked: Record<Form, Record<string, JsonValue>> = {
  OpenAI: { 500: { error: { message: "internal error", type: "server_error", param: null, code: "internal" } } },
  Anthropic: { 500: { type: "error", error: { type: "api_error", message: "internal error" }, request_id } },
  MCP: {
    500: ofJsonRpc(-32603, "internal", "internal error"),
    503: ofJsonRpc(-32000, "unavailable", "the database cannot be used now"),
    504: ofJsonRpc(-32000, "deadline_exceeded", "the answer took too long"),
  },
};

test("every error has an example, which is what is answered, with the headers that the document says", async () => {
  const steady = new Steady();
  const found: Record<string, Record<string, JsonValue>> = {};
  const faults: (string | undefined)[] = [];
  for (const [form, { asked, shown, schema }] of Object.entries(forms) as [Form, (typeof forms)[Form]][]) {
    const examples: Record<string, JsonValue> = { ...unprovoked[form] };
    for (const [status, provoke] of Object.entries(refused[form])) {
      const answer = await provoke();
      // What a provider says passes with its own status.
      expect({ form, ...answer }).toMatchObject({ form, status: status === "default" ? 529 : Number(status) });
      const documented = shown.find((each) => status in operations.get(each)!.responses) ?? asked;
      faults.push(...faultsOfHeaders(documented, answer));
      examples[status] = steadied(steady.value(answer.body as JsonValue));
    }
    for (const each of Object.values(examples)) faults.push(faultOfValue(`/components/schemas/${schema}`, each));
    found[form] = examples;
  }
  expect(faults.filter(Boolean)).toEqual([]);
  if (process.env["UPDATE_EXAMPLES"] === "1") writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  expect(found).toEqual(JSON.parse(readFileSync(file, "utf8")));
}, 120_000);

test("the document shows them", () => {
  const examples = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, JsonValue>>;
  for (const [form, { shown }] of Object.entries(forms)) {
    for (const { operationId, responses } of shown.map((each) => operations.get(each)!)) {
      const errors = Object.keys(responses).filter((status) => status !== "431" && !status.startsWith("2"));
      const stated = errors.map((status) => [status, contentOf(responses[status]!).example]);
      expect([operationId, stated]).toEqual([operationId, errors.map((status) => [status, examples[form]?.[status]])]);
      expect(stated.filter(([, example]) => example === undefined)).toEqual([]);
    }
  }
});

function contentOf(response: object): { example?: JsonValue } {
  const { content } = response as { content: Record<string, { example?: JsonValue }> };
  return content["application/json"]!;
}

/** When a window renews is a matter of when one asks. */
function steadied(body: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(body).replaceAll(/again in \d+ s/g, "again in 42 s")) as JsonValue;
}
