import type { JsonObject, JsonValue } from "../../../json.ts";
import type { Signature } from "../../chat/request.ts";
import { objectOf, textOf } from "../answer-members.ts";

type Call = { id: string; name: string; signature?: Signature };

/** A member of `tool_calls`. Gemini's signature is where Google's own OpenAI endpoint has it. */
export function formatCall({ id, name, signature }: Call, input: string): JsonObject {
  const call = { id, type: "function", function: { name, arguments: input } };
  if (signature?.by !== "gemini") return call;
  return { ...call, extra_content: { google: { thought_signature: signature.value } } };
}

export function signatureIn(call: JsonValue): { signature?: Signature } {
  const value = textOf(objectOf(objectOf(call, "extra_content"), "google"), "thought_signature");
  return value ? { signature: { by: "gemini", value } } : {};
}

/** The same as OpenAI had it before there were tools: without an id, or a place for a signature. */
export function formatFunctionCall({ name }: Pick<Call, "name">, input: string): JsonObject {
  return { name, arguments: input };
}

/** No arguments: clients parse what they get, and nothing does not parse. */
export const noInput = "{}";
