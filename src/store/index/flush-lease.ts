import { sql } from "kysely";
import type { FlushLease } from "../../memory/search/base/flush-store.ts";
import { activeFingerprint } from "../embedding/vector-space.ts";
import type { Tx } from "../engine.ts";
import { hasCome } from "../has-come.ts";

/**
 * Clocks differ a little and are adjusted a little: a lease that ends only this much later than it could is still held.
 */
const clocksMs = 60_000;

/** Grants the lease from `now` on, the time of this transaction; `undefined` while another's lasts. */
export async function grantLease(tx: Tx, account: string, now: number, ttlMs: number): Promise<FlushLease | undefined> {
  const row = await tx
    .updateTable("account")
    .set((e) => ({ flush_token: e("flush_token", "+", 1), flush_lease_until: now + ttlMs }))
    .where("id", "=", account)
    .where(hasCome(sql.ref("flush_lease_until"), sql.val(now), ttlMs + clocksMs))
    .returning(["flush_token", "seq", "flushed_seq", "base_version"])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    account,
    token: row.flush_token,
    grantedAtMs: Date.now(),
    seq: row.seq,
    flushedSeq: row.flushed_seq,
    baseVersion: row.base_version,
    fingerprint: await activeFingerprint(tx),
  };
}

/** Sets when the lease ends; false where it is somebody else's by now. */
export async function setLease(tx: Tx, { account, token }: FlushLease, untilMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({ flush_lease_until: untilMs })
    .where("id", "=", account)
    .where("flush_token", "=", token)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/**
 * Makes jobs again of the account's erasures that were done since the lease was granted. One that is just being purged
 * may be past what this flush wrote: hidden at another time, it is not marked as done.
 */
export async function reopenErasures(tx: Tx, { account, grantedAtMs }: FlushLease): Promise<void> {
  await tx
    .updateTable("erasure")
    .set((e) => ({ done_at: null, hidden_at: e("hidden_at", "+", 1) }))
    .where("account_id", "=", account)
    .where((e) => e.or([e("done_at", "is", null), e("done_at", ">=", grantedAtMs)]))
    .execute();
}
