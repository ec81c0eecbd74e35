import type { JsonObject } from "@bufbuild/protobuf";
import { commonHeaders, headerRefs } from "./errors.ts";

/** What stands beside the API, for people and machines that look after the server. */
export const pagesTag = { name: "Server", description: "Health, metrics and documents. They need no key." };

export function pagePaths(): Record<string, JsonObject> {
  return {
    "/healthz": page("getLiveness", "Says that the server runs", { "200": answer("It runs.", status(["ok"])) }),
    "/readyz": page("getReadiness", "Says whether the server can serve", {
      "200": answer("It can.", readiness),
      "503": answer("It cannot: something is not there yet, or any more.", readiness),
    }),
    "/metrics": page(
      "getMetrics",
      "Metrics for Prometheus: from the machine itself without a key, else with the scope `admin`",
      {
        "200": { description: "The metrics.", content: { "text/plain": { schema: { type: "string" } } } },
        "401": { $ref: "#/components/responses/Unauthenticated" },
        "403": { $ref: "#/components/responses/PermissionDenied" },
      },
      [{}, { bearer: [] }],
    ),
    "/openapi.json": page("getOpenApi", "This document", { "200": counted(answer("It.", { type: "object" })) }),
    "/docs": page("getDocs", "This document as a page", {
      "200": counted({ description: "It.", content: { "text/html": { schema: { type: "string" } } } }),
    }),
  };
}

function page(operationId: string, summary: string, responses: JsonObject, security: JsonObject[] = []): JsonObject {
  return { get: { operationId, tags: [pagesTag.name], summary, description: `${summary}.`, security, responses } };
}

function answer(description: string, schema: JsonObject): JsonObject {
  return { description, content: { "application/json": { schema } } };
}

function counted(response: JsonObject): JsonObject {
  return { ...response, headers: headerRefs(commonHeaders) };
}

function status(values: string[], more: JsonObject = {}): JsonObject {
  const required = ["status", ...Object.keys(more)];
  return { type: "object", required, properties: { status: { type: "string", enum: values }, ...more } };
}

const readiness = status(["ok", "unavailable"], {
  database: { type: "string", enum: ["ok", "unavailable"], description: "Whether it can be written." },
  embedder: { type: "string", enum: ["ok", "loading", "unavailable"], description: "Words find memories without it." },
});
