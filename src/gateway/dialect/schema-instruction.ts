import type { JsonValue } from "../chat/json.ts";

/** What a model is told, as system text, that cannot be held to a schema. */
export function schemaInstruction(schema: JsonValue): string {
  return `Answer with JSON and nothing else. It must match this JSON Schema: ${JSON.stringify(schema)}`;
}
