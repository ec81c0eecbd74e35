import type { ErrorCode } from "../error.ts";
import type { Answer } from "./chat/answer.ts";
import type { Usage } from "./chat/event.ts";
import type { GatewayRequest } from "./exchange.ts";
import type { MemoryReceipt } from "./memory/receipt.ts";
import type { Target } from "./model/route.ts";

/** What became of one request to a model: reported once, when its answer has ended. */
export type Observation = {
  request: Pick<GatewayRequest, "dialect" | "requestId" | "headers">;
  /** As it was asked for. */
  model: string;
  isStream: boolean;
  /** Who answered, or was asked last; absent where nobody could be. */
  target?: Target;
  /** Milliseconds since the epoch. */
  startedAtMs: number;
  /** Until the last byte, or the failure. */
  durationMs: number;
  /** Until the provider's head came, memory and all attempts included. */
  headMs?: number;
  /** Until the first of what the model said. */
  firstTokenMs?: number;
  /** The provider's, where it answered. */
  status?: number;
  /** Where it did not. */
  error?: ErrorCode;
  /** As far as it came. */
  answer?: Answer;
  /** What it is charged for. */
  usage?: Usage;
  memory?: MemoryReceipt;
};

/** Learns of every request to a model when it has ended. */
export interface CompletionObserver {
  ended(observation: Observation): void;
}

export type Outcome = "complete" | "partial" | "refused" | "failed" | "cancelled";

/**
 * `refused`: the provider said no; `failed`: nobody answered; `partial`: an answer broke off, or its caller left within
 * it; `cancelled`: the caller left before it began.
 */
export function outcomeOf({ status, answer, error }: Pick<Observation, "status" | "answer" | "error">): Outcome {
  if (error === "cancelled") return "cancelled";
  if (status === undefined) return "failed";
  if (status >= 400) return "refused";
  return answer?.finish !== undefined && answer.error === undefined ? "complete" : "partial";
}
