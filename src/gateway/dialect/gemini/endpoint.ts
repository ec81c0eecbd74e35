import { numberOf } from "../answer-members.ts";
import type { TokenCounting } from "../dialect.ts";

/** The path names the model, and says whether a stream is wanted. */
export function answerPath(model: string, isStream: boolean): string {
  return `/models/${model}:${isStream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
}

export const defaultHeaders = {};

export function keyHeaders(key: string): Record<string, string> {
  return { "x-goog-api-key": key };
}

/** `POST /models/<model>:countTokens`, of all that a request for an answer says. */
export const tokenCounting: TokenCounting = {
  path: (model) => `/models/${model}:countTokens`,
  format: (request, model) => ({ generateContentRequest: { ...request, model: `models/${model}` } }),
  read: (body) => numberOf(body, "totalTokens"),
};
