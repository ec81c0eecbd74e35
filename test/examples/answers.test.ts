import { readFileSync, writeFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Rest, type Answer } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { operations } from "./documented.ts";
import { faultsOfHeaders } from "./named-headers.ts";
import { Steady, unmeasured } from "./steady.ts";
import { faultOfValue, pointerTo } from "./validator.ts";

/**
 * Operations that are no RPC: each is asked with its example, and what is answered is its example. `UPDATE_EXAMPLES=1`
 * writes them anew; `npm run generate` then takes them into gen/openapi.json.
 */

const file = new URL("../../tools/openapi/answer-examples.json", import.meta.url);
const ofMcp = { accept: "application/json, text/event-stream" };
const examples: Record<string, JsonValue> = {};
const invalid: string[] = [];
let server: TestServer;
let rest: Rest;

beforeAll(async () => {
  server = await startServer();
  rest = new Rest(server);
});
afterAll(() => server.remove());

/** Asks an operation with the example of its body. */
async function ask(operationId: string, more: JsonObject = {}, headers: Record<string, string> = {}): Promise<Answer> {
  const { method, path, requestBody } = operations.get(operationId)!;
  const example = requestBody?.content["application/json"]?.example;
  const answer = await rest.call(method, path, example && { ...example, ...more }, headers);
  expect([operationId, answer.status]).toEqual([operationId, 200]);
  invalid.push(...faultsOfHeaders(operationId, answer));
  const [type] = answer.headers.get("content-type")?.split(";") ?? [];
  if (type !== undefined) invalid.push(...faultsOfBody(operationId, type, answer.body as JsonValue));
  return answer;
}

function faultsOfBody(operationId: string, type: string, body: JsonValue): string[] {
  const { method, path } = operations.get(operationId)!;
  const schema = pointerTo("paths", path, method.toLowerCase(), "responses", "200", "content", type, "schema");
  const fault = faultOfValue(schema, body);
  return fault === undefined ? [] : [`${operationId}: ${fault}`];
}

test("of models, of /mcp and of the server's pages are in the documents as they are answered", async () => {
  for (const operationId of ["createChatCompletion", "createMessage"]) {
    examples[operationId] = (await ask(operationId)).body;
    examples[`${operationId}.stream`] = (await ask(operationId, { stream: true })).body;
  }
  examples["countMessageTokens"] = (await ask("countMessageTokens")).body;
  const begun = await ask("sendMcpMessage", {}, ofMcp);
  examples["sendMcpMessage"] = begun.body;
  await ask("endMcpSession", {}, { "mcp-session-id": begun.headers.get("mcp-session-id")! });
  for (const operationId of ["getLiveness", "getReadiness"]) examples[operationId] = (await ask(operationId)).body;
  examples["getReadiness.503"] = {
    ...(examples["getReadiness"] as JsonObject),
    status: "unavailable",
    embedder: "loading",
  };
  examples["getMetrics"] = linesOf(
    (await ask("getMetrics")).body as string,
    /cairn_requests_total\b.*(Requests|counter|healthz)/,
  );
  const { openapi, info } = (await ask("getOpenApi")).body as Record<string, JsonValue>;
  examples["getOpenApi"] = { openapi, info } as JsonObject;
  examples["getDocs"] = linesOf((await ask("getDocs")).body as string, /^<(!doctype|html|title)/);
  const steady = new Steady();
  const found = Object.fromEntries(Object.entries(examples).map(([name, each]) => [name, steady.value(undated(each))]));
  if (process.env["UPDATE_EXAMPLES"] === "1") writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  const committed = JSON.parse(readFileSync(file, "utf8")) as JsonValue;
  expect(unmeasured(found)).toEqual(unmeasured(committed));
});

test("have the shape and the headers that the document says", () => {
  expect(invalid).toEqual([]);
});

test("stand in the document, and so does one of every other answer that has a body", () => {
  for (const [name, example] of Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, JsonValue>)) {
    const [id = "", variant = "200"] = name.split(".");
    const content = contentsOf(id, variant === "stream" ? "200" : variant);
    const shown = variant === "stream" ? content["text/event-stream"] : Object.values(content)[0];
    expect([name, shown?.example]).toEqual([name, example]);
  }
  const without = [...operations.values()].flatMap(({ operationId, responses }) =>
    Object.keys(responses).flatMap((status) =>
      Object.entries(contentsOf(operationId, status))
        .filter(([, { example }]) => example === undefined)
        .map(([type]) => `${operationId} ${status} ${type}`),
    ),
  );
  expect(without).toEqual([]);
});

function contentsOf(operationId: string, status: string): Record<string, { example?: JsonValue }> {
  const response = operations.get(operationId)!.responses[status] as {
    content?: Record<string, object>;
    $ref?: string;
  };
  return response.$ref ? {} : (response.content ?? {});
}

/** A model's answer says when it was made, in seconds: streams say it in their text. */
function undated(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value).replaceAll(/(\\?"created\\?"):\d+/g, "$1:1795253400")) as JsonValue;
}

function linesOf(text: string, wanted: RegExp): string {
  return text
    .split("\n")
    .filter((line) => wanted.test(line))
    .join("\n");
}
