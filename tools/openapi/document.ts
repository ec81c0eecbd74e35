import type { DescService, JsonObject } from "@bufbuild/protobuf";
import { bindingsOf } from "../../src/rest/transcode/binding.ts";
import { commentOf } from "./comment.ts";
import { errorResponses, errorSchemas } from "./errors.ts";
import { headerComponents } from "./headers.ts";
import { mcpPaths, mcpSchemas, mcpTag } from "./mcp.ts";
import { modelErrorSchemas } from "./model-errors.ts";
import { modelPaths } from "./models.ts";
import { headerParameters, operationOf } from "./operation.ts";
import { pagePaths, pagesTag } from "./pages.ts";
import { Schemas } from "./schema.ts";
import { keyed, securitySchemes } from "./security.ts";

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
  Object.assign(paths, modelPaths(), mcpPaths(), pagePaths());
  return {
    openapi: "3.1.0",
    info: {
      title: "Cairn",
      version,
      description: `Memory for AI agents. Members of a body may be snake_case or camelCase; answers are snake_case. Every request may have a header X-Request-Id, which identifies it in the log and in its answer: 1 to 128 letters, digits and \`.\`, \`_\`, \`-\`. The server replaces any other text by an id of its own, and makes one if the header is absent.`,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: keyed,
    tags: [...services.map((service) => ({ name: service.name, description: commentOf(service) })), mcpTag, pagesTag],
    paths,
    components: {
      securitySchemes,
      parameters: headerParameters,
      headers: headerComponents(),
      responses: errorResponses(),
      schemas: { ...schemas.all(), ...errorSchemas(), ...modelErrorSchemas(), ...mcpSchemas() },
    },
  };
}
