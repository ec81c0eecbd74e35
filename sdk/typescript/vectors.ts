/** Runs ../vectors.json against the server at CAIRN_URL, one vector behind the other. See docs/sdks.md. */
import { readFileSync } from "node:fs";
import {
  createRegistry,
  fromJson,
  toJson,
  type DescMethod,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type Message,
} from "@bufbuild/protobuf";
import { ConnectError, type Transport } from "@connectrpc/connect";
import { connect } from "./connection.ts";
import { codeName, violationsOf } from "./errors.ts";
import { file_cairn_admin_v1_admin } from "./gen/cairn/admin/v1/admin_pb.ts";
import { file_cairn_directives_v1_directives } from "./gen/cairn/directives/v1/directives_pb.ts";
import { file_cairn_gateway_v1_gateway } from "./gen/cairn/gateway/v1/gateway_pb.ts";
import { file_cairn_graph_v1_graph } from "./gen/cairn/graph/v1/graph_pb.ts";
import { file_cairn_memory_v1_memory } from "./gen/cairn/memory/v1/memory_pb.ts";
import { file_cairn_patterns_v1_patterns } from "./gen/cairn/patterns/v1/patterns_pb.ts";
import { at, difference, filled, type Json, type Names } from "./json.ts";

type Vector = {
  name: string;
  rpc: string;
  key?: string;
  send?: Record<string, string>;
  request: Json;
  expect?: Json;
  capture?: Record<string, string>;
  error?: { code: string; field?: string; message?: string };
  headers?: string[];
  eventually?: boolean;
};
type Outcome = { answer?: Json; error?: ConnectError; headers: Headers };

const always = ["x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"];
const patienceMs = 20_000;
const pauseMs = 100;
const timeoutMs = 30_000;

const registry = createRegistry(
  file_cairn_admin_v1_admin,
  file_cairn_directives_v1_directives,
  file_cairn_gateway_v1_gateway,
  file_cairn_graph_v1_graph,
  file_cairn_memory_v1_memory,
  file_cairn_patterns_v1_patterns,
);
const names: Names = new Map();

function methodOf(rpc: string): DescMethod {
  const [service = "", name = ""] = rpc.split("/");
  const method = registry.getService(service)?.methods.find((each) => each.name === name);
  if (method === undefined) throw new Error(`no such RPC: ${rpc}`);
  return method;
}

/** "own" is the key of an account for this run; "reader", "free", "wrong" and "none" are others. */
function transportOf(vector: Vector): Transport {
  const key = vector.key ?? "own";
  return connect(process.env.CAIRN_URL!, process.env[`CAIRN_KEY_${key.toUpperCase()}`] ?? "");
}

async function call(vector: Vector): Promise<Outcome> {
  const method = methodOf(vector.rpc);
  const message = fromJson(method.input, filled(vector.request, names));
  const transport = transportOf(vector);
  const toAnswer = (answer: Message) =>
    toJson(method.output, answer, { alwaysEmitImplicit: true, useProtoFieldName: true }) as Json;
  try {
    if (isUnary(method)) {
      const { header, message: answer } = await transport.unary(method, undefined, timeoutMs, vector.send, message);
      return { answer: toAnswer(answer), headers: header };
    }
    if (!isStream(method)) throw new Error(`${vector.rpc} streams requests`);
    const streamed = await transport.stream(method, undefined, timeoutMs, vector.send, only(message));
    const messages: Json[] = [];
    for await (const answer of streamed.message) messages.push(toAnswer(answer));
    return { answer: { messages }, headers: streamed.header };
  } catch (thrown) {
    const error = ConnectError.from(thrown);
    return { error, headers: error.metadata };
  }
}

const isUnary = (method: DescMethod): method is DescMethodUnary => method.methodKind === "unary";
const isStream = (method: DescMethod): method is DescMethodServerStreaming => method.methodKind === "server_streaming";

async function* only(message: Message): AsyncIterable<Message> {
  yield message;
}

/** Why an outcome is not the one that the vector wants, or undefined. */
function fault(vector: Vector, { answer, error, headers }: Outcome): string | undefined {
  const missing = (vector.headers ?? always).find((name) => !headers.get(name));
  if (vector.error === undefined) {
    if (answer === undefined) return `refused: ${error}`;
    return difference(vector.expect ?? {}, answer, names) ?? (missing && `no header ${missing}`);
  }
  if (error === undefined) return `expected ${vector.error.code}, got ${JSON.stringify(answer)}`;
  const { code, field, message } = vector.error;
  if (codeName(error) !== code) return `expected ${code}, got ${error}`;
  const fields = violationsOf(error).map((each) => each.field);
  if (field !== undefined && !fields.includes(field)) return `expected field ${field}, got ${fields.join() || "none"}`;
  if (message !== undefined && !error.rawMessage.includes(message)) return `expected "${message}" in ${error}`;
  return missing && `no header ${missing}`;
}

async function run(vector: Vector): Promise<string | undefined> {
  const deadline = Date.now() + (vector.eventually === true ? patienceMs : 0);
  for (;;) {
    const outcome = await call(vector);
    const found = fault(vector, outcome);
    if (found === undefined) {
      for (const [name, path] of Object.entries(vector.capture ?? {})) names.set(name, at(outcome.answer!, path));
      return undefined;
    }
    if (Date.now() >= deadline) return found;
    await new Promise((later) => setTimeout(later, pauseMs));
  }
}

const path = new URL("../vectors.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(path, "utf8")) as { vectors: Vector[] };
let failed = 0;
for (const vector of vectors) {
  const found = await run(vector).catch(String);
  if (found === undefined) continue;
  failed++;
  console.log(`FAILED ${vector.name}: ${found}`);
}
console.log(`${vectors.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
