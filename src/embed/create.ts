import { BuiltinEngine, type BuiltinConfig } from "./builtin/engine.ts";
import type { OpenaiConfig } from "./openai/config.ts";
import { connectOpenai } from "./openai/engine.ts";
import { QueuedEmbedder, type QueueOptions } from "./queued.ts";

/**
 * Makes the configured embedder. The built-in one loads at the first call, or at `start()`. A remote one without
 * `dimensions` is asked for them first.
 * Errors: invalid_argument (a bad url or key), unavailable (a remote one that had to be asked and is not there).
 */
export async function createEmbedder(
  config: BuiltinConfig | OpenaiConfig,
  options: QueueOptions = {},
): Promise<QueuedEmbedder> {
  switch (config.kind) {
    case "builtin":
      return new QueuedEmbedder(new BuiltinEngine(config), options);
    case "openai":
      return new QueuedEmbedder(await connectOpenai(config), options);
    default:
      return config satisfies never;
  }
}
