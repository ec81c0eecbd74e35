import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import { isRawNumber } from "../../../chat/exact-json.ts";
import type { AnswerFormat } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { optional, readObject, readOneOf } from "../../request/read-member.ts";
import { schemaInstruction } from "../../request/schema-instruction.ts";

export function parseAnswerFormat(value: JsonValue | undefined): AnswerFormat | undefined {
  const format = optional(readObject)(value, "output_config.format");
  if (format === undefined) return undefined;
  readOneOf("json_schema")(format["type"], "output_config.format.type");
  const schema = readObject(format["schema"], "output_config.format.schema");
  return { kind: "schema", name: "answer", schema, strict: true };
}

/** `output_config.format`; never a forced tool, which the newest models refuse. */
export function formatAnswerFormat(
  format: AnswerFormat | undefined,
  { capabilities, losses }: Formatting,
): JsonObject | undefined {
  if (format?.kind !== "schema" || !capabilities.schemaAnswers) return undefined;
  const schema = closed(format.schema);
  if (JSON.stringify(schema) !== JSON.stringify(format.schema)) {
    losses.emulated("response_format.additional_properties");
  }
  return { type: "json_schema", schema };
}

/** What a model that cannot be held to a format is told, in a system block after the others. */
export function answerInstruction(
  format: AnswerFormat | undefined,
  { capabilities, losses }: Formatting,
): string | undefined {
  if (format === undefined) return undefined;
  if (format.kind === "json") {
    losses.emulated("response_format.json_object");
    return "Answer with one JSON object and nothing else.";
  }
  if (capabilities.schemaAnswers) return undefined;
  losses.emulated("response_format.json_schema");
  return schemaInstruction(format.schema);
}

/** The provider takes only schemas whose objects say that they have no other members. */
function closed(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema) || isRawNumber(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = schema["type"] === "object" && schema["additionalProperties"] === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}
