import { readFileSync, writeFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyScopes } from "../../src/account/account.ts";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { operations, requestOf } from "./documented.ts";
import { faultsOfHeaders } from "./named-headers.ts";
import { askUntilThere, script, type Said } from "./script.ts";
import { Steady, unmeasured } from "./steady.ts";
import { faultOfValue, pointerTo } from "./validator.ts";

/**
 * The examples of the documents are what the server answers. `UPDATE_EXAMPLES=1` writes them anew; `npm run generate` then
 * takes them into gen/openapi.json and the client's comments.
 */

type Example = { operation: string; request: JsonObject; answer: JsonValue; more?: JsonObject };

const file = new URL("../../tools/openapi/examples.json", import.meta.url);
/** Keys that somebody works with do not show. */
const withoutProviders = Object.fromEntries(
  ["ANTHROPIC", "OPENAI", "GEMINI", "XAI", "DEEPSEEK", "LLAMA", "MISTRAL"].map((name) => [`${name}_API_KEY`, ""]),
);
const update = process.env["UPDATE_EXAMPLES"] === "1";
/** Whose bodies are other people's words. */
const own = ["createChatCompletion", "createMessage", "countMessageTokens"];
const examples: Example[] = [];
const invalid: [operation: string, fault: string][] = [];
let server: TestServer;
let rest: Rest;

beforeAll(async () => {
  server = await startServer({ env: withoutProviders });
  const other = ["--account", "other", "--plan", "unlimited", "--scopes", keyScopes.join(",")];
  const made = await cairn(["keys", "create", ...other, "--json"], { CAIRN_DATA: server.data });
  rest = new Rest(server, (JSON.parse(made.stdout) as { key: string }).key);
  await run(new Rest(server));
}, 120_000);
afterAll(() => server.remove());

async function run(rest: Rest): Promise<void> {
  const steady = new Steady();
  const said: Said = {};
  for (const { operation, request } of script) {
    const members = request(said);
    const { method, path } = operations.get(operation)!;
    const sent = requestOf(operation, members);
    let refusal: unknown;
    const body = await askUntilThere(operation, async () => {
      const answer = await rest.call(sent.method, sent.path, sent.body);
      refusal = answer.body;
      for (const fault of faultsOfHeaders(operation, answer)) invalid.push([operation, fault]);
      return answer.status === 200 ? answer.body : undefined;
    });
    if (body === undefined) throw new Error(`${operation} ${JSON.stringify(members)}: ${JSON.stringify(refusal)}`);
    said[operation] = body;
    const schema = pointerTo(
      "paths",
      path,
      method.toLowerCase(),
      "responses",
      "200",
      "content",
      "application/json",
      "schema",
    );
    const fault = faultOfValue(schema, body as JsonValue);
    if (fault !== undefined) invalid.push([operation, fault]);
    note(operation, steady.value(members) as JsonObject, steady.value(body as JsonValue));
  }
}

/**
 * The first call is the example; of later ones, what the first did not say. A cursor is good for one list of one server and
 * in place of an offset, so no example has any.
 */
function note(operation: string, request: JsonObject, answer: JsonValue): void {
  const first = examples.find((each) => each.operation === operation);
  if (first === undefined) examples.push({ operation, request, answer });
  else {
    const said = { ...first.more, ...first.request };
    const news = Object.entries(request).filter(([name]) => !(name in said) && name !== "cursor");
    if (news.length > 0) first.more = { ...first.more, ...Object.fromEntries(news) };
  }
}

test("are in the documents as they are answered", () => {
  if (update) writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
  const committed = JSON.parse(readFileSync(file, "utf8")) as JsonValue;
  expect(unmeasured(examples)).toEqual(unmeasured(committed));
});

test("have the shape that the document says", () => {
  expect(invalid).toEqual([]);
});

test("of the parameters of a query can be given together, as tools that read the document do", async () => {
  const refused: [operation: string, answer: unknown][] = [];
  for (const { operationId, method, parameters } of operations.values()) {
    const shown = parameters.filter((parameter) => parameter.example !== undefined && parameter.in !== "header");
    if (method !== "GET" || shown.every((parameter) => parameter.in !== "query")) continue;
    const { path } = requestOf(operationId, Object.fromEntries(shown.map(({ name, example }) => [name, example!])));
    const { status, body } = await rest.get(path);
    // The ids are nobody's.
    if (status !== 200 && status !== 404) refused.push([operationId, body]);
  }
  expect(refused).toEqual([]);
});

test("are there of every operation that is an RPC", () => {
  const rpcs = [...operations.values()].filter(({ tags }) => tags[0]?.endsWith("Service"));
  const missing = rpcs.map(({ operationId }) => operationId).filter((id) => !own.includes(id));
  expect(examples.map(({ operation }) => operation).toSorted()).toEqual(missing.toSorted());
});

test("of the gateway's own paths are answered", async () => {
  for (const operationId of own) {
    const { method, path, requestBody } = operations.get(operationId)!;
    const { example } = requestBody!.content["application/json"]!;
    const { status, body } = await rest.call(method, path, example);
    expect([operationId, status, body]).toEqual([operationId, 200, expect.anything()]);
  }
});

test("of /mcp are answered, and refused in its own form", async () => {
  const { path, requestBody, responses } = operations.get("sendMcpMessage")!;
  const { example } = requestBody!.content["application/json"]!;
  const headers = { accept: "application/json, text/event-stream" };
  const good = await rest.call("POST", path, example, headers);
  expect(good).toMatchObject({ status: 200, body: { result: { serverInfo: { name: "cairn" } } } });
  const stranger = await new Rest(server, "ck_none_none").call("POST", path, example, headers);
  expect(Object.keys(responses)).toContain(String(stranger.status));
  expect(faultOfValue("/components/schemas/McpError", stranger.body as JsonValue)).toBeUndefined();
  const session = good.headers.get("mcp-session-id")!;
  expect((await rest.delete(path, { "mcp-session-id": session })).status).toBe(200);
});
