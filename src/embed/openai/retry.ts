import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../error.ts";
import { harmlessText } from "../../memory/embedder.ts";
import { BrokenAtText } from "../engine.ts";
import type { Endpoint } from "./config.ts";
import { postOnce } from "./request.ts";

const triesMax = 3;
const backoffMs = 250;
/** A longer wait is the caller's: those who wait for a vector have other means meanwhile. */
const waitMsMax = 5_000;

/**
 * The body of the answer. Tries again what is worth it, after what `Retry-After` asks or a random share of a doubling
 * pause. Errors: unavailable; invalid_argument if it refuses the texts; BrokenAtText, at once where a text may be at fault.
 */
export async function postWithRetries(endpoint: Endpoint, texts: string[], signal: AbortSignal): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const answer = await postOnce(endpoint, texts, signal);
    switch (answer.kind) {
      case "ok":
        return answer.body;
      case "refused":
        throw new AppError("invalid_argument", `the embedding endpoint refused the text: ${answer.reason}`);
      case "failed":
        throw unavailable(answer.reason);
      case "broken":
      case "retryable": {
        const waitMs = answer.retryAfterMs ?? Math.random() * backoffMs * 2 ** tries;
        if (answer.kind === "broken" && (tries === triesMax || !isHarmless(texts))) throw broken(answer.reason);
        if (tries === triesMax || waitMs > waitMsMax) throw unavailable(answer.reason, answer.retryAfterMs);
        await sleep(waitMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw unavailable("the embedder is closed");
        break;
      }
      default:
        answer satisfies never;
    }
  }
}

const isHarmless = (texts: string[]): boolean => texts.length === 1 && texts[0] === harmlessText;

function broken(reason: string): AppError {
  return new BrokenAtText(`the embedding endpoint failed at this text: ${reason}`);
}

function unavailable(reason: string, retryAfterMs?: number): AppError {
  const retryAfterS = retryAfterMs === undefined ? undefined : retryAfterMs / 1_000;
  return new AppError("unavailable", `the embedding endpoint failed: ${reason}`, { retryAfterS });
}
