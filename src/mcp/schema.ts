import type { JsonObject } from "@bufbuild/protobuf";

/** What of JSON Schema describes arguments and results: short, because a model reads it before every conversation. */
export type Schema = JsonObject & { type: "object"; properties: JsonObject; required?: string[] };

/** Members, all optional but for those named. */
export function object(properties: JsonObject, required: readonly string[] = []): Schema {
  return { type: "object", properties, ...(required.length > 0 ? { required: [...required] } : {}) };
}

/** The schemas of values; a description is for the model that calls. */
export const text = (description?: string): JsonObject => described("string", description);
export const integer = (description?: string): JsonObject => described("integer", description);
export const number: JsonObject = { type: "number" };
export const flag: JsonObject = { type: "boolean" };
export const anything: JsonObject = { type: "object" };
/** With its type, which Gemini asks of an enum. */
export const oneOf = (values: readonly string[], description?: string): JsonObject => ({
  ...text(description),
  enum: [...values],
});
export const list = (items: JsonObject): JsonObject => ({ type: "array", items });
export const texts: JsonObject = list(text());

function described(type: string, description: string | undefined): JsonObject {
  return { type, ...(description === undefined ? {} : { description }) };
}
