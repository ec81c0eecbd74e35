import type { JsonObject } from "@bufbuild/protobuf";
import { answerExample } from "./examples.ts";
import { commonHeaders } from "../../src/answer-headers.ts";
import { headerRefs } from "./headers.ts";
import { keyed, withoutKey } from "./security.ts";

/** What stands beside the API, for people and machines that look after the server. */
export const pagesTag = {
  name: "Server",
  description: "Health, metrics and documents. They need no key, but for metrics over the network.",
};

export function pagePaths(): Record<string, JsonObject> {
  return {
    "/healthz": page("getLiveness", "Says that the server runs", { "200": answer("getLiveness", "It runs.", live) }),
    "/readyz": page("getReadiness", "Says whether the server can serve", {
      "200": answer("getReadiness", "It can.", readiness),
      "503": answer("getReadiness.503", "It cannot: something is not there yet, or any more.", readiness),
    }),
    "/metrics": page(
      "getMetrics",
      "Metrics for Prometheus: over the loopback interface without a key, else with the scope `admin`",
      {
        "200": answer("getMetrics", "The metrics.", text, "text/plain"),
        "401": { $ref: "#/components/responses/Unauthenticated" },
        "403": { $ref: "#/components/responses/PermissionDenied" },
        "429": { $ref: "#/components/responses/RateLimited" },
      },
      [withoutKey, ...keyed],
    ),
    "/openapi.json": page("getOpenApi", "This document", counted(answer("getOpenApi", "It.", { type: "object" }))),
    "/docs": page("getDocs", "This document as a page", counted(answer("getDocs", "It.", text, "text/html"))),
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
  database: { type: "string", enum: ["ok", "unavailable"], description: "Whether it can be written." },
  embedder: { type: "string", enum: ["ok", "loading", "unavailable"], description: "Words find memories without it." },
});
