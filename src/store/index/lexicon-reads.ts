import type { BaseSession, LexiconStats } from "../../memory/search/index-store.ts";
import { chunks } from "../chunks.ts";
import type { Db } from "../engine.ts";
import { decodeSessionAsTerms } from "./session-terms.ts";

export type SessionKey = { user: string; sessionId: string };

const valuesPerStatement = 500;

export async function readLexicon(
  db: Db,
  account: string,
  users: string[],
  termIds: Uint32Array,
): Promise<LexiconStats> {
  const totals = await db
    .selectFrom("lexicon_total")
    .select(["memories", "total_length", "sessions", "total_session_length"])
    .where("account_id", "=", account)
    .where("user_id", "in", users)
    .execute();
  const sum = (column: keyof (typeof totals)[number]) => totals.reduce((total, row) => total + row[column], 0);
  const stats: LexiconStats = {
    memories: sum("memories"),
    totalLength: sum("total_length"),
    sessions: sum("sessions"),
    totalSessionLength: sum("total_session_length"),
    memoryFrequency: new Float64Array(termIds.length),
    sessionFrequency: new Float64Array(termIds.length),
  };
  const places = new Map(Array.from(termIds, (term, at) => [term, at]));
  for (const terms of chunks([...places.keys()], valuesPerStatement)) {
    const rows = await db
      .selectFrom("lexicon_term")
      .select(["term", "memories", "sessions"])
      .where("account_id", "=", account)
      .where("user_id", "in", users)
      .where("term", "in", terms)
      .execute();
    for (const row of rows) {
      const at = places.get(row.term)!;
      stats.memoryFrequency[at]! += row.memories;
      stats.sessionFrequency[at]! += row.sessions;
    }
  }
  return stats;
}

/** Parallel to the sessions asked for. */
export async function readSessionTerms(
  db: Db,
  account: string,
  sessions: SessionKey[],
): Promise<(BaseSession | undefined)[]> {
  const found = new Map<string, BaseSession>();
  for (const [user, sessionIds] of byUser(sessions)) {
    for (const part of chunks(sessionIds, valuesPerStatement)) {
      const rows = await db
        .selectFrom("lexicon_session")
        .select(["session_id", "terms"])
        .where("account_id", "=", account)
        .where("user_id", "=", user)
        .where("session_id", "in", part)
        .execute();
      for (const row of rows) found.set(keyOf({ user, sessionId: row.session_id }), decodeSessionAsTerms(row.terms));
    }
  }
  return sessions.map((session) => found.get(keyOf(session)));
}

function byUser(sessions: SessionKey[]): Map<string, string[]> {
  const grouped = Map.groupBy(sessions, ({ user }) => user);
  return new Map([...grouped].map(([user, own]) => [user, [...new Set(own.map(({ sessionId }) => sessionId))]]));
}

const keyOf = ({ user, sessionId }: SessionKey) => JSON.stringify([user, sessionId]);
