import type { JsonObject } from "../../../../json.ts";
import type { AnswerFormat } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";

export function formatAnswerFormat(format: AnswerFormat | undefined, { capabilities, losses }: Formatting): JsonObject {
  if (format === undefined) return {};
  const json = { responseMimeType: "application/json" };
  if (format.kind === "json") return json;
  if (capabilities.schemaAnswers) return { ...json, responseJsonSchema: format.schema };
  losses.emulated("response_format.json_schema");
  return json;
}
