import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { AnswerFormat } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { compact, optional, readFlag, readName, readObject, readOneOf, readText } from "../../request/read-member.ts";

export function parseAnswerFormat(value: JsonValue | undefined, foreign: JsonObject): AnswerFormat | undefined {
  const format = optional(readObject)(value, "response_format");
  if (format === undefined) return undefined;
  switch (readOneOf("text", "json_object", "json_schema")(format["type"], "response_format.type")) {
    case "text":
      return undefined;
    case "json_object":
      return { kind: "json" };
    case "json_schema":
      return parseSchema(readObject(format["json_schema"], "response_format.json_schema"), foreign);
  }
}

function parseSchema(format: JsonObject, foreign: JsonObject): AnswerFormat {
  const path = "response_format.json_schema";
  if (optional(readText)(format["description"], `${path}.description`)) foreign[`${path}.description`] = true;
  return {
    kind: "schema",
    name: readName(format["name"], `${path}.name`),
    schema: optional(readObject)(format["schema"], `${path}.schema`) ?? {},
    strict: optional(readFlag)(format["strict"], `${path}.strict`),
  };
}

export function formatAnswerFormat(format: AnswerFormat | undefined, { capabilities, losses }: Formatting): JsonObject {
  if (format === undefined) return {};
  if (format.kind === "json") return { response_format: { type: "json_object" } };
  if (!capabilities.schemaAnswers) {
    losses.emulated("response_format.json_schema");
    return { response_format: { type: "json_object" } };
  }
  const { name, schema, strict } = format;
  return { response_format: { type: "json_schema", json_schema: compact({ name, schema, strict }) } };
}
