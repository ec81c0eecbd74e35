import type { Capabilities } from "../../chat/capabilities.ts";
import type { JsonValue } from "../../../json.ts";
import type { AnswerFormat, SystemBlock } from "../../chat/request.ts";

/** What a model is told, as system text, that cannot be held to a schema. */
export function schemaInstruction(schema: JsonValue): string {
  return `Answer with JSON and nothing else. It must match this JSON Schema: ${JSON.stringify(schema)}`;
}

/** Where a model is held to JSON only, it is told of the schema after all system text. */
export function schemaBlocks(format: AnswerFormat | undefined, { schemaAnswers }: Capabilities): SystemBlock[] {
  return format?.kind === "schema" && !schemaAnswers ? [{ text: schemaInstruction(format.schema) }] : [];
}
