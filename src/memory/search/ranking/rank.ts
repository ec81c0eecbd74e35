import type { Base, BaseCandidates, SearchFilter } from "../base/base.ts";
import type { BaseRow, BaseRows, SessionRows } from "../base/base-rows.ts";
import { Bm25 } from "../scoring/bm25.ts";
import { chosen, unknownPlaces, withNeighbours } from "./candidates.ts";
import { baseCandidatesMax, candidatesEach, moreOfBaseMax } from "../scoring/definition.ts";
import { Entries, type Entry } from "./entries.ts";
import { passes } from "../attributes.ts";
import type { IndexStore } from "../index-store.ts";
import type { QueryVector } from "../query-vector.ts";
import { QueryTerms } from "../../words/query-terms.ts";
import type { View } from "../resident/resident-set.ts";
import { PartitionScan } from "../resident/scan.ts";
import { Ranked } from "./ranked.ts";
import { Ranking } from "./ranking.ts";
import { contextOf, factorsOf } from "../scoring/score.ts";
import { SessionWords } from "../scoring/session-words.ts";
import { Texts } from "./texts.ts";
import type { Terms } from "../../words/terms.ts";

/** What is searched for. */
export type Question = {
  /** Of the view's vector space. */
  vector: QueryVector | undefined;
  terms: Terms;
  filter: SearchFilter;
  nowMs: number;
  /** How many candidates more are taken than usual; with a base at most `moreOfBaseMax`. */
  moreCandidates?: number;
  /** Once nobody waits any more, the base is not asked again. */
  signal?: AbortSignal;
};

type Sources = { store: Pick<IndexStore, "lexicon">; base: Pick<Base, "candidates"> };

/**
 * The memories that a search may return: the definition of docs/search.md.
 * Errors: AppError unavailable where the base cannot be read.
 */
export async function rank(account: string, view: View, question: Question, sources: Sources): Promise<Ranking> {
  const query = new QueryTerms(question.terms);
  const scans = question.filter.users
    .map((user) => view.tail.partition(user))
    .filter((partition) => partition !== undefined)
    .map((partition) => new PartitionScan(partition, query, question.vector?.values));
  const looked = { scans, query, question, tailState: view.tail.state };
  // Where there is no base, nothing waits: the tail cannot change between two steps.
  if (view.state.flushedSeq === 0) return scored(tailCandidates(view, looked), question.nowMs);
  return view.base.during(async () => scored(await basedCandidates(account, view, looked, sources), question.nowMs));
}

/** A question, and what of the tail it found. */
type Looked = {
  scans: PartitionScan[];
  query: QueryTerms;
  question: Question;
  tailState: number;
};

type Candidates = { candidates: Iterable<Entry>; entries: Entries; sessions: SessionWords };

function tailCandidates(view: View, { scans, query, question, tailState }: Looked): Candidates {
  const { frequency, ...sums } = tailSums(scans, query);
  const bm25 = new Bm25({ ...sums, frequency });
  for (const scan of scans) scan.weigh(bm25);
  const sessions = new SessionWords(query, scans, undefined);
  sessions.useTail();
  const entries = new Entries({ tail: view.tail, tailState, scans, base: undefined }, query, question.vector, bm25);
  const { filter } = question;
  const { moreCandidates = 0 } = question;
  const candidates = chosen(entries, scans, [], filter, candidatesEach + moreCandidates);
  return { candidates: withNeighbours(candidates, entries, filter), entries, sessions };
}

async function basedCandidates(
  account: string,
  view: View,
  { scans, query, question, tailState }: Looked,
  sources: Sources,
): Promise<Candidates> {
  const { base, state, tail } = view;
  const { terms, filter } = question;
  const sessions = new SessionWords(query, scans, base);
  const { moreCandidates = 0, signal } = question;
  const count = candidatesEach + Math.min(moreCandidates, moreOfBaseMax);
  const wanted = {
    vector: question.vector?.values,
    terms,
    filter: { ...filter, users: seesAll(view, filter.users) ? ("all" as const) : filter.users },
  };
  const at = { fingerprint: state.fingerprint, version: state.baseVersion };
  const firstOfBase = async (limit: number): Promise<BaseRow[]> => {
    const ids = await sources.base.candidates(account, at, { ...wanted, limit });
    const rows = await base.byId([...ids.byVector, ...ids.byWords].filter((id) => !tail.hides(id, tailState)));
    const isEnough = limit >= baseCandidatesMax || signal?.aborted || !lacksTexts(ids, rows, { count, limit });
    return isEnough ? rows : firstOfBase(4 * limit);
  };
  const [rows, lexicon] = await Promise.all([
    firstOfBase(count + tail.hidden),
    sources.store.lexicon(account, filter.users, query.ids).then(async (lexicon) => {
      await sessions.useBase(base, lexicon);
      return lexicon;
    }),
  ]);
  const sums = tailSums(scans, query);
  const bm25 = new Bm25({
    texts: lexicon.memories + sums.texts,
    totalLength: lexicon.totalLength + sums.totalLength,
    frequency: lexicon.memoryFrequency.map((count, place) => count + sums.frequency[place]!),
  });
  for (const scan of scans) scan.weigh(bm25);
  const entries = new Entries({ tail, tailState, scans, base }, query, question.vector, bm25);
  const based = rows.filter((row) => passes(filter, row)).map((row) => entries.ofBase(row));
  const candidates = chosen(entries, scans, based, filter, count);
  const rowsOf = (entry: Entry) => sessionRows(base, entry);
  await base.loadPlaces(unknownPlaces(candidates, rowsOf));
  const all = withNeighbours(candidates, entries, filter);
  await base.loadSessions([...all].map(rowsOf).filter((session) => session !== undefined));
  return { candidates: all, entries, sessions };
}

/**
 * Whether the base may have many more texts than it offered: it offered as many rows as it was to, and a quarter of what is wanted
 * is missing since others say the same. Fewer are not worth asking twice, which takes as long again.
 */
function lacksTexts(
  { byVector, byWords }: BaseCandidates,
  rows: readonly BaseRow[],
  { count, limit }: { count: number; limit: number },
): boolean {
  const all = new Texts();
  if (rows.every((row) => all.isNew(row))) return false;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [byVector, byWords].some((ids) => {
    const texts = new Texts();
    const found = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
    return ids.length >= limit && found.filter((row) => texts.isNew(row)).length < 0.75 * count;
  });
}

/** Whether nobody else's memories can be in the base's table: what a flush has not published yet is in the tail too. */
function seesAll({ state: { soleBaseUser }, tail }: View, users: readonly string[]): boolean {
  if (soleBaseUser === undefined || !users.includes(soleBaseUser)) return false;
  for (const { user } of tail.partitions()) if (!users.includes(user)) return false;
  return true;
}

/** The statistics of the visible tails, what they take out of the base's included. */
function tailSums(scans: readonly PartitionScan[], query: QueryTerms) {
  const sums = { texts: 0, totalLength: 0, frequency: new Float64Array(query.size) };
  for (const scan of scans) {
    sums.texts += scan.memories - scan.ghosts.length;
    sums.totalLength += scan.totalLength;
    scan.frequency.forEach((count, place) => (sums.frequency[place]! += count));
    for (const { terms } of scan.ghosts) {
      sums.totalLength -= terms.length;
      query.each(terms, (place) => sums.frequency[place]!--);
    }
  }
  return sums;
}

function sessionRows(base: BaseRows, { session }: Entry): SessionRows | undefined {
  if (session === undefined || "whole" in session) return session;
  return base.session(session.user, session.id);
}

function scored({ candidates, entries, sessions }: Candidates, nowMs: number): Ranking {
  const ranked: Ranked[] = [];
  for (const entry of candidates) {
    const { attributes, own, session } = entry;
    const context =
      session === undefined || attributes.position < 0
        ? undefined
        : contextOf(own, {
            before: entries.before(entry)?.own,
            after: entries.after(entry)?.own,
            session: sessions.score(session),
          });
    ranked.push(new Ranked(entry, context, factorsOf(attributes, nowMs)));
  }
  return new Ranking(ranked, entries);
}
