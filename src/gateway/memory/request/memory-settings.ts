import type { HeaderFields } from "../../../call.ts";
import { invalid } from "../../../error.ts";
import type { JsonObject } from "../../../json.ts";
import { lazy } from "../../lazy.ts";
import type { RequestClass } from "../clients/client.ts";
import { requestClassOf } from "../clients/clients.ts";
import { headerOf } from "./headers.ts";

const modes = ["on", "read", "off"] as const;
/**
 * `read` stores nothing of the conversation; `off` retrieves nothing new either. What a conversation was shown before
 * stands in all of them.
 */
export type Mode = (typeof modes)[number];

export type MemorySettings = {
  mode: Mode;
  budgetTokens: number;
  /** Read when it is needed: where memory is off it decides little. */
  readonly requestClass?: RequestClass | undefined;
};

/** Whether nothing is to be retrieved. */
export function isOff({ mode, budgetTokens }: MemorySettings): boolean {
  return mode === "off" || budgetTokens === 0;
}

const defaultBudget = 1_500;
const highestBudget = 32_000;

/** As the headers ask, or in another `mode`. Errors: invalid_argument, which names the header. */
export function readMemorySettings(headers: HeaderFields, json: JsonObject, mode?: Mode): MemorySettings {
  const named = readMode(headerOf(headers, "x-cairn-memory"));
  const requestClass = lazy(() => requestClassOf(headers, json));
  return {
    mode: mode ?? named,
    budgetTokens: readBudget(headerOf(headers, "x-cairn-memory-budget")),
    get requestClass() {
      return requestClass();
    },
  };
}

function readMode(value: string | undefined): Mode {
  const mode = value === undefined ? "on" : modes.find((each) => each === value.toLowerCase());
  if (mode === undefined) throw invalid("X-Cairn-Memory", `must be on, read or off, got "${value!.slice(0, 100)}"`);
  return mode;
}

function readBudget(value: string | undefined): number {
  if (value === undefined) return defaultBudget;
  const budget = /^\d{1,9}$/u.test(value) ? Number(value) : Number.NaN;
  if (budget <= highestBudget) return budget;
  throw invalid(
    "X-Cairn-Memory-Budget",
    `must be a number of tokens from 0 to ${highestBudget}, got "${value.slice(0, 100)}"`,
  );
}
