import type { JsonObject } from "@bufbuild/protobuf";
import { answerExample } from "./examples.ts";
import { commonHeaders } from "../../src/answer-headers.ts";
import { headerRefs } from "./headers.ts";
import { anyObject } from "./schema.ts";
import { keyed, withoutKey } from "./security.ts";

/** What stands beside the API, for people and machines that look after the server. */
export const pagesTag = {
  name: "Server",
  description: "Health, metrics and documents. No key is needed, except for metrics over the network.",
};

export function pagePaths(): Record<string, JsonObject> {
  return {
    "/healthz": page("getLiveness", "Reports that the server is running", {
      "200": answer("getLiveness", "The server is running.", live),
    }),
    "/readyz": page("getReadiness", "Reports whether the server can serve", {
      "200": answer("getReadiness", "The server can serve.", readiness),
      "503": answer(
        "getReadiness.503",
        "The server cannot serve: something is not available yet, or no longer.",
        readiness,
      ),
    }),
    "/metrics": page(
      "getMetrics",
      "Returns metrics for Prometheus: without a key over the loopback interface, otherwise with the scope `admin`",
      {
        "200": answer("getMetrics", "The metrics.", text, "text/plain"),
        "401": { $ref: "#/components/responses/Unauthenticated" },
        "403": { $ref: "#/components/responses/PermissionDenied" },
        "429": { $ref: "#/components/responses/RateLimited" },
      },
      [withoutKey, ...keyed],
    ),
    "/openapi.json": page(
      "getOpenApi",
      "Returns this document",
      counted(answer("getOpenApi", "The document.", anyObject)),
    ),
    "/docs": page(
      "getDocs",
      "Returns this document as a page",
      counted(answer("getDocs", "The page.", text, "text/html")),
    ),
  };
}

function page(operationId: string, summary: string, answers: JsonObject, security: JsonObject[] = []): JsonObject {
  const responses = { ...answers, "431": { $ref: "#/components/responses/HeadersTooLarge" } };
  const description = `${summary}.`;
  return { get: { operationId, tags: [pagesTag.name], summary, description, security, responses } };
}

function answer(name: string, description: string, schema: JsonObject, type = "application/json"): JsonObject {
  const example = answerExample(name);
  const content = { [type]: { schema, ...(example === undefined ? {} : { example }) } };
  return { description, headers: headerRefs(["X-Request-Id"]), content };
}

/** Those that count against the limit of an address. */
function counted(response: JsonObject): JsonObject {
  const good = { ...response, headers: headerRefs(commonHeaders) };
  return { "200": good, "429": { $ref: "#/components/responses/RateLimited" } };
}

function status(values: string[], more: JsonObject = {}): JsonObject {
  const required = ["status", ...Object.keys(more)];
  return { type: "object", required, properties: { status: { type: "string", enum: values }, ...more } };
}

const text: JsonObject = { type: "string" };
const live = status(["ok"]);
const readiness = status(["ok", "unavailable"], {
  database: { type: "string", enum: ["ok", "unavailable"], description: "Whether it can be written to." },
  embedder: {
    type: "string",
    enum: ["ok", "loading", "unavailable"],
    description: "Without it, memories are found by words only.",
  },
});
