import type { JsonValue } from "../../../json.ts";
import type { AnswerFormat, SystemBlock } from "../../chat/request.ts";
import type { Formatting } from "./formatting.ts";

/** System text for a model that cannot be held to a schema. */
export function schemaInstruction(schema: JsonValue): string {
  return `Answer with JSON and nothing else. It must match this JSON Schema: ${JSON.stringify(schema)}`;
}

/** A model that can only be held to JSON is told the schema, after all other system text. */
export function schemaBlocks(format: AnswerFormat | undefined, { capabilities }: Formatting): SystemBlock[] {
  return format?.kind === "schema" && !capabilities.schemaAnswers ? [{ text: schemaInstruction(format.schema) }] : [];
}
