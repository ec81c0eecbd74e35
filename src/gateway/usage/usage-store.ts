import type { KeyPolicy } from "../../account/account.ts";

/** Whose usage, in which UTC month (`2026-11`). `key` is the id that a key counts as. */
export type UsageOf = { account: string; key: string; month: string };

/** What was asked of models, summed up. */
export type Counts = {
  /** Answers. */
  requests: number;
  /** Tokens, told apart as in Usage. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** What those requests cost whose model has a price. */
  micros: number;
  /** Requests of models without a price. */
  unpriced: number;
};

/** The counts of a key in a month with one model. */
export type UsageRow = UsageOf & { provider: string; model: string } & Counts;

/** What budgets are held against. */
export type Spent = { tokens: number; micros: number };

/** The usage of a month: what is most expensive first, then what has most tokens. At most `reportedMax` of a list. */
export type UsageReport = {
  total: Counts;
  models: ({ provider: string; model: string } & Counts)[];
  /** Keys that were used, with what they have as their budgets; one that is gone has no name any more. */
  keys: ({ key: string; name: string; policy: KeyPolicy } & Counts)[];
};

/** Longest list of a report. */
export const reportedMax = 1_000;
/** How many models of a key are counted apart in a month; the others are counted together, as `otherModels`. */
export const countedModelsMax = 200;
/** In place of a model's name; its provider is empty then. */
export const otherModels = "(others)";

/** What keys have used of models, by month. */
export interface UsageStore {
  /** Adds to what is counted, all or nothing. Nothing is counted of accounts that are erased. Errors: unavailable. */
  add(rows: readonly UsageRow[]): Promise<void>;
  spent(of: UsageOf): Promise<Spent>;
  /** Of one key, or of the whole account. */
  report(account: string, month: string, key?: string): Promise<UsageReport>;
}

/** All tokens that were read and written, cached ones too. */
export function tokensOf({ input, output, cacheRead, cacheWrite }: Counts): number {
  return input + output + cacheRead + cacheWrite;
}
