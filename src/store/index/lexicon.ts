import type { FlushedTerms } from "../../memory/search/index-store.ts";
import type { SessionTerms } from "./session-terms.ts";

/** How the row of a user's totals changes; the table's columns, as differences. */
export type TotalsDelta = { memories: number; totalLength: number; sessions: number; totalSessionLength: number };
/** In how many more (or fewer) memories and sessions a term occurs. */
export type TermDelta = { memories: number; sessions: number };

/**
 * Word statistics as differences: what some memories add and others take away, summed up before any table is touched.
 * Over an empty lexicon it is a recount.
 */
export class LexiconDelta {
  readonly totals = new Map<string, TotalsDelta>();
  readonly terms = new Map<string, Map<number, TermDelta>>();
  /** By user, then session: how the session's terms change. Counts may be negative. */
  readonly sessions = new Map<string, Map<string, SessionTerms>>();

  put(memory: FlushedTerms): void {
    this.#add(memory, 1);
  }

  takeOut(memory: FlushedTerms): void {
    this.#add(memory, -1);
  }

  /** Applies a session's difference to what is stored of it, counting what that means for its user's statistics. */
  mergeSession(user: string, sessionId: string, stored: SessionTerms | undefined): SessionTerms {
    const before = stored ?? { memories: 0, length: 0, counts: new Map<number, number>() };
    const change = this.sessions.get(user)!.get(sessionId)!;
    const counts = new Map(before.counts);
    for (const [term, difference] of change.counts) {
      const was = before.counts.get(term) ?? 0;
      const is = was + difference;
      if (is > 0) counts.set(term, is);
      else counts.delete(term);
      if (was > 0 !== is > 0) this.#term(user, term).sessions += is > 0 ? 1 : -1;
    }
    const merged = { memories: before.memories + change.memories, length: before.length + change.length, counts };
    const totals = this.#totalsOf(user);
    totals.sessions += Number(merged.memories > 0) - Number(before.memories > 0);
    totals.totalSessionLength += change.length;
    return merged;
  }

  #add({ user, sessionId, terms }: FlushedTerms, sign: 1 | -1): void {
    const totals = this.#totalsOf(user);
    totals.memories += sign;
    totals.totalLength += sign * terms.length;
    for (const term of terms.ids) this.#term(user, term).memories += sign;
    if (sessionId === "") return;
    const session = this.#session(user, sessionId);
    session.memories += sign;
    session.length += sign * terms.length;
    terms.ids.forEach((term, at) => {
      session.counts.set(term, (session.counts.get(term) ?? 0) + sign * terms.counts[at]!);
    });
  }

  #totalsOf(user: string): TotalsDelta {
    const fresh = { memories: 0, totalLength: 0, sessions: 0, totalSessionLength: 0 };
    return entry(this.totals, user, () => fresh);
  }

  #term(user: string, term: number): TermDelta {
    const terms = entry(this.terms, user, () => new Map<number, TermDelta>());
    return entry(terms, term, () => ({ memories: 0, sessions: 0 }));
  }

  #session(user: string, sessionId: string): SessionTerms {
    const sessions = entry(this.sessions, user, () => new Map<string, SessionTerms>());
    return entry(sessions, sessionId, () => ({ memories: 0, length: 0, counts: new Map<number, number>() }));
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
