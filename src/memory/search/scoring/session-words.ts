import type { BaseRows, SessionRows } from "../base/base-rows.ts";
import { Bm25, type Collection } from "./bm25.ts";
import { sessionKey } from "../attributes.ts";
import type { LexiconStats } from "../index-store.ts";
import type { TailSession } from "../resident/partition.ts";
import type { QueryTerms } from "../../words/query-terms.ts";
import type { PartitionScan } from "../resident/scan.ts";

/** What some memories of a session hold together; `counts` runs parallel to the query's terms. */
type Counted = { memories: number; length: number; counts: Float64Array };

/** BM25 of whole sessions, each taken as one text: what the base holds, less its ghosts, with what the tail holds. */
export class SessionWords {
  readonly #query: QueryTerms;
  readonly #scans: readonly PartitionScan[];
  readonly #base: BaseRows | undefined;
  /** What is to be taken out of the base's count, by session. */
  readonly #ghosts = new Map<string, Counted & { user: string; id: string }>();
  readonly #known = new Map<TailSession | SessionRows, number>();
  #bm25: Bm25 | undefined;

  constructor(query: QueryTerms, scans: readonly PartitionScan[], base: BaseRows | undefined) {
    this.#query = query;
    this.#scans = scans;
    this.#base = base;
    if (base) for (const scan of scans) this.#countGhosts(scan);
  }

  /** Statistics of an account without a base. */
  useTail(): void {
    const frequency = new Float64Array(this.#query.size);
    const collection = { texts: 0, totalLength: 0, frequency };
    for (const scan of this.#scans) {
      collection.texts += scan.sessions.size;
      collection.totalLength += scan.totalSessionLength;
      for (const { counts } of scan.sessions.values()) {
        counts?.forEach((count, place) => (frequency[place]! += Number(count > 0)));
      }
    }
    this.#bm25 = new Bm25(collection);
  }

  /** Statistics with the base's; reads what the base holds of every session that the tail changes. */
  async useBase(base: BaseRows, lexicon: LexiconStats): Promise<void> {
    const touched = this.#touched(base);
    await base.loadSessions(touched);
    const frequency = lexicon.sessionFrequency.slice();
    const collection = { texts: lexicon.sessions, totalLength: lexicon.totalSessionLength, frequency };
    for (const rows of touched) this.#change(collection, frequency, rows);
    this.#bm25 = new Bm25(collection);
  }

  /** Its words over what the query could attain. The base's part of it must be loaded. */
  score(session: TailSession | SessionRows): number {
    let score = this.#known.get(session);
    if (score === undefined) {
      const { counts, length } = this.#counted(session);
      score = 0;
      for (let place = 0; place < counts.length; place++) {
        if (counts[place]! > 0) score += this.#bm25!.part(place, counts[place]!, length);
      }
      this.#known.set(session, score);
    }
    return score;
  }

  #countGhosts(scan: PartitionScan): void {
    for (const { user, sessionId, terms } of scan.ghosts) {
      if (sessionId === "") continue;
      const key = sessionKey(user, sessionId);
      let ghost = this.#ghosts.get(key);
      if (!ghost) {
        ghost = { user, id: sessionId, memories: 0, length: 0, counts: new Float64Array(this.#query.size) };
        this.#ghosts.set(key, ghost);
      }
      const { counts } = ghost;
      ghost.memories++;
      ghost.length += terms.length;
      this.#query.each(terms, (place, count) => (counts[place]! += count));
    }
  }

  #touched(base: BaseRows): Set<SessionRows> {
    const touched = new Set<SessionRows>();
    for (const scan of this.#scans)
      for (const { session } of scan.sessions.values()) touched.add(base.session(session.user, session.id));
    for (const { user, id } of this.#ghosts.values()) touched.add(base.session(user, id));
    return touched;
  }

  /** From what the base's lexicon says of a session to what is so. */
  #change(collection: Collection, frequency: Float64Array, rows: SessionRows) {
    const before = this.#ofBase(rows);
    const after = this.#counted(rows);
    collection.texts += Number(after.memories > 0) - Number(before.memories > 0);
    collection.totalLength += after.length - before.length;
    for (let place = 0; place < frequency.length; place++) {
      frequency[place]! += Number(after.counts[place]! > 0) - Number(before.counts[place]! > 0);
    }
  }

  #ofBase({ whole }: SessionRows): Counted {
    const counts = new Float64Array(this.#query.size);
    if (whole) this.#query.each(whole, (place, count) => (counts[place] = count));
    return { memories: whole?.memories ?? 0, length: whole?.length ?? 0, counts };
  }

  #counted(of: TailSession | SessionRows): Counted {
    const { user, id } = of;
    const rows = "whole" in of ? of : this.#base?.session(user, id);
    const sum = rows ? this.#ofBase(rows) : { memories: 0, length: 0, counts: new Float64Array(this.#query.size) };
    const scan = this.#scans.find(({ partition }) => partition.user === user);
    add(sum, scan?.sessions.get(id), 1);
    if (this.#ghosts.size > 0) add(sum, this.#ghosts.get(sessionKey(user, id)), -1);
    return sum;
  }
}

function add(
  sum: Counted,
  part: (Omit<Counted, "counts"> & { counts: Float64Array | undefined }) | undefined,
  sign: 1 | -1,
) {
  if (!part) return;
  sum.memories += sign * part.memories;
  sum.length += sign * part.length;
  part.counts?.forEach((count, place) => (sum.counts[place]! += sign * count));
}
