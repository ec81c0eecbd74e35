import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import type { Usage } from "../../../chat/event.ts";
import { numberOf, objectOf } from "../../answer-members.ts";

/**
 * `prompt_tokens` includes what a cache read or wrote. DeepSeek tells its cache beside it; xAI leaves what was thought
 * out of `completion_tokens`, but not out of the total.
 */
export function readUsage(json: JsonValue | undefined): Usage | undefined {
  if (!isObject(json)) return undefined;
  const prompt = numberOf(json, "prompt_tokens") ?? 0;
  const completion = numberOf(json, "completion_tokens") ?? 0;
  const ofPrompt = objectOf(json, "prompt_tokens_details");
  const cacheRead = numberOf(ofPrompt, "cached_tokens") ?? numberOf(json, "prompt_cache_hit_tokens");
  const cacheWrite = numberOf(ofPrompt, "cache_write_tokens");
  const reasoning = numberOf(objectOf(json, "completion_tokens_details"), "reasoning_tokens");
  const apart = reasoning !== undefined && numberOf(json, "total_tokens") === prompt + completion + reasoning;
  return {
    input: Math.max(0, prompt - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    output: apart ? completion + reasoning : completion,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

export function formatUsage({ input, output, cacheRead, cacheWrite, reasoning }: Usage): JsonObject {
  const prompt = input + (cacheRead ?? 0) + (cacheWrite ?? 0);
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: {
      cached_tokens: cacheRead ?? 0,
      ...(cacheWrite === undefined ? {} : { cache_write_tokens: cacheWrite }),
    },
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}
