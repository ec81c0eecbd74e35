import type { HeaderFields } from "../../../call.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../json.ts";
import { leadingSystem } from "../../dialect/openai/system.ts";
import type { ClientRequest } from "./client.ts";

/** What clients are recognized by in a request, the same for both dialects. */
export function clientRequestOf(headers: HeaderFields, json: JsonObject): ClientRequest {
  const messages = messagesOf(json);
  const said = messages.slice(leadingSystem(messages));
  return {
    headers,
    hasTools: hasTools(json),
    system: systemTextOf(json),
    count: said.length,
    first: userTextsOf(said.at(0)),
    last: userTextsOf(said.at(-1)),
  };
}

/** What the system says before all others: the member `system`, or messages. */
export function systemTextOf(json: JsonObject): string {
  const messages = messagesOf(json);
  const leading = messages.slice(0, leadingSystem(messages)).map(({ content }) => content);
  return [json["system"], ...leading].flatMap(textsOf).join("\n\n");
}

export function hasTools({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

/** The text parts of a content. */
export function textsOf(content: JsonValue | undefined): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content
    .flatMap((part) => (isObject(part) && part["type"] === "text" ? [part["text"]] : []))
    .filter((text) => typeof text === "string");
}

function messagesOf({ messages }: JsonObject): JsonObject[] {
  return Array.isArray(messages) ? messages.filter(isObject) : [];
}

function userTextsOf(message: JsonObject | undefined): string[] {
  return message?.["role"] === "user" ? textsOf(message["content"]) : [];
}
