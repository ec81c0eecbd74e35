import type { Base } from "../../memory/search/base/base.ts";
import type { Storage } from "../../server/storage.ts";
import { auditRows, type AuditRow } from "../../store/upkeep/audit.ts";
import type { Finding } from "../../store/upkeep/verify.ts";

/** Compares what SQL says of an account's base with what is there. Beside a running server it takes one moment's state. */
export async function compareIndex(storage: IndexedStorage, base: Base, account: string) {
  for (let attempt = 1; ; attempt++) {
    const before = await storage.index.state(account);
    const compared = await compareOnce(storage, base, account, before);
    const after = await storage.index.state(account);
    const moved = before?.flushedSeq !== after?.flushedSeq || before?.baseVersion !== after?.baseVersion;
    if (!moved || compared.findings.length === 0 || attempt >= 3) return compared;
  }
}

type IndexedStorage = Pick<Storage, "database" | "index">;
type State = Awaited<ReturnType<Storage["index"]["state"]>>;

async function compareOnce({ database }: IndexedStorage, base: Base, account: string, state: State) {
  const { fingerprint = "", flushedSeq = 0, baseVersion = 0 } = state ?? {};
  const inBase = new Map<string, number>();
  const findings: Finding[] = [];
  let memories = 0;
  if (flushedSeq > 0) {
    try {
      for await (const { id, seq } of base.rows(account, { fingerprint, version: baseVersion })) inBase.set(id, seq);
    } catch {
      findings.push({ account, id: account, problem: "a table that cannot be read" });
    }
  }
  for await (const row of auditRows(database, account)) {
    if (row.live) memories++;
    for (const problem of problemsOf(row, inBase.get(row.id), flushedSeq))
      findings.push({ account, id: row.id, problem });
    inBase.delete(row.id);
  }
  for (const id of inBase.keys()) findings.push({ account, id, problem: "a row of the table that SQL does not know" });
  return { memories, findings };
}

function problemsOf(row: AuditRow, seqInBase: number | undefined, flushedSeq: number): string[] {
  const found: string[] = [];
  const settled = row.seq <= flushedSeq;
  if (row.flushed && seqInBase === undefined) found.push("a flushed memory that the table has not");
  // Above the flushed seq the table may be ahead: a flush writes it first, and publishes then.
  if (!row.flushed && seqInBase !== undefined && settled) found.push("a row of the table that was not flushed");
  if (row.live && row.flushed && settled && seqInBase !== undefined && seqInBase < row.seq) {
    found.push("a row of the table that is older than its memory");
  }
  if (row.live && !row.flushed && settled) found.push("a memory that counts as flushed and never was");
  return found;
}
