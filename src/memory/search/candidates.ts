import type { SearchFilter } from "./base.ts";
import type { Place, SessionRows } from "./base-rows.ts";
import { candidatesEach } from "./definition.ts";
import type { Entries, Entry } from "./entry.ts";
import { passes, tieOrder } from "./facts.ts";
import type { PartitionScan } from "./scan.ts";

/** The tail's memories that pass the filter and have a vector or a word of the query. */
export function* found(entries: Entries, scans: readonly PartitionScan[], filter: SearchFilter): Iterable<Entry> {
  for (const scan of scans) {
    for (let slot = 0; slot < scan.size; slot++) {
      // A row of the past has neither.
      if (Number.isNaN(scan.cosines[slot]!) && scan.words[slot] === 0) continue;
      const row = scan.rows[slot]!;
      if (passes(filter, row)) yield entries.ofRow(scan, row);
    }
  }
}

/** The first by cosine and the first by words, of tail and base together. */
export function chosen(all: Iterable<Entry>): Set<Entry> {
  const byCosine: Entry[] = [];
  const byWords: Entry[] = [];
  for (const entry of all) {
    if (!Number.isNaN(entry.cosine)) byCosine.push(entry);
    if (entry.words > 0) byWords.push(entry);
  }
  const first = (entries: Entry[], value: (entry: Entry) => number) => best(entries, value, candidatesEach);
  return new Set([...first(byCosine, (entry) => entry.cosine), ...first(byWords, (entry) => entry.words)]);
}

/** Adds the neighbours that pass the filter. */
export function withNeighbours(candidates: ReadonlySet<Entry>, entries: Entries, filter: SearchFilter): Set<Entry> {
  const all = new Set(candidates);
  for (const candidate of candidates) {
    for (const step of [-1, 1]) {
      const neighbour = entries.neighbour(candidate, step);
      if (neighbour && passes(filter, neighbour.facts)) all.add(neighbour);
    }
  }
  return all;
}

/** The places that the candidates' neighbours, and theirs in turn, have in the base. */
export function placesAround(candidates: Iterable<Entry>, rowsOf: (entry: Entry) => SessionRows | undefined): Place[] {
  const places = new Map<SessionRows, Set<number>>();
  for (const candidate of candidates) {
    const session = candidate.facts.position < 0 ? undefined : rowsOf(candidate);
    if (!session) continue;
    let positions = places.get(session);
    if (!positions) places.set(session, (positions = new Set()));
    for (const step of [-2, -1, 1, 2]) {
      const position = candidate.facts.position + step;
      if (position >= 0) positions.add(position);
    }
  }
  return [...places].flatMap(([session, positions]) => [...positions].map((position) => ({ session, position })));
}

/** The highest by a value, in no order; equals at the edge by `tieOrder`. */
function best(entries: Entry[], value: (entry: Entry) => number, limit: number): Entry[] {
  if (entries.length <= limit) return entries;
  const ascending = Float64Array.from(entries, value).sort();
  const edge = ascending[ascending.length - limit]!;
  const above = entries.filter((entry) => value(entry) > edge);
  const equal = entries.filter((entry) => value(entry) === edge).sort((one, other) => tieOrder(one.facts, other.facts));
  return [...above, ...equal.slice(0, limit - above.length)];
}
