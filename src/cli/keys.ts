import type { Account, Key, KeyBounds, KeyEdit, NewKey, Plan } from "../account/account.ts";
import type { IssuedKey } from "../account/keys.ts";
import { microsOf, usdOf } from "../account/money.ts";
import { checkNewKey, defaultScopes, parseScopes } from "../account/new-key.ts";
import { AppError } from "../error.ts";
import { formatOptionalTime, formatTime } from "../rpc/convert/time.ts";
import { withStorage, withStored } from "../server/storage.ts";
import { accountNamed, ensureAccount } from "./account-named.ts";
import { parseDuration } from "./duration.ts";
import { outputFailure } from "./terminal/output.ts";
import { printResult, table, type PrintOptions } from "./terminal/print.ts";
import { readSettings } from "./settings.ts";
import { checkFlags } from "./terminal/usage-error.ts";

const pageSize = 200;

type BoundOptions = { expires?: number; models?: string[]; tokenBudget?: number; usdBudget?: number };

export type CreateOptions = PrintOptions &
  BoundOptions & {
    account: string;
    plan?: Plan;
    scopes?: string[];
    user?: string;
    requireUser: boolean;
    name: string;
  };

const cleared = {
  expires: "expiresAtMs",
  models: "models",
  "token-budget": "monthlyTokenBudget",
  "usd-budget": "monthlyBudgetMicros",
} as const;

export type EditOptions = PrintOptions &
  BoundOptions & { name?: string; requireUser?: boolean; clear?: (keyof typeof cleared)[] };

/** By what they set. */
const flags = {
  scopes: "--scopes",
  user_id: "--user",
  require_user: "--require-user",
  expires_at: "--expires",
  models: "--models",
  monthly_token_budget: "--token-budget",
  monthly_budget_usd: "--usd-budget",
  clear: "--clear",
  overlap: "--overlap",
};

export async function create(options: CreateOptions): Promise<void> {
  const key = await checkFlags(flags, () => newKeyOf(options, Date.now()));
  await withStorage(readSettings(), async (storage) => {
    const account = await ensureAccount(storage, options.account, options.plan);
    await printIssued(await storage.keys.create(account.id, key), account, options);
  });
}

/** Errors: invalid_argument. */
function newKeyOf(options: CreateOptions, nowMs: number): NewKey {
  const { name, user, requireUser } = options;
  const scopes = options.scopes === undefined ? [...defaultScopes] : parseScopes(options.scopes);
  const key = { name, scopes, user, requireUser, ...boundsOf(options, nowMs) };
  checkNewKey(key, nowMs);
  return key;
}

/** Errors: invalid_argument. */
function boundsOf({ expires, models, tokenBudget, usdBudget }: BoundOptions, nowMs: number): KeyBounds {
  return {
    expiresAtMs: expires === undefined ? undefined : nowMs + expires,
    models,
    monthlyTokenBudget: tokenBudget,
    monthlyBudgetMicros: usdBudget === undefined ? undefined : microsOf("monthly_budget_usd", usdBudget),
  };
}

export async function list(options: PrintOptions & { account: string; user?: string }): Promise<void> {
  await withStored(readSettings(), async (storage) => {
    const account = await accountNamed(storage, options.account);
    const all: Key[] = [];
    let cursor: string | undefined;
    do {
      const page = await storage.keys.list(account.id, { limit: pageSize, offset: 0, cursor }, options.user);
      all.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    printResult({ keys: all.map(shown) }, options, ({ keys }) =>
      table(
        ["ID", "NAME", "SCOPES", "USER", "MODELS", "BUDGET", "CREATED", "STATE"],
        keys.map((key) => [
          key.id,
          key.name,
          key.scopes.join(","),
          key.user_id ?? (key.require_user ? "(required)" : ""),
          key.models.join(",") || "any",
          budgetOf(key),
          key.created_at,
          stateOf(key),
        ]),
      ),
    );
  });
}

export async function edit(id: string, options: EditOptions): Promise<void> {
  const nowMs = Date.now();
  await withStored(readSettings(), async (storage) => {
    const account = await storage.keys.accountOf(id);
    const clear = (options.clear ?? []).map((what) => cleared[what]);
    const key = await checkFlags(flags, () => {
      const { name, requireUser } = options;
      const change: KeyEdit = { name, requireUser, ...boundsOf(options, nowMs), clear };
      return storage.keys.edit(account.id, id, change, nowMs);
    });
    printResult(shown(key), options, () => `edited ${id}`);
  });
}

/** On the command line a key is known by its id alone: whoever reads the folder may touch every account. */
export async function revoke(id: string, options: PrintOptions): Promise<void> {
  await withStored(readSettings(), async (storage) => {
    const account = await storage.keys.accountOf(id);
    const key = await storage.keys.revoke(account.id, id);
    printResult(shown(key), options, () => `revoked ${id}`);
  });
}

export async function rotate(id: string, options: PrintOptions & { overlap?: number }): Promise<void> {
  await withStored(readSettings(), async (storage) => {
    const account = await storage.keys.accountOf(id);
    const overlapMs = options.overlap ?? parseDuration("24h");
    const issued = await checkFlags(flags, () => storage.keys.rotate(account.id, id, overlapMs, Date.now()));
    await printIssued(issued, account, options);
  });
}

/** Errors: unavailable, where nobody can have read the key, which is kept nowhere. */
async function printIssued({ key, credential }: IssuedKey, account: Account, options: PrintOptions): Promise<void> {
  const { id, scopes, expires_at, require_user, models, monthly_token_budget, monthly_budget_usd } = shown(key);
  const policy = { require_user, models, monthly_token_budget, monthly_budget_usd };
  const issued = { id, key: credential, account: account.name, plan: account.plan, scopes, expires_at, ...policy };
  printResult(issued, options, () => {
    const until = expires_at === null ? "" : `, until ${expires_at}`;
    return `${credential}\n(${id}, account ${account.name}, plan ${account.plan}, ${scopes.join(" ")}${until}; shown once)`;
  });
  const failure = await outputFailure();
  if (failure === undefined) return;
  const lost = `the key ${id} was created but could not be printed (${failure.message}): revoke it and create another`;
  throw new AppError("unavailable", lost, { cause: failure });
}

type ShownKey = ReturnType<typeof shown>;

function shown(key: Key) {
  const { id, name, scopes, user, createdAtMs, expiresAtMs, revokedAtMs, monthlyBudgetMicros: micros } = key;
  const time = (ms: number | undefined) => formatOptionalTime(ms) ?? null;
  const times = { created_at: formatTime(createdAtMs), expires_at: time(expiresAtMs), revoked_at: time(revokedAtMs) };
  const policy = {
    models: key.models ?? [],
    monthly_token_budget: key.monthlyTokenBudget ?? null,
    monthly_budget_usd: micros === undefined ? null : usdOf(micros),
  };
  return { id, name, scopes, user_id: user ?? null, require_user: key.requireUser ?? false, ...times, ...policy };
}

function budgetOf({ monthly_token_budget: tokens, monthly_budget_usd: usd }: ShownKey): string {
  const budgets = [...(tokens === null ? [] : [`${tokens} tokens`]), ...(usd === null ? [] : [`$${usd}`])];
  return budgets.join(", ") || "none";
}

function stateOf(key: ShownKey): string {
  if (key.revoked_at !== null) return "revoked";
  if (key.expires_at === null) return "good";
  return Date.parse(key.expires_at) <= Date.now() ? "expired" : `until ${key.expires_at}`;
}
