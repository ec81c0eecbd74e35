import { isObject, type JsonObject, type JsonValue } from "../../../src/json.ts";
import { hearMessageStream } from "./hear-anthropic.ts";
import { hearChunkStream } from "./hear-openai.ts";
import { withoutNull } from "./without-null.ts";
import type { Caller } from "./column.ts";
import type { Heard, Reply } from "./reply.ts";

/** Reads an answer as strictly as a client could: what breaks its dialect's rules throws. */
export function hear(caller: Caller, { headers, body }: Reply): Heard {
  if (headers.get("content-type")?.startsWith("text/event-stream")) {
    return caller === "openai" ? hearChunkStream(body.toString()) : hearMessageStream(body.toString());
  }
  const json = parse(body.toString());
  const error = isObject(json) && isObject(json["error"]) ? json["error"] : undefined;
  return { answer: error ? {} : wholeOf(caller, json), error, events: [] };
}

function wholeOf(caller: Caller, json: JsonValue | undefined): JsonObject {
  if (!isObject(json)) return {};
  if (caller === "anthropic") return json;
  const [choice] = Array.isArray(json["choices"]) ? json["choices"] : [];
  if (!isObject(choice) || !isObject(choice["message"])) return {};
  return withoutNull({ ...choice["message"], finish_reason: choice["finish_reason"]!, usage: json["usage"] ?? null });
}

function parse(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
