import { sql } from "kysely";
import { invalid, notFound } from "../../error.ts";
import type { Origin } from "../../memory/entity/layer.ts";
import type { Once } from "../../memory/once.ts";
import { foldTag, type Merge, type PatternContent } from "../../memory/entity/pattern.ts";
import type { Scope } from "../../memory/scope.ts";
import { writeOnce } from "../account/idempotency.ts";
import type { Database } from "../database.ts";
import type { Db, Tx } from "../engine.ts";
import { eraseSlice } from "../erasure/erase-memories.ts";
import { findErasure } from "../erasure/erasure-row.ts";
import { hide } from "../erasure/hide.ts";
import { recordErasure } from "../erasure/record-erasure.ts";
import {
  addVersion,
  contentOf,
  findPattern,
  patternOf,
  prepareAnew,
  sameContent,
  withRecord,
  type BroughtRecord,
} from "../memory/pattern-row.ts";
import { findRecords, refreshRecords } from "../outcome/track-records.ts";
import type { PatternRow } from "../schema.ts";

type Merging = { id: string; from: readonly string[]; origin: Origin };

const listMax = 50;

/** PatternStore's `merge`. What names the patterns that are erased goes in later writes. */
export async function mergePatterns(
  db: Database,
  scope: Scope,
  merging: Merging,
  once: Once | undefined,
): Promise<Merge | undefined> {
  if (merging.from.includes(merging.id))
    throw invalid("from", `must not include the pattern itself, but has "${merging.id}"`);
  const from = [...new Set(merging.from)];
  const pattern = await writeOnce(db, scope, once, { seqs: 1 }, async (tx, seq) => {
    const target = await findPattern(tx, scope, merging.id);
    if (!target) return undefined;
    const others = await othersOf(tx, scope, { into: target.id, from });
    if (others.length > 0) {
      const united = await unite(tx, target, others, merging.origin, seq);
      await moveRecords(tx, united, others);
      const into = { into_id: united.id, merged_at: Math.max(Date.now(), united.updated_at) };
      for (const other of others) await bury(tx, scope, other.id, into);
      await refreshRecords(tx, scope.account, [target.id]);
    }
    const records = await findRecords(tx, scope.account, [target.id]);
    return patternOf((await findPattern(tx, scope, target.id))!, records.get(target.id));
  });
  if (!pattern) return undefined;
  for (const erasure of await openErasures(db.read, scope, from)) await hide(db, scope.account, erasure);
  return { pattern, merged: from };
}

/** Errors: not_found, for one that neither is there nor was merged into the same pattern. */
async function othersOf(
  tx: Tx,
  scope: Scope,
  { into, from }: { into: string; from: readonly string[] },
): Promise<PatternRow[]> {
  const others: PatternRow[] = [];
  for (const other of from) {
    const row = await findPattern(tx, scope, other);
    if (row) others.push(row);
    else if (!(await wasMerged(tx, scope.account, other, into))) throw notFound("pattern", other);
  }
  return others;
}

async function wasMerged(tx: Tx, account: string, id: string, into: string): Promise<boolean> {
  const row = await tx
    .selectFrom("merged_pattern")
    .select("id")
    .where((e) => e.and({ account_id: account, id, into_id: into }))
    .executeTakeFirst();
  return row !== undefined;
}

/** A new version of the target, if the others have something to add. */
async function unite(
  tx: Tx,
  target: PatternRow,
  others: PatternRow[],
  origin: Origin,
  seq: number,
): Promise<PatternRow> {
  const all = [target, ...others].map(contentOf);
  const united = (member: "tags" | "worksWhen" | "antiPatterns") => firstOfEach(all, member);
  const prepared = prepareAnew(target, {
    ...contentOf(target),
    tags: united("tags"),
    worksWhen: united("worksWhen"),
    antiPatterns: united("antiPatterns"),
  });
  if (sameContent(target, prepared)) return target;
  const row = await addVersion(tx, target, prepared, { origin }, seq);
  // The solution is what it was: its outcomes count in full, those that are reported later too.
  await tx
    .updateTable("pattern_version")
    .set({ merged: 1 })
    .where((e) => e.and({ account_id: row.account_id, id: row.id, version: row.version }))
    .execute();
  await tx
    .updateTable("credit")
    .set((e) => ({ version: e("version", "+", 1) }))
    .where("account_id", "=", target.account_id)
    .where("memory_id", "=", target.id)
    .execute();
  const { successes, failures } = target;
  return { ...row, successes, failures };
}

function firstOfEach(all: readonly PatternContent[], member: "tags" | "worksWhen" | "antiPatterns"): string[] {
  const byKey = new Map<string, string>();
  for (const value of all.flatMap((content) => content[member])) {
    const key = foldTag(value);
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()].slice(0, listMax);
}

/**
 * Their credits become the target's, each worth as much as before. Where one retrieval credited several, the first
 * credit gets the weight of both: a retrieval has one outcome.
 */
async function moveRecords(tx: Tx, target: PatternRow, others: PatternRow[]): Promise<void> {
  const { account_id: account, id } = target;
  let brought: BroughtRecord = target;
  for (const other of others) {
    const shift = target.version - other.version;
    await sql`
      update credit set weight = weight + (
        select moved.weight * power(2.0, moved.version + ${shift} - credit.version) from credit as moved
        where moved.account_id = credit.account_id and moved.memory_id = ${other.id}
          and moved.at = credit.at and moved.retrieval_id = credit.retrieval_id)
      where account_id = ${account} and memory_id = ${id} and exists (
        select 1 from credit as moved where moved.account_id = credit.account_id and moved.memory_id = ${other.id}
          and moved.at = credit.at and moved.retrieval_id = credit.retrieval_id)`.execute(tx);
    await sql`
      insert into credit (account_id, memory_id, at, retrieval_id, success, weight, version)
      select account_id, ${id}, at, retrieval_id, success, weight, version + ${shift} from credit
      where account_id = ${account} and memory_id = ${other.id}
      on conflict do nothing`.execute(tx);
    brought = withRecord(brought, other, Date.now());
  }
  const { applications, successes, failures } = brought;
  const sums = { applications, successes, failures };
  await tx.updateTable("pattern").set(sums).where("account_id", "=", account).where("id", "=", id).execute();
}

/** Erases a pattern within this transaction; what names it is left for the erasure to take. */
async function bury(tx: Tx, scope: Scope, id: string, into: { into_id: string; merged_at: number }): Promise<void> {
  const erasure = await recordErasure(tx, scope, { kind: "pattern", id }, { found: true });
  if (erasure === undefined) throw new Error(`the pattern ${id} was there and is not`);
  await tx
    .updateTable("merged_pattern")
    .set(into)
    .where("account_id", "=", scope.account)
    .where("into_id", "=", id)
    .execute();
  const merged = { account_id: scope.account, id, ...into };
  await tx.insertInto("merged_pattern").values(merged).execute();
  await eraseSlice(tx, await findErasure(tx, scope.account, erasure), async () => {});
}

/** Those of patterns that still have something to take. */
async function openErasures(db: Db, { account, user }: Scope, patterns: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("erasure")
    .select("id")
    .where("done_at", "is", null)
    .where("account_id", "=", account)
    .where("hidden_at", "is", null)
    .where("user_id", "=", user)
    .where("kind", "=", "pattern")
    .where("target", "in", patterns)
    .execute();
  return rows.map(({ id }) => id);
}
