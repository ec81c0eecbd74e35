import type { Base } from "../../memory/search/base/base.ts";
import type { Database } from "../../store/database.ts";
import type { Db } from "../../store/engine.ts";
import { SqlIndexStore } from "../../store/index/index-store.ts";
import { auditRows, type AuditRow } from "../../store/upkeep/verify/audit.ts";
import { isBeingPurged, type Finding } from "../../store/upkeep/verify/verify.ts";

/** How often in a row something is found before it is told. */
const looks = 3;

/**
 * Compares what SQL says of an account's base with what is there. Beside a running server too: SQL is read as it is at one
 * moment, and the table, which is ahead of that or replaced where somebody flushes, can look wrong once, but no second time.
 */
export async function compareIndex(database: Pick<Database, "snapshot">, base: Base, account: string) {
  const look = () => database.snapshot((read) => compareOnce(read, base, account));
  let { memories, findings } = await look();
  for (let looked = 1; findings.length > 0 && looked < looks; looked++) {
    const again = await look();
    const found = new Set(again.findings.map(nameOf));
    memories = again.memories;
    findings = findings.filter((finding) => found.has(nameOf(finding)));
  }
  return { memories, findings };
}

const nameOf = ({ id, problem }: Finding) => `${id} ${problem}`;

async function compareOnce(snapshot: Db, base: Base, account: string) {
  const findings: Finding[] = [];
  let memories = 0;
  if (await isBeingPurged(snapshot, account)) return { memories, findings };
  const state = await new SqlIndexStore({ read: snapshot }).state(account);
  const { fingerprint = "", flushedSeq = 0, baseVersion = 0 } = state ?? {};
  const inBase = new Map<string, number>();
  if (flushedSeq > 0) {
    try {
      for await (const { id, seq } of base.rows(account, { fingerprint, version: baseVersion })) inBase.set(id, seq);
      const isWhole = await base.isWhole(account, { fingerprint, version: baseVersion });
      if (!isWhole) findings.push({ account, id: account, problem: "a table of which not all can be read" });
    } catch {
      findings.push({ account, id: account, problem: "a table that cannot be read" });
    }
  }
  for await (const row of auditRows(snapshot, account)) {
    if (row.live) memories++;
    for (const problem of problemsOf(row, inBase.get(row.id), flushedSeq))
      findings.push({ account, id: row.id, problem });
    inBase.delete(row.id);
  }
  for (const id of inBase.keys()) findings.push({ account, id, problem: "a row of the table that is not in SQL" });
  return { memories, findings };
}

function problemsOf(row: AuditRow, seqInBase: number | undefined, flushedSeq: number): string[] {
  const found: string[] = [];
  const settled = row.seq <= flushedSeq;
  // Above the flushed seq the table may be ahead: a flush writes it first, and publishes then.
  if (row.flushed && seqInBase === undefined && (row.live || settled)) {
    found.push("a flushed memory that is not in the table");
  }
  if (!row.flushed && seqInBase !== undefined && settled) found.push("a row of the table that was not flushed");
  if (row.live && row.flushed && settled && seqInBase !== undefined && seqInBase < row.seq) {
    found.push("a row of the table that is older than its memory");
  }
  if (row.live && !row.flushed && settled) found.push("a memory that is recorded as flushed but never was");
  return found;
}
