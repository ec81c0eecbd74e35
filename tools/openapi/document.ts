import type { DescService, JsonObject } from "@bufbuild/protobuf";
import { bindingsOf } from "../../src/rest/transcode/binding.ts";
import { commentOf } from "./comment.ts";
import { modelHeaders, modelPaths } from "./models.ts";
import { errorStatuses, operationOf } from "./operation.ts";
import { Schemas } from "./schema.ts";

/** The OpenAPI 3.1 document of all REST paths of these services: the same input gives the same document. */
export function createDocument(services: DescService[], version: string): JsonObject {
  const schemas = new Schemas();
  const paths: Record<string, JsonObject> = {};
  for (const method of services.flatMap((service) => service.methods)) {
    for (const [index, binding] of bindingsOf(method).entries()) {
      // OpenAPI knows no wildcards beside whole segments: "{name=a/**}" is shown as "{name}".
      const path = binding.path.replaceAll(/\{(\w+)=[^}]*\}/g, "{$1}");
      const operations = (paths[path] ??= {});
      operations[binding.method.toLowerCase()] = operationOf(method, index, schemas);
    }
  }
  Object.assign(paths, modelPaths());
  return {
    openapi: "3.1.0",
    info: {
      title: "Cairn",
      version,
      description: "Memory for AI agents. Members of a body may be snake_case or camelCase; answers are snake_case.",
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    tags: services.map((service) => ({ name: service.name, description: commentOf(service) })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key: ck_<id>_<secret>" },
      },
      headers: headers(),
      responses: errorResponses(),
      schemas: { ...schemas.all(), Error: errorSchema() },
    },
  };
}

function headers(): JsonObject {
  const integer = { type: "integer", minimum: 0 };
  return {
    "X-Request-Id": {
      description: "Names this request in the log. A client's own is kept if it is sane.",
      schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
    },
    "X-RateLimit-Remaining": { description: "Requests left in the window that has fewer left.", schema: integer },
    "X-RateLimit-Reset": { description: "When that window renews, in epoch seconds.", schema: integer },
    "Retry-After": { description: "When to try again, in seconds.", schema: integer },
    ...modelHeaders(),
  };
}

function errorResponses(): JsonObject {
  return Object.fromEntries(
    errorStatuses.map(({ name, description, retry }) => {
      const names = ["X-Request-Id", "X-RateLimit-Remaining", "X-RateLimit-Reset", ...(retry ? ["Retry-After"] : [])];
      const refs = names.map((header) => [header, { $ref: `#/components/headers/${header}` }]);
      const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
      return [name, { description, headers: Object.fromEntries(refs), content }];
    }),
  );
}

function errorSchema(): JsonObject {
  const detail = {
    type: "object",
    required: ["field", "message"],
    properties: {
      field: { type: "string", description: 'The path of the member: "messages[2].role".' },
      message: { type: "string", description: "What is allowed." },
    },
  };
  return {
    type: "object",
    description: "Why a request was not done.",
    required: ["error", "message", "request_id"],
    properties: {
      error: {
        type: "string",
        description: "A stable code.",
        enum: [...new Set(errorStatuses.map(({ code }) => code))],
      },
      message: { type: "string", description: "A sentence for people." },
      details: { type: "array", description: "The members that were wrong.", items: detail },
      request_id: { type: "string", description: "The value of the header X-Request-Id." },
    },
  };
}
