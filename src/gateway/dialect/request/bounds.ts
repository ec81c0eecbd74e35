import type { ChatRequest } from "../../chat/request.ts";
import type { Formatting } from "./formatting.ts";

/** Numbers and words of a request that a model takes only within bounds, brought into them. */

/** Sampling as the model takes it; what it refuses is lost, unless it says only what holds anyway. */
export function samplingFor(
  { temperature, topP, topK }: ChatRequest,
  isTaken: boolean,
  temperatureMax: number,
  { losses }: Formatting,
): Pick<ChatRequest, "temperature" | "topP" | "topK"> {
  if (!isTaken) {
    if (temperature !== undefined && temperature !== 1) losses.dropped("temperature");
    if (topP !== undefined && topP !== 1) losses.dropped("top_p");
    if (topK !== undefined) losses.dropped("top_k");
    return {};
  }
  if (temperature === undefined || temperature <= temperatureMax) return { temperature, topP, topK };
  losses.emulated("temperature");
  return { temperature: temperatureMax, topP, topK };
}

/** The most tokens that are asked for, from 1 to what the model can write; absent where the caller names none. */
export function maxTokensFor({ maxTokens }: ChatRequest, { capabilities, losses }: Formatting): number | undefined {
  const { maxOutputTokens } = capabilities;
  if (maxTokens === undefined || (maxTokens >= 1 && maxTokens <= maxOutputTokens)) return maxTokens;
  losses.emulated("max_tokens");
  return Math.max(1, Math.min(maxTokens, maxOutputTokens));
}

/** The first `most` sequences, none where the model takes none. */
export function stopFor({ stop }: ChatRequest, most: number, { capabilities, losses }: Formatting): string[] {
  const kept = capabilities.stop ? stop.slice(0, most) : [];
  if (kept.length < stop.length) losses.dropped("stop");
  return kept;
}

/** What the model takes of them, as they are: others are lost, unless they are 0. */
export function penaltiesFor(
  { frequencyPenalty, presencePenalty }: ChatRequest,
  { capabilities, losses }: Formatting,
): Pick<ChatRequest, "frequencyPenalty" | "presencePenalty"> {
  if (capabilities.penalties) return { frequencyPenalty, presencePenalty };
  if (frequencyPenalty) losses.dropped("frequency_penalty");
  if (presencePenalty) losses.dropped("presence_penalty");
  return {};
}
