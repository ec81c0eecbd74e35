import { invalid } from "../../error.ts";

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const modes = ["on", "read", "off"] as const;
/**
 * `read` stores nothing of the conversation; `off` retrieves nothing new either. What a conversation was shown before
 * stands in all of them.
 */
export type Mode = (typeof modes)[number];

/** What a request's headers ask of memory. */
export type AskedMemory = {
  mode: Mode;
  budgetTokens: number;
  /** A call that a tool makes for itself: it is shown nothing new, and is no part of the conversation. */
  requestClass?: "auxiliary" | "compaction";
};

const defaultBudget = 1_500;
const highestBudget = 32_000;

/** Errors: invalid_argument, which names the header. */
export function readAskedMemory(headers: Headers): AskedMemory {
  const requestClass = headerOf(headers, "x-claude-code-request-class");
  const isOwn = requestClass === "auxiliary" || requestClass === "compaction";
  return {
    mode: readMode(headerOf(headers, "x-cairn-memory")),
    budgetTokens: readBudget(headerOf(headers, "x-cairn-memory-budget")),
    ...(isOwn && { requestClass }),
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

/** A header's only, or first, value; `undefined` for an empty one. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  const first = (Array.isArray(value) ? value[0] : value)?.trim();
  return first === "" ? undefined : first;
}
