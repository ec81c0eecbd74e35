import * as http2 from "node:http2";
import { StructSchema, ValueSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  AddMessageRequestSchema,
  AddMessagesRequestSchema,
  MemoryService,
  SearchRequestSchema,
} from "../../gen/cairn/memory/v1/memory_pb.ts";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { AppError } from "../../src/error.ts";
import { startHarness, type Harness } from "./harness.ts";

/** Unary calls have a time of ours, and what the protocol itself refuses is noted like any other failure. */

const deadlineMs = 300;
const path = "/cairn.memory.v1.MemoryService/Search";
let harness: Harness;
let transports: [string, Transport][];

beforeAll(async () => {
  harness = await startHarness({ deadlineMs });
  const options = { baseUrl: harness.url };
  transports = [
    ["grpc", createGrpcTransport(options)],
    ["grpc-web", createGrpcWebTransport({ ...options, httpVersion: "1.1" })],
    ["connect", createConnectTransport({ ...options, httpVersion: "1.1" })],
    ["connect over h2c", createConnectTransport({ ...options, httpVersion: "2" })],
  ];
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.events.length = 0;
  harness.signals.length = 0;
  harness.counted.length = 0;
});

type Reply = { status: unknown; headers: http2.IncomingHttpHeaders; trailers: http2.IncomingHttpHeaders; body: Buffer };

/** One request over HTTP/2, whose body is sent, and ended if it is whole. */
async function ask(type: string, body: Buffer | string, whole: boolean, to = path, extra = {}): Promise<Reply> {
  const session = http2.connect(harness.url);
  const stream = session.request({ ":path": to, ":method": "POST", "content-type": type, ...extra });
  const chunks: Buffer[] = [];
  let headers: http2.IncomingHttpHeaders = {};
  let trailers: http2.IncomingHttpHeaders = {};
  stream.on("response", (each, flags) => {
    headers = each;
    if ((flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0) trailers = each; // gRPC's Trailers-Only
  });
  stream.on("trailers", (each) => (trailers = each));
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  stream.write(body);
  if (whole) stream.end();
  stream.on("error", () => {}); // of what was written after the end
  await new Promise((closed) => stream.once("close", closed));
  session.close();
  return { status: headers[":status"], headers, trailers, body: Buffer.concat(chunks) };
}

const noted = () => {
  return harness.events
    .filter(({ route }) => !route.endsWith("/Watch"))
    .map(({ call, status }) => [status, call.note.code]);
};

describe("what the protocol refuses before the gate tells what is left, and is counted once, but for OPTIONS", () => {
  test.each<[number, string, number, RequestInit]>([
    [415, "7", 1, { method: "POST", headers: { "Content-Type": "text/plain" }, body: "{}" }],
    [405, "7", 1, { method: "PUT", headers: { "Content-Type": "application/json" }, body: "{}" }],
    [200, "5", 1, { method: "POST", headers: { "Content-Type": "application/json" }, body: `{"query":"q"}` }],
    [400, "7", 1, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{" }],
    [405, "8", 0, { method: "OPTIONS" }],
  ])("%i, %s left, counted %i times", async (status, left, times, init) => {
    const answer = await fetch(`${harness.url}${path}`, init);
    expect([answer.status, answer.headers.get("x-ratelimit-remaining"), harness.counted.length]).toEqual([
      status,
      left,
      times,
    ]);
  });
});

describe("a body that does not come is deadline_exceeded", () => {
  test("over Connect", async () => {
    const { status, body } = await ask("application/json", `{"que`, false);
    expect(status).toBe(504);
    expect(JSON.parse(String(body))).toMatchObject({
      code: "deadline_exceeded",
      message: "the request did not arrive in time",
    });
    await expect.poll(noted).toEqual([[504, "deadline_exceeded"]]);
  });

  test("over gRPC", async () => {
    const { status, trailers } = await ask("application/grpc", Buffer.from([0, 0, 0, 0, 9, 1]), false);
    expect([status, trailers["grpc-status"]]).toEqual([200, String(Code.DeadlineExceeded)]);
    await expect.poll(noted).toEqual([[200, "deadline_exceeded"]]);
  });

  test("over gRPC-Web", async () => {
    const { status, body } = await ask("application/grpc-web", Buffer.from([0, 0, 0, 0, 9, 1]), false);
    expect(status).toBe(200);
    expect(String(body)).toContain(`grpc-status: ${Code.DeadlineExceeded}`);
    await expect.poll(noted).toEqual([[200, "deadline_exceeded"]]);
  });

  describe.each(["/grpc.health.v1.Health/Watch", "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"])(
    "to a stream, %s",
    (to) => {
      const half = Buffer.from([0, 0, 0, 0, 9, 1]);

      test("over Connect", async () => {
        const { status, body } = await ask("application/connect+proto", half, false, to);
        expect(status).toBe(200);
        expect(JSON.parse(String(body.subarray(5)))).toMatchObject({ error: { code: "deadline_exceeded" } });
      });

      test("over gRPC", async () => {
        const { status, trailers } = await ask("application/grpc", half, false, to);
        expect([status, trailers["grpc-status"]]).toEqual([200, String(Code.DeadlineExceeded)]);
      });

      test("over gRPC-Web", async () => {
        const { body } = await ask("application/grpc-web", half, false, to);
        expect(String(body)).toContain(`grpc-status: ${Code.DeadlineExceeded}`);
      });
    },
  );
});

test("a method that takes too long is deadline_exceeded, and its signal aborts", async () => {
  for (const [, transport] of transports) {
    const asked = createClient(MemoryService, transport).search({ query: "hang 1000" });
    await expect(asked).rejects.toMatchObject({ code: Code.DeadlineExceeded, rawMessage: "the answer took too long" });
  }
  expect(harness.signals.map(({ aborted }) => aborted)).toEqual(transports.map(() => true));
});

describe("an error of gRPC's is one block of headers, which alone its clients' policies of retries heed", () => {
  const search = (query: string) => {
    const message = Buffer.concat([Buffer.from([0x0a, query.length]), Buffer.from(query)]);
    const framed = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
    return ask("application/grpc", framed, true);
  };

  test("with when to try again", async () => {
    const { status, headers, trailers } = await search("limit");
    expect(trailers).toBe(headers);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/grpc+proto",
      "x-request-id": expect.stringMatching(/./u),
      "x-ratelimit-remaining": "5",
      "retry-after": "3",
      "grpc-status": String(Code.ResourceExhausted),
      "grpc-message": "spent",
      "grpc-retry-pushback-ms": "3000",
    });
    await expect.poll(noted).toEqual([[200, "rate_limited"]]);
  });

  test("not a wait that is longer than clients should have without a word", async () => {
    expect((await search("limit 11")).headers).toMatchObject({ "retry-after": "11", "grpc-retry-pushback-ms": "-1" });
  });

  test("and where there is no wait, none is asked for", async () => {
    const { headers, trailers } = await search("crash");
    expect(trailers).toBe(headers);
    expect(headers["grpc-status"]).toBe(String(Code.Internal));
    expect(headers["grpc-retry-pushback-ms"]).toBeUndefined();
  });

  test("what ends well has its trailers behind it", async () => {
    const { headers, trailers } = await search("q");
    expect([headers["grpc-status"], trailers["grpc-status"]]).toEqual([undefined, "0"]);
  });
});

describe("the signal of a call aborts with an error of ours", () => {
  const query = Buffer.from("hang 200");
  const message = Buffer.concat([Buffer.from([0x0a, query.length]), query]);
  const framed = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
  const reasons = () =>
    harness.signals.map(({ reason }) => (reason instanceof AppError ? reason.code : String(reason)));

  test.each<[string, Buffer, http2.OutgoingHttpHeaders]>([
    ["application/proto", message, { "connect-timeout-ms": "20" }],
    ["application/grpc", framed, { "grpc-timeout": "20m" }],
    ["application/grpc-web", framed, { "grpc-timeout": "20m" }],
  ])("at the caller's deadline, over %s", async (type, body, headers) => {
    await ask(type, body, true, path, headers);
    expect(reasons()).toEqual(["deadline_exceeded"]);
  });

  test.each<[string, Buffer, http2.OutgoingHttpHeaders]>([
    ["application/proto", message, { "connect-timeout-ms": "2147483648" }],
    ["application/grpc", framed, { "grpc-timeout": "2147484S" }],
    ["application/grpc", framed, { "grpc-timeout": "99999999H" }],
    ["application/grpc-web", framed, { "grpc-timeout": "35792M" }],
  ])("not at a deadline that is further than any timer, over %s", async (type, body, headers) => {
    const answer = await ask(type, body, true, path, headers);
    expect([answer.status, String(answer.body)]).toEqual([200, expect.stringContaining("hang 200")]);
    expect(reasons()).toEqual(["cancelled"]); // as every call ends
  });

  test("when the caller goes away", async () => {
    const leave = new AbortController();
    const client = createClient(MemoryService, transports[0]![1]);
    const asked = client.search({ query: "hang 200" }, { signal: leave.signal });
    asked.catch(() => undefined);
    await expect.poll(() => harness.signals).toHaveLength(1);
    leave.abort();
    await expect.poll(reasons).toEqual(["cancelled"]);
  });
});

test("the answer of a stream may take longer", async () => {
  const client = createClient(Health, transports[0]![1]);
  const started = performance.now();
  const watching = async () => {
    for await (const _ of client.watch({}, { timeoutMs: deadlineMs * 3 }));
  };
  await expect(watching()).rejects.toMatchObject({ code: Code.DeadlineExceeded });
  expect(performance.now() - started).toBeGreaterThan(deadlineMs * 2);
});

describe("what the protocol itself refuses is noted", () => {
  const nonsense = Buffer.from([0, 0, 0, 0, 2, 0xff, 0xff]);

  test.each<[string, Buffer | string, number, string]>([
    ["application/json", "{", 400, "invalid_argument"],
    ["application/grpc", nonsense, 200, "invalid_argument"],
    ["application/grpc-web", nonsense, 200, "invalid_argument"],
    ["application/proto", Buffer.from([0xff, 0xff]), 400, "invalid_argument"],
    ["application/json", " ".repeat(3 << 20), 429, "resource_exhausted"],
    ["application/grpc", Buffer.from([0, 1, 0, 0, 0, 1]), 200, "resource_exhausted"],
  ])("over %s", async (type, body, status, code) => {
    expect((await ask(type, body, true)).status).toBe(status);
    await expect.poll(noted).toEqual([[status, code]]);
  });

  test("over REST", async () => {
    const post = (to: string, body: string) =>
      fetch(`${harness.url}${to}`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
    await (await post("/api/v1/memory/search", "{")).text();
    await (await post("/nope", "{}")).text();
    await expect.poll(noted).toEqual([
      [400, "invalid_argument"],
      [404, "not_found"],
    ]);
  });

  test("a call that went well has no code", async () => {
    for (const [, transport] of transports) await createClient(MemoryService, transport).search({ query: "q" });
    await expect.poll(noted).toEqual(transports.map(() => [200, undefined]));
  });
});

describe("what cannot be read is its caller's fault", () => {
  const nonsense = Buffer.from([0, 0, 0, 0, 3, 0xff, 0xff, 0xff]);
  const notText = Buffer.from([0, 0, 0, 0, 3, 0x0a, 0x01, 0xff]);
  const notCompressed = Buffer.from([1, 0, 0, 0, 2, 0x0a, 0x00]);
  const reflection = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";

  describe.each([
    ["a message that is none", nonsense],
    ["a text that is not UTF-8", notText],
    ["what says that it is compressed, but not how", notCompressed],
  ])("%s", (_what, framed) => {
    test.each([path, reflection])("over gRPC to %s", async (to) => {
      const { trailers } = await ask("application/grpc", framed, true, to);
      expect(trailers["grpc-status"]).toBe(String(Code.InvalidArgument));
      await expect.poll(() => harness.events.map(({ call }) => call.note.code)).toEqual(["invalid_argument"]);
    });

    test.each([path, reflection])("over gRPC-Web to %s", async (to) => {
      const { body } = await ask("application/grpc-web", framed, true, to);
      expect(String(body)).toContain(`grpc-status: ${Code.InvalidArgument}\r`);
    });

    test("over Connect to a stream", async () => {
      const { body } = await ask("application/connect+proto", framed, true, reflection);
      expect(JSON.parse(String(body.subarray(5)))).toMatchObject({ error: { code: "invalid_argument" } });
    });
  });

  test.each([nonsense, notText])("over Connect", async (framed) => {
    const { status, body } = await ask("application/proto", framed.subarray(5), true);
    expect([status, JSON.parse(String(body))]).toMatchObject([400, { code: "invalid_argument" }]);
  });
});

describe("of what one body holds are not decoded", () => {
  const to = "/cairn.memory.v1.MemoryService/";
  const field = (number: number, body: Buffer) =>
    Buffer.concat([Buffer.from([(number << 3) | 2]), varint(body.length), body]);
  const varint = (size: number): Buffer =>
    size < 0x80 ? Buffer.from([size]) : Buffer.concat([Buffer.from([(size & 0x7f) | 0x80]), varint(size >>> 7)]);
  const many = (number: number) => Buffer.alloc(2 * 1_000_001, field(number, Buffer.alloc(0)));
  const metadata = AddMessageRequestSchema.field.metadata.number;

  test.each<[string, string, Buffer]>([
    ["messages", "AddMessages", many(AddMessagesRequestSchema.field.messages.number)],
    ["entries of a map", "AddMessage", field(metadata, many(StructSchema.field.fields.number))],
    ["texts", "Search", many(SearchRequestSchema.field.tags.number)],
    ["fields that are not known", "AddMessages", many(15)],
  ])("millions of %s, of two bytes each", async (_, method, bytes) => {
    const { status, body } = await ask("application/proto", bytes, true, to + method);
    expect([status, JSON.parse(String(body))]).toMatchObject([
      400,
      { code: "invalid_argument", message: expect.stringContaining("at most 1000000 fields") },
    ]);
  });

  test("those that are nested too deep, in the decoder's words", async () => {
    const { struct, list } = { struct: StructSchema.field.fields.number, list: ValueSchema.field.listValue.number };
    let value = Buffer.alloc(0);
    for (let depth = 0; depth < 60; depth++) value = field(1, field(list, value)); // of a list, a list
    const entry = Buffer.concat([field(1, Buffer.from("a")), field(2, value.subarray(3))]);
    const message = field(metadata, field(struct, entry));
    const { status, body } = await ask("application/proto", message, true, `${to}AddMessage`);
    expect([status, JSON.parse(String(body))]).toMatchObject([
      400,
      { code: "invalid_argument", message: expect.stringContaining("maximum recursion depth of 100 reached") },
    ]);
  });
});

describe("a fault of ours stays one", () => {
  const message = Buffer.from([0x0a, 5, ...Buffer.from("crash")]);
  const framed = Buffer.from([0, 0, 0, 0, message.length, ...message]);

  test("behind a message that was read", async () => {
    for (const [name, transport] of transports) {
      const asked = createClient(MemoryService, transport).search({ query: "crash" });
      await expect(asked, name).rejects.toMatchObject({ code: Code.Internal });
    }
  });

  test("at the gate, before one is", async () => {
    const gate = () => {
      throw new ConnectError("no database", Code.Internal);
    };
    const closed = await startHarness({ gate });
    const noteOf = async (type: string, body: Buffer) => {
      const headers = { "Content-Type": type };
      await (await fetch(closed.url + path, { method: "POST", body: new Uint8Array(body), headers })).arrayBuffer();
      await expect.poll(() => closed.events).toHaveLength(1);
      return closed.events.pop()!.call.note.code;
    };
    try {
      expect(await noteOf("application/proto", message)).toBe("internal");
      expect(await noteOf("application/grpc-web", framed)).toBe("internal");
    } finally {
      await closed.close();
    }
  });
});

describe("JSON is read as strictly as over REST", () => {
  const to = "/cairn.memory.v1.MemoryService/AddMessage";
  const misspelt = Buffer.from(`{"role":"user","content":"x","sessionId":"s","userID":"ana"}`);
  const notText = Buffer.from(`{"role":"user","content":"\xff","sessionId":"s"}`, "latin1");

  test.each([
    ["a member that is not known, by its name", misspelt, "userID"],
    ["what is not UTF-8", notText, "must be valid UTF-8"],
    ["what is nested deep", Buffer.from(`{"x":${"[".repeat(64)}`), "at most 64 levels"],
    ["what holds too many values", Buffer.from(`{"x":[${"[],".repeat(500_000)}[]]}`), "at most 1000000 values"],
  ])("%s is refused", async (_what, body, word) => {
    const { status, body: answer } = await ask("application/json", body, true, to);
    expect([status, JSON.parse(String(answer))]).toMatchObject([
      400,
      { code: "invalid_argument", message: expect.stringContaining(word) },
    ]);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(body.length, 1);
    const framed = Buffer.concat([head, body]);
    const { trailers } = await ask("application/grpc+json", framed, true, to);
    expect(trailers["grpc-status"]).toBe(String(Code.InvalidArgument));
  });
});

test("over HTTP/1.1 a body above its cap is answered before it is cut", async () => {
  const body = " ".repeat(4 << 20);
  const headers = { "Content-Type": "application/json" };
  const stream = new Blob([body]).stream(); // of no length known beforehand
  const response = await fetch(harness.url + path, {
    method: "POST",
    headers,
    body: stream,
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({ code: "resource_exhausted" });
});
