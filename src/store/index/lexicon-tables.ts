import { chunks } from "../chunks.ts";
import type { Db, Tx } from "../engine.ts";
import { deleteRows } from "../memory/delete-rows.ts";
import { added, excluded } from "../on-conflict.ts";
import type { Pause } from "../writer.ts";
import type { LexiconDelta } from "./lexicon.ts";
import { decodeSession, encodeSession } from "./session-terms.ts";

/** What a delta makes of the lexicon's sessions: a blob, or `undefined` where no memory is left. */
export type MergedSession = { user: string; sessionId: string; blob: Uint8Array | undefined };

const rowsPerStatement = 200;
/** A session can have thousands of terms. */
const sessionsPerStatement = 10;

/** Merges a delta's sessions with those stored; read before the transaction that writes them, under the flush lease. */
export async function mergeSessions(
  db: Db,
  account: string,
  delta: LexiconDelta,
  pause: Pause,
): Promise<MergedSession[]> {
  const merged: MergedSession[] = [];
  for (const [user, sessions] of delta.sessions) {
    for (const sessionIds of chunks([...sessions.keys()], sessionsPerStatement)) {
      const rows = await db
        .selectFrom("lexicon_session")
        .select(["session_id", "terms"])
        .where("account_id", "=", account)
        .where("user_id", "=", user)
        .where("session_id", "in", sessionIds)
        .execute();
      const stored = new Map(rows.map((row) => [row.session_id, row.terms]));
      for (const sessionId of sessionIds) {
        const blob = stored.get(sessionId);
        const session = delta.mergeSession(user, sessionId, blob && decodeSession(blob));
        merged.push({ user, sessionId, blob: session.memories > 0 ? encodeSession(session) : undefined });
        await pause();
      }
    }
  }
  return merged;
}

/** Writes a delta whose sessions are merged. */
export async function applyLexicon(
  tx: Tx,
  account: string,
  delta: LexiconDelta,
  merged: MergedSession[],
  pause: Pause,
): Promise<void> {
  await applySessions(tx, account, merged, pause);
  for (const [user, terms] of delta.terms) {
    const changed = [...terms].filter(([, change]) => change.memories !== 0 || change.sessions !== 0);
    for (const part of chunks(changed, rowsPerStatement)) {
      await addTerms(tx, account, user, part);
      await pause();
    }
  }
  for (const [user, change] of delta.totals) {
    const { memories, totalLength, sessions, totalSessionLength } = change;
    const row = { memories, total_length: totalLength, sessions, total_session_length: totalSessionLength };
    await tx
      .insertInto("lexicon_total")
      .values({ account_id: account, user_id: user, ...row })
      .onConflict((c) =>
        c
          .columns(["account_id", "user_id"])
          .doUpdateSet(added("lexicon_total", "memories", "total_length", "sessions", "total_session_length")),
      )
      .execute();
  }
  await tx.deleteFrom("lexicon_total").where("account_id", "=", account).where("memories", "=", 0).execute();
}

async function addTerms(
  tx: Tx,
  account: string,
  user: string,
  terms: [term: number, change: { memories: number; sessions: number }][],
): Promise<void> {
  await tx
    .insertInto("lexicon_term")
    .values(terms.map(([term, change]) => ({ account_id: account, user_id: user, term, ...change })))
    .onConflict((c) =>
      c.columns(["account_id", "user_id", "term"]).doUpdateSet(added("lexicon_term", "memories", "sessions")),
    )
    .execute();
  const fewer = terms.filter(([, change]) => change.memories < 0).map(([term]) => term);
  if (fewer.length === 0) return;
  await tx
    .deleteFrom("lexicon_term")
    .where("account_id", "=", account)
    .where("user_id", "=", user)
    .where("term", "in", fewer)
    .where("memories", "=", 0)
    .execute();
}

async function applySessions(tx: Tx, account: string, merged: MergedSession[], pause: Pause): Promise<void> {
  for (const part of chunks(merged, sessionsPerStatement)) {
    const kept = part.flatMap(({ user, sessionId, blob }) =>
      blob ? [{ account_id: account, user_id: user, session_id: sessionId, terms: blob }] : [],
    );
    if (kept.length > 0) {
      await tx
        .insertInto("lexicon_session")
        .values(kept)
        .onConflict((c) =>
          c.columns(["account_id", "user_id", "session_id"]).doUpdateSet(excluded<"lexicon_session">("terms")),
        )
        .execute();
    }
    for (const { user, sessionId, blob } of part) {
      if (blob) continue;
      await tx
        .deleteFrom("lexicon_session")
        .where("account_id", "=", account)
        .where("user_id", "=", user)
        .where("session_id", "=", sessionId)
        .execute();
    }
    await pause();
  }
}

/** Empties the lexicon of an account, and forgets what the base holds. */
export async function deleteLexicon(tx: Tx, account: string, pause: Pause): Promise<void> {
  await deleteRows(tx, "flushed", account, pause);
  await deleteRows(tx, "lexicon_term", account, pause);
  await deleteRows(tx, "lexicon_session", account, pause);
  await tx.deleteFrom("lexicon_total").where("account_id", "=", account).execute();
}
