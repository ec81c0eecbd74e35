export function answerPath(): string {
  return "/messages";
}

export const countPath = "/messages/count_tokens";

/** Anthropic takes no request without a version. */
export const defaultHeaders = { "anthropic-version": "2023-06-01" };

export function keyHeaders(key: string): Record<string, string> {
  return { "x-api-key": key };
}
