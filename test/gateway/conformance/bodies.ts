import type { Column, Upstream } from "./column.ts";

/** Members that are added to a body; one that is `undefined` is left out of it. */
export type Members = Readonly<Record<string, unknown>>;

/** A model of each dialect that takes most of what can be asked. */
export const modelOf: Record<Upstream, string> = {
  openai: "gpt-4.1",
  anthropic: "claude-haiku-4-5",
  gemini: "gemini-2.5-flash",
};

/** What every caller asks, unless a row says otherwise. */
export function base({ caller, stream }: Column, model: string, members: Members): Members {
  const usage = caller === "openai" ? { stream_options: { include_usage: true } } : {};
  const said = { model, messages: [{ role: "user", content: "hi" }], max_tokens: 64 };
  return { ...said, ...(stream && { stream, ...usage }), ...members };
}

/** What of it arrives, in the provider's dialect. */
export function arrivesAs({ upstream, stream }: Column, model: string, members: Members): Members {
  switch (upstream) {
    case "openai": {
      const usage = { stream, stream_options: { include_usage: true } };
      const messages = [{ role: "user", content: "hi" }];
      return { model, messages, max_completion_tokens: 64, ...(stream && usage), ...members };
    }
    case "anthropic": {
      const messages = [{ role: "user", content: [{ type: "text", text: "hi" }] }];
      return { model, messages, max_tokens: 64, ...(stream && { stream }), ...members };
    }
    case "gemini": {
      const { generationConfig, ...rest } = { generationConfig: {}, ...members };
      const contents = [{ role: "user", parts: [{ text: "hi" }] }];
      const config = generationConfig && { maxOutputTokens: 64, ...generationConfig };
      return { contents, generationConfig: config, ...rest };
    }
  }
}
