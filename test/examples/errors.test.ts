import { readFileSync, writeFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { Rest, type Answer } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { document } from "./documented.ts";
import { faultsOfResponse } from "./named-headers.ts";
import { Steady } from "./steady.ts";
import { faultOfValue } from "./validator.ts";

/** The errors of the documents are what the server answers. `UPDATE_EXAMPLES=1` writes them anew. */

const file = new URL("../../tools/openapi/error-examples.json", import.meta.url);
const message = { role: "user", session_id: "s", content: "hello" };
let server: TestServer;
let rest: Rest;

beforeAll(async () => {
  server = await startServer();
  rest = new Rest(server);
});
afterAll(() => server.remove());

async function withKey(...args: string[]): Promise<Rest> {
  const { stdout } = await cairn(["keys", "create", ...args, "--json"], { CAIRN_DATA: server.data });
  return new Rest(server, (JSON.parse(stdout) as { key: string }).key);
}

async function spent(): Promise<Answer> {
  const free = await withKey("--account", "small", "--plan", "free");
  for (let tries = 1; ; tries++) {
    const answer = await free.get("/api/v1/patterns");
    if (answer.status === 429 || tries === 50) return answer;
  }
}

const provoked: Record<string, { status: number; provoke: () => Promise<Answer> }> = {
  InvalidArgument: { status: 400, provoke: () => rest.post("/api/v1/memory/search", { query: "", limit: 1000 }) },
  Unauthenticated: { status: 401, provoke: () => new Rest(server, "ck_none_none").get("/api/v1/patterns") },
  PermissionDenied: {
    status: 403,
    provoke: async () =>
      (await withKey("--account", "reader", "--scopes", "memory:read")).post("/api/v1/working", message),
  },
  NotFound: { status: 404, provoke: () => rest.get("/api/v1/patterns/pat_none") },
  Conflict: {
    status: 409,
    provoke: async () => {
      await rest.post("/api/v1/working", message, { "idempotency-key": "one" });
      return rest.post("/api/v1/working", { ...message, content: "bye" }, { "idempotency-key": "one" });
    },
  },
  PayloadTooLarge: {
    status: 413,
    provoke: () => rest.post("/api/v1/working", { ...message, content: "x".repeat(3 * 2 ** 20) }),
  },
  UnsupportedMediaType: {
    status: 415,
    provoke: () => rest.post("/api/v1/working", "role=user", { "content-type": "text/plain" }),
  },
  RateLimited: { status: 429, provoke: spent },
  HeadersTooLarge: { status: 431, provoke: () => rest.get("/api/v1/patterns", { "x-long": "x".repeat(2 ** 17) }) },
};

/** Those that nobody can provoke at will, as the server words them. */
const unprovoked = {
  RequestTimeout: ["deadline_exceeded", "the request did not arrive in time"],
  Internal: ["internal", "internal error"],
  Unavailable: [
    "unavailable",
    "the bodies of open requests use all the memory allowed for them: try again in a second",
  ],
  DeadlineExceeded: ["deadline_exceeded", "the answer took too long"],
};

test("every error has an example, which is what is answered, with the headers that the document says", async () => {
  const steady = new Steady();
  const request_id = "484120ac-6987-4401-9d06-12780ebb5396";
  const examples: Record<string, JsonValue> = Object.fromEntries(
    Object.entries(unprovoked).map(([name, [error = "", text = ""]]) => [name, { error, message: text, request_id }]),
  );
  for (const [name, { status, provoke }] of Object.entries(provoked)) {
    const answer = await provoke();
    expect([name, answer.status]).toEqual([name, status]);
    examples[name] = steadied(steady.value(answer.body as JsonValue));
    const { headers } = document.components.responses[name] as { headers: JsonObject };
    const missing = Object.keys(headers).filter((each) => !answer.headers.has(each));
    expect([name, missing]).toEqual([name, []]);
    expect(faultsOfResponse(name, answer.headers)).toEqual([]);
  }
  if (process.env["UPDATE_EXAMPLES"] === "1") writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
  expect(examples).toEqual(JSON.parse(readFileSync(file, "utf8")));
  const named = Object.keys(document.components.responses);
  expect(Object.keys(examples).toSorted()).toEqual(named.toSorted());
  for (const example of named.map((name) => examples[name]!))
    expect(faultOfValue("/components/schemas/Error", example)).toBeUndefined();
});

/** When a window renews is a matter of when one asks. */
function steadied(body: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(body).replaceAll(/again in \d+ s/g, "again in 42 s")) as JsonValue;
}
