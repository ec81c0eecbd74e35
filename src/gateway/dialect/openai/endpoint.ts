/** Of those who speak OpenAI's dialect: its own API, and many others. */
export function answerPath(): string {
  return "/chat/completions";
}

export const defaultHeaders = {};

export function keyHeaders(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
