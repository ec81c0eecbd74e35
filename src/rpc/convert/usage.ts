import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  BudgetSchema,
  GetUsageResponseSchema,
  KeyUsageSchema,
  UsageSchema,
} from "../../../gen/cairn/admin/v1/admin_pb.ts";
import type { Key } from "../../account/account.ts";
import { usdOf } from "../../account/money.ts";
import { monthEndMs } from "../../account/month.ts";
import { countedAs } from "../../gateway/usage/spending.ts";
import { tokensOf, type Counts, type UsageReport } from "../../gateway/usage/usage-store.ts";
import { formatTime } from "./time.ts";

type KeyReport = UsageReport["keys"][number];

/** `key`: the one that was asked for, which is told of even if it was not used, and with its own name and budgets. */
export function formatUsageReport(
  { total, models, keys }: UsageReport,
  month: string,
  key: Key | undefined,
): MessageInitShape<typeof GetUsageResponseSchema> {
  const told = key === undefined ? keys : [{ ...unused(key), ...keys[0], name: key.name, policy: key }];
  return {
    month,
    resetsAt: formatTime(monthEndMs(month)),
    total: formatCounts(total),
    models: models.map(({ provider, model, ...counts }) => ({ provider, model, usage: formatCounts(counts) })),
    keys: told.map(formatKeyUsage),
  };
}

function unused(key: Key): KeyReport {
  const counts = { requests: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, micros: 0, unpriced: 0 };
  return { key: countedAs(key), name: key.name, policy: key, ...counts };
}

function formatKeyUsage({ key, name, policy, ...counts }: KeyReport): MessageInitShape<typeof KeyUsageSchema> {
  const { monthlyTokenBudget: tokens, monthlyBudgetMicros: micros } = policy;
  return {
    keyId: key,
    name,
    usage: formatCounts(counts),
    tokenBudget: tokens === undefined ? undefined : formatBudget(tokens, tokensOf(counts), (count) => count),
    usdBudget: micros === undefined ? undefined : formatBudget(micros, counts.micros, usdOf),
  };
}

function formatBudget(
  budget: number,
  spent: number,
  format: (amount: number) => number,
): MessageInitShape<typeof BudgetSchema> {
  return { budget: format(budget), spent: format(spent), remaining: format(Math.max(0, budget - spent)) };
}

function formatCounts(counts: Counts): MessageInitShape<typeof UsageSchema> {
  return {
    requests: counts.requests,
    inputTokens: counts.input,
    outputTokens: counts.output,
    cacheReadTokens: counts.cacheRead,
    cacheWriteTokens: counts.cacheWrite,
    costUsd: usdOf(counts.micros),
    unpricedRequests: counts.unpriced,
  };
}
