import { systemUser, type Scope } from "../../memory/scope.ts";
import { notErased } from "../account/accounts.ts";
import { chunks } from "../chunks.ts";
import type { Tx } from "../engine.ts";
import { parseResults, type RetrievalRow } from "../outcome/retrieval-row.ts";
import { hashedName, latenessMs } from "./erasure-row.ts";
import { kindOf } from "./kinds.ts";
import { resultsLeft } from "./results-left.ts";

/** Of a receipt that is written this soon the clock was not set in between. */
const soonMs = 1_000;
const idsPerStatement = 500;

/**
 * What may be written of some receipts. One that comes after an erasure has looked for such loses here what it would
 * have lost there: all of it where its account or user was erased, else the query and what was erased.
 */
export async function withoutErased(tx: Tx, receipts: readonly RetrievalRow[]): Promise<RetrievalRow[]> {
  const kept: RetrievalRow[] = [];
  for (const [account, own] of Map.groupBy(receipts, (receipt) => receipt.account_id)) {
    if (await isErased(tx, account)) continue;
    const erasures = await erasuresSince(tx, account, Math.min(...own.map((receipt) => receipt.created_at)));
    if (erasures.size === 0 && !own.some(isLate)) {
      kept.push(...own);
      continue;
    }
    const left = await resultsLeft(tx, account, await buriedOf(tx, account, own));
    const ofSystem = hiddenOf(erasures, { account, user: systemUser });
    for (const receipt of own) {
      const ofUser = hiddenOf(erasures, { account, user: receipt.user_id });
      if (receipt.created_at <= ofUser.userMs) continue;
      // It is not recorded which messages a fact came from, so it may be from any of theirs.
      const factsMs = Math.max(ofUser.anyMs, ofSystem.anyMs) + (isLate(receipt) ? latenessMs : 0);
      const results = left(receipt.results, receipt.created_at > factsMs);
      kept.push(results === receipt.results ? receipt : { ...receipt, query: null, results });
    }
  }
  return kept;
}

function isLate({ created_at }: RetrievalRow): boolean {
  return Math.abs(Date.now() - created_at) > soonMs;
}

async function isErased(tx: Tx, account: string): Promise<boolean> {
  const query = tx.selectFrom("account").select("id").where("id", "=", account);
  return (await query.where((e) => e.not(notErased)).executeTakeFirst()) !== undefined;
}

/** Until when something that was erased could be found: by an erasure of the whole user, and by any. */
type Hidden = { userMs: number; anyMs: number };

const nothing: Hidden = { userMs: -Infinity, anyMs: -Infinity };

/** Erasures that may be of what was found at a time or later, by the names in their rows. */
async function erasuresSince(tx: Tx, account: string, fromMs: number): Promise<Map<string, Hidden>> {
  const of = tx.selectFrom("erasure").select(["user_id", "kind", "hidden_at"]).where("account_id", "=", account);
  // Each half is found by an index, as one condition with `or` would not be.
  const underWay = of.where("hidden_at", "is", null);
  const rows = await underWay.unionAll(of.where("hidden_at", ">=", fromMs - latenessMs)).execute();
  const erasures = new Map<string, Hidden>();
  for (const { user_id: name, hidden_at, ...row } of rows) {
    const anyMs = hidden_at ?? Infinity;
    const userMs = kindOf(row).whole === "user" ? anyMs : -Infinity;
    erasures.set(name, later(erasures.get(name) ?? nothing, { userMs, anyMs }));
  }
  return erasures;
}

/** An erasure has its user's name until it is hidden, then a hash of it. */
function hiddenOf(erasures: ReadonlyMap<string, Hidden>, scope: Scope): Hidden {
  return later(erasures.get(scope.user) ?? nothing, erasures.get(hashedName(scope)) ?? nothing);
}

function later(a: Hidden, b: Hidden): Hidden {
  return { userMs: Math.max(a.userMs, b.userMs), anyMs: Math.max(a.anyMs, b.anyMs) };
}

async function buriedOf(tx: Tx, account: string, receipts: readonly RetrievalRow[]): Promise<Set<string>> {
  const buried = new Set<string>();
  const ids = new Set(receipts.flatMap(({ results }) => parseResults(results).map(([id]) => id)));
  for (const part of chunks([...ids], idsPerStatement)) {
    const rows = await tx
      .selectFrom("memory")
      .select("id")
      .where("account_id", "=", account)
      .where("id", "in", part)
      .where("deleted", "=", 1)
      .execute();
    for (const { id } of rows) buried.add(id);
  }
  return buried;
}
