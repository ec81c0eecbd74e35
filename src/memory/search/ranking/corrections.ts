import { QueryTerms } from "../../words/query-terms.ts";
import { termsOf } from "../../words/tokenize.ts";
import { bestFirst } from "./best-first.ts";
import { inOrder, type Ranked } from "./ranked.ts";
import type { Entries } from "./entries.ts";
import { cosineAt, floatsAt } from "../resident/half.ts";
import type { Stored } from "../resident/slab.ts";
import { countedFrom } from "../scoring/score.ts";

/**
 * What corrects a memory: somebody says that the review is on Wednesday, and later that it moved to Thursday. Nothing tells that
 * "my father lives in Bergen now" does not correct "my mother lives in Oslo", so a correction is only shown beside what it may
 * correct. docs/search.md has the definition.
 */

/** The two are about one thing, and the later says that something changed. */
const leastCosine = 0.4;
/** The two are about one thing, whatever the later says. */
const leastCosineAlone = 0.5;
/** What scores less has nothing to do with the query. */
const leastScore = 0.08;
/** So many of a memory are looked at: the first that may be a result is. */
const mostEach = 3;

/** So many are looked at, the best: candidates with their neighbours and repeats may be thousands. */
const laterMax = 400;

/** English words with which one says that something is not as it was. Not "quit", whose stem "quite" has too. */
const wordsOfChange = new QueryTerms(
  termsOf(
    `now new newly instead longer anymore moved changed switched renamed replaced cancelled canceled postponed rescheduled
     delayed extended updated correction corrected stopped raised lowered increased reduced migrated decided`,
  ),
);

type Kept = Pick<Entries, "storedOf" | "vector">;

/** Of what was found, what may correct each of some others that were, by their ids: what tells a change first, then the best. */
export function correctionsAmong(
  ranked: readonly Ranked[],
  told: readonly Ranked[],
  entries: Kept,
): Map<string, Ranked[]> {
  const messages = told.filter(isMessage);
  const sinceMs = Math.min(...messages.map(saidAtMs));
  const isLater = (each: Ranked) => each.score >= leastScore && isMessage(each) && saidAtMs(each) > sinceMs;
  const later: Ranked[] = [];
  for (const each of bestFirst(ranked.filter(isLater), inOrder)) if (later.push(each) === laterMax) break;
  const changes = later.filter(({ entry }) => tellsChange(entries.storedOf(entry)));
  const corrections = (each: Ranked) => {
    const found = resembling(each, changes, leastCosine, entries);
    if (found.length === mostEach) return found;
    return [...new Set([...found, ...resembling(each, later, leastCosineAlone, entries)])].slice(0, mostEach);
  };
  return new Map(messages.map((each) => [each.id, corrections(each)]));
}

/** The first that were said later, by the same user, and resemble it. */
function resembling(told: Ranked, others: readonly Ranked[], least: number, entries: Kept): Ranked[] {
  const { user } = told.entry.attributes;
  const { slab, vectorAt } = entries.storedOf(told.entry);
  const asked = entries.vector;
  if (vectorAt < 0 || asked === undefined) return [];
  const vector = floatsAt(slab.vectors, vectorAt, slab.dimensions);
  const found: Ranked[] = [];
  for (const other of others) {
    if (found.length === mostEach) break;
    if (saidAtMs(other) <= saidAtMs(told) || other.entry.attributes.user !== user) continue;
    const { slab, vectorAt } = entries.storedOf(other.entry);
    if (vectorAt < 0 || slab.dimensions !== vector.length) continue;
    if (countedFrom(asked.unrelated.document, cosineAt(vector, slab.vectors, vectorAt)) >= least) found.push(other);
  }
  return found;
}

function tellsChange({ slab, termsAt, termsEnd }: Stored): boolean {
  for (let at = termsAt; at < termsEnd; at++) if (wordsOfChange.placeOf(slab.termIds[at]!) !== -1) return true;
  return false;
}

const isMessage = ({ entry }: Ranked) => entry.attributes.layer === "signals";
const saidAtMs = ({ entry }: Ranked) => entry.attributes.createdAtMs;
