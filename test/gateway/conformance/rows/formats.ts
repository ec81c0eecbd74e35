import { asks } from "../asks.ts";
import type { Row } from "../row.ts";

const closed = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };
const open = { type: "object", properties: { a: { type: "object" } } };
const shut = {
  type: "object",
  properties: { a: { type: "object", additionalProperties: false } },
  additionalProperties: false,
};
const openai = (schema: object, name = "answer") => ({
  response_format: { type: "json_schema", json_schema: { name, schema, strict: true } },
});
const anthropic = (schema: object) => ({ output_config: { format: { type: "json_schema", schema } } });
const gemini = (schema: object) => ({
  generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema },
});
const told = "Answer with JSON and nothing else. It must match this JSON Schema: ";

export const formatRows: readonly Row[] = [
  asks("An answer by a schema", {
    from: { openai: openai(closed, "a_name"), anthropic: anthropic(closed) },
    at: { openai: openai(closed), anthropic: anthropic(closed), gemini: gemini(closed) },
  }),
  asks("An answer by a schema that lets other members in", {
    from: { openai: openai(open), anthropic: anthropic(open) },
    at: { openai: openai(open), anthropic: anthropic(shut), gemini: gemini(open) },
    lost: { anthropic: "response_format.additional_properties; emulated" },
  }),
  asks("An answer by a schema, of a model that cannot be held to one", {
    models: { openai: "deepseek-v4-pro", anthropic: "claude-opus-4-20250514" },
    from: { openai: openai(closed), anthropic: anthropic(closed) },
    at: {
      openai: {
        messages: [
          { role: "system", content: told + JSON.stringify(closed) },
          { role: "user", content: "hi" },
        ],
        response_format: { type: "json_object" },
        max_completion_tokens: undefined,
        max_tokens: 64,
      },
      anthropic: { system: [{ type: "text", text: told + JSON.stringify(closed) }] },
      gemini: gemini(closed),
    },
    lost: { openai: "response_format.json_schema; emulated", anthropic: "response_format.json_schema; emulated" },
  }),
  asks("An answer that is some JSON object", {
    from: {
      openai: { response_format: { type: "json_object" } },
      anthropic: "Anthropic's dialect has no word for it.",
    },
    at: {
      anthropic: { system: [{ type: "text", text: "Answer with one JSON object and nothing else." }] },
      gemini: { generationConfig: { responseMimeType: "application/json" } },
    },
    lost: { anthropic: "response_format.json_object; emulated" },
  }),
];
