import type { Origin } from "../chat/request.ts";

/** Where a provider of the dialect is asked for an answer, behind its address. */
export function answerPath(dialect: Origin, model: string, stream: boolean): string {
  switch (dialect) {
    case "openai":
      return "/chat/completions";
    case "anthropic":
      return "/messages";
    case "gemini":
      return `/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
    default:
      return dialect satisfies never;
  }
}
