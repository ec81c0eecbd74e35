import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { Usage } from "../../../chat/event.ts";
import { listOf, numberOf, objectOf, textOf } from "../../answer-members.ts";

/** What `usage` has said so far: what a later one leaves out, or says as `null`, stays as it was said before. */
export function withUsage(before: JsonObject, later: JsonObject): JsonObject {
  const told = Object.entries(later).filter(([, value]) => value !== null);
  return { ...before, ...Object.fromEntries(told) };
}

/** Its counts leave out what was read and written to compact the conversation, which is charged, too. */
export function readUsage(json: JsonObject): Usage {
  const compactions = listOf(json, "iterations").filter((each) => textOf(each, "type") === "compaction");
  const reasoning = numberOf(objectOf(json, "output_tokens_details"), "thinking_tokens");
  return {
    ...countsOf([json, ...compactions]),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(compactions.length === 0 ? {} : { compactions: compactions.map((each) => countsOf([each])) }),
  };
}

function countsOf(all: readonly JsonValue[]): Usage {
  const count = (name: string): number | undefined => sumOf(all.map((each) => numberOf(each, name)));
  const cacheRead = count("cache_read_input_tokens");
  const cacheWrite = count("cache_creation_input_tokens");
  const written = all.map((each) => objectOf(each, "cache_creation"));
  const hourly = sumOf(written.map((each) => numberOf(each, "ephemeral_1h_input_tokens")));
  return {
    input: count("input_tokens") ?? 0,
    output: count("output_tokens") ?? 0,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(hourly ? { cacheWrite1h: hourly } : {}),
  };
}

/** Of the counts that are given; `undefined` where none is. */
function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  return counts.reduce((sum, each) => (each === undefined ? sum : (sum ?? 0) + each), undefined);
}

export function formatUsage({ input, output, cacheRead, cacheWrite, reasoning }: Usage): JsonObject {
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite ?? 0,
    cache_read_input_tokens: cacheRead ?? 0,
    output_tokens: output,
    ...(reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: reasoning } }),
  };
}
