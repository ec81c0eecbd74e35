import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { commonHeaders, memoryHeaders, modelHeaders, otherHeaders } from "../../src/answer-headers.ts";

type Described = { description: string; schema: JsonObject; example: JsonValue };
type MemoryHeader = (typeof memoryHeaders)[number];
type Header = (typeof commonHeaders | typeof modelHeaders | typeof otherHeaders)[number] | "WWW-Authenticate";

const text: JsonObject = { type: "string" };
const whole: JsonObject = { type: "integer", minimum: 0 };
const header = (description: string, example: JsonValue, schema = text): Described => ({
  description,
  schema,
  example,
});

const requestId = header(
  "Identifies this request in the log. A valid one sent by the client is kept.",
  "484120ac-6987-4401-9d06-12780ebb5396",
  {
    type: "string",
    pattern: "^[A-Za-z0-9._-]{1,128}$",
  },
);

const ofMemory: Record<MemoryHeader, Described> = {
  "X-Cairn-Memory": header("`applied`, or `skipped` if nothing is new in this request.", "applied", {
    type: "string",
    enum: ["applied", "skipped"],
  }),
  "X-Cairn-Memory-Reason": header("Why it was skipped, such as `nothing_relevant`.", "nothing_relevant"),
  "X-Cairn-Memory-Items": header("Number of memories that are new in this request.", 3, whole),
  "X-Cairn-Memory-Rules": header(
    "Number of rules that hold, if this request states them to the conversation.",
    2,
    whole,
  ),
  "X-Cairn-Memory-Omitted": header("Number of relevant memories left out for lack of room.", 1, whole),
  "X-Cairn-Memory-Tokens": header("Number of tokens added, estimated.", 120, whole),
  "X-Cairn-Memory-Position": header("Where they are inserted: `system`, `message`, `part`.", "message"),
  "X-Cairn-Memory-Replay": header(
    "Whether memory of earlier turns was put back: `complete`, `incomplete`, `unknown`.",
    "complete",
    { type: "string", enum: ["complete", "incomplete", "unknown"] },
  ),
  "X-Cairn-Memory-Replayed": header("Number of blocks of it.", 2, whole),
  "X-Cairn-Memory-Ms": header("Time that memory took before the request was sent, in milliseconds.", 12.5, {
    type: "number",
    minimum: 0,
  }),
  "X-Cairn-Retrieval-Id": header(
    "Identifier of the search, for `GET /api/v1/retrievals/{id}`.",
    "ret_01kaj8example000000000001",
  ),
  "X-Cairn-Session": header("The session in which the conversation is stored, percent-encoded.", "monday"),
};

const components: Record<Header, Described> = {
  "X-Request-Id": requestId,
  "X-RateLimit-Remaining": header("Requests left in the window, minute or day, that has fewer left.", 59, whole),
  "X-RateLimit-Reset": header("When that window renews, in seconds since the epoch.", 1795253400, whole),
  "Retry-After": header("How long to wait before trying again, in seconds.", 42, whole),
  "WWW-Authenticate": header("How to authenticate.", "Bearer", { type: "string", const: "Bearer" }),
  "Request-Id": { ...requestId, description: "The same as X-Request-Id, where Anthropic's clients look for it." },
  "X-Should-Retry": header("`false` if the same request would fail again; the official clients obey it.", "false"),
  "X-Cairn-Unread": header(
    "`true` if something written is not read yet: rules may be missing, or be listed though retracted.",
    "true",
  ),
  "Mcp-Session-Id": header("The session that `initialize` started.", "0b6f1d52-7c5e-4a55-9d0e-3f1f6a0f2c11"),
  ...ofMemory,
  "X-Cairn-Model": header("The model that answered, as `<provider>/<model>`, if it was a fallback.", "openai/gpt-5"),
  "X-Cairn-Loss": header(
    "What the provider's dialect could not express, such as `temperature; dropped, image.url; emulated`.",
    "temperature; dropped",
  ),
  "X-Cairn-Upstream-Request-Id": header("The provider's own id for the request.", "req_011CSHoEeqs5C35K2UUqR7Fy"),
};

/** Those of single RPCs, beside those of every answer. */
export const ownHeaders: Record<string, Header[]> = {
  "cairn.directives.v1.DirectivesService/GetDirectives": ["X-Cairn-Unread"],
  "cairn.directives.v1.DirectivesService/ListDirectives": ["X-Cairn-Unread"],
};

export function headerRefs(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** All headers of answers, for the components of the document. */
export function headerComponents(): JsonObject {
  return components;
}
