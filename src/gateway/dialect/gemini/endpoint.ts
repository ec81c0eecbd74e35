/** The path names the model, and says whether a stream is wanted. */
export function answerPath(model: string, isStream: boolean): string {
  return `/models/${model}:${isStream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
}

export const defaultHeaders = {};

export function keyHeaders(key: string): Record<string, string> {
  return { "x-goog-api-key": key };
}
