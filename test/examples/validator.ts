import { readFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { document } from "./documented.ts";

/** Ajv, which the MCP SDK brings: what it says of a schema is not ours. */

const official = JSON.parse(
  readFileSync(new URL("../../third_party/openapi/schema-3.1.json", import.meta.url), "utf8"),
) as JsonObject;

/** What the official schema of OpenAPI 3.1 has against a document; undefined if nothing. */
export function faultOfDocument(subject: JsonObject): string | undefined {
  return fault(official, subject);
}

/** What a schema of the document, such as "/components/schemas/Error", has against a value; undefined if nothing. */
export function faultOfValue(pointer: string, value: JsonValue): string | undefined {
  const { components, paths } = document;
  return fault({ $ref: `#${pointer}`, components, paths }, value);
}

/** The same of a schema that stands in the document. */
export function faultOfSchema(
  schema: JsonObject,
  value: JsonValue,
  within: Pick<typeof document, "components" | "paths"> = document,
): string | undefined {
  const { components, paths } = within;
  return fault({ ...schema, components, paths }, value);
}

function fault(schema: JsonObject, value: JsonValue): string | undefined {
  const result = new AjvJsonSchemaValidator().getValidator(schema)(value);
  return result.valid ? undefined : result.errorMessage;
}

/** The pointer to a member of the document. */
export function pointerTo(...names: string[]): string {
  return names.map((name) => `/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
}
