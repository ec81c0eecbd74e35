import type { BaseSession, LexiconStats } from "../../memory/search/index-store.ts";
import type { Db } from "../engine.ts";
import { listStatement } from "../statement.ts";
import { decodeBaseSession } from "./session-terms.ts";

export type SessionKey = { user: string; sessionId: string };

export async function readLexicon(
  db: Db,
  account: string,
  users: string[],
  termIds: Uint32Array,
): Promise<LexiconStats> {
  const totals = await selectTotals(db, { account }, users);
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
  for (const user of new Set(users)) {
    for (const row of await selectTerms(db, { account, user }, [...places.keys()])) {
      const at = places.get(row.term)!;
      stats.memoryFrequency[at]! += row.memories;
      stats.sessionFrequency[at]! += row.sessions;
    }
  }
  return stats;
}

const selectTotals = listStatement<{ account: string }, string, Totals>((db, param, users) =>
  db
    .selectFrom("lexicon_total")
    .select(["memories", "total_length", "sessions", "total_session_length"])
    .where("account_id", "=", param("account"))
    .where("user_id", "in", users),
);

type Totals = { memories: number; total_length: number; sessions: number; total_session_length: number };

const selectTerms = listStatement<{ account: string; user: string }, number, Term>((db, param, terms) =>
  db
    .selectFrom("lexicon_term")
    .select(["term", "memories", "sessions"])
    .where("account_id", "=", param("account"))
    .where("user_id", "=", param("user"))
    .where("term", "in", terms),
);

type Term = { term: number; memories: number; sessions: number };

/** Parallel to the sessions asked for. */
export async function readSessionTerms(
  db: Db,
  account: string,
  sessions: SessionKey[],
): Promise<(BaseSession | undefined)[]> {
  const found = new Map<string, BaseSession>();
  for (const [user, sessionIds] of byUser(sessions)) {
    const rows = await selectSessions(db, { account, user }, sessionIds);
    for (const row of rows) found.set(keyOf({ user, sessionId: row.session_id }), decodeBaseSession(row.terms));
  }
  return sessions.map((session) => found.get(keyOf(session)));
}

const selectSessions = listStatement<
  { account: string; user: string },
  string,
  { session_id: string; terms: Uint8Array }
>((db, param, sessionIds) =>
  db
    .selectFrom("lexicon_session")
    .select(["session_id", "terms"])
    .where("account_id", "=", param("account"))
    .where("user_id", "=", param("user"))
    .where("session_id", "in", sessionIds),
);

function byUser(sessions: SessionKey[]): Map<string, string[]> {
  const grouped = Map.groupBy(sessions, ({ user }) => user);
  return new Map([...grouped].map(([user, own]) => [user, [...new Set(own.map(({ sessionId }) => sessionId))]]));
}

const keyOf = ({ user, sessionId }: SessionKey) => JSON.stringify([user, sessionId]);
