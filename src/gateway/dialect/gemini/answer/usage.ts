import { isObject, type JsonValue } from "../../../../json.ts";
import type { Usage } from "../../../chat/event.ts";
import { numberOf } from "../../answer-members.ts";

/** `usageMetadata`: the prompt's count includes what a cache read, the candidates' leaves out what was thought. */
export function readUsage(json: JsonValue | undefined): Usage | undefined {
  if (!isObject(json)) return undefined;
  const prompt = (numberOf(json, "promptTokenCount") ?? 0) + (numberOf(json, "toolUsePromptTokenCount") ?? 0);
  const cacheRead = numberOf(json, "cachedContentTokenCount");
  const reasoning = numberOf(json, "thoughtsTokenCount");
  return {
    input: Math.max(0, prompt - (cacheRead ?? 0)),
    output: (numberOf(json, "candidatesTokenCount") ?? 0) + (reasoning ?? 0),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}
