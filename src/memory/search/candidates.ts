import type { SearchFilter } from "./base/base.ts";
import type { Place, SessionRows } from "./base/base-rows.ts";
import { candidatesEach } from "./definition.ts";
import type { Entries, Entry } from "./resident/entry.ts";
import { asksUsersOnly, passes, tieOrder, type MemoryAttributes } from "./attributes.ts";
import { leastOfLargest } from "./largest.ts";
import type { PartitionScan } from "./resident/scan.ts";

/** The first by cosine and the first by words, of tail and base together. */
export function chosen(
  entries: Entries,
  scans: readonly PartitionScan[],
  based: readonly Entry[],
  filter: SearchFilter,
): Set<Entry> {
  const candidates = new Set<Entry>();
  for (const kind of ["cosine", "words"] as const) {
    const all = [...firstOfTail(entries, scans, filter, kind), ...based.filter((entry) => counts(entry[kind], kind))];
    for (const entry of best(
      all,
      (entry) => entry[kind],
      (entry) => entry.attributes,
    ))
      candidates.add(entry);
  }
  return candidates;
}

type Kind = "cosine" | "words";

/** Any cosine counts, where there is one; of the words, one at least. */
function counts(value: number, kind: Kind): boolean {
  return kind === "cosine" ? !Number.isNaN(value) : value > 0;
}

function firstOfTail(entries: Entries, scans: readonly PartitionScan[], filter: SearchFilter, kind: Kind): Entry[] {
  const all = asksUsersOnly(filter);
  return scans.flatMap((scan) => {
    const values = kind === "cosine" ? scan.cosines : scan.words;
    const slots: number[] = [];
    for (let slot = 0; slot < scan.size; slot++) {
      if (scan.live[slot] === 0 || !counts(values[slot]!, kind)) continue;
      if (all || passes(filter, scan.rows[slot]!)) slots.push(slot);
    }
    const first = best(
      slots,
      (slot) => values[slot]!,
      (slot) => scan.rows[slot]!,
    );
    return first.map((slot) => entries.ofRow(scan, scan.rows[slot]!));
  });
}

/** Adds the neighbours that pass the filter. */
export function withNeighbours(candidates: ReadonlySet<Entry>, entries: Entries, filter: SearchFilter): Set<Entry> {
  const all = new Set(candidates);
  for (const candidate of candidates) {
    for (const neighbour of [entries.before(candidate), entries.after(candidate)]) {
      if (neighbour && passes(filter, neighbour.attributes)) all.add(neighbour);
    }
  }
  return all;
}

/** The places that the candidates' neighbours, and theirs in turn, have in the base, as far as they are not known yet. */
export function unknownPlaces(candidates: Iterable<Entry>, rowsOf: (entry: Entry) => SessionRows | undefined): Place[] {
  const places = new Map<SessionRows, Set<number>>();
  for (const candidate of candidates) {
    const session = candidate.attributes.position < 0 ? undefined : rowsOf(candidate);
    if (!session) continue;
    for (const step of [-2, -1, 1, 2]) {
      const position = candidate.attributes.position + step;
      if (position < 0 || session.byPosition.get(position) !== undefined) continue;
      const positions = places.get(session);
      if (positions) positions.add(position);
      else places.set(session, new Set([position]));
    }
  }
  return [...places].flatMap(([session, positions]) => [...positions].map((position) => ({ session, position })));
}

/** The first candidates by a value, in no order; equals at the edge by `tieOrder`. */
function best<T>(all: T[], value: (one: T) => number, attributesOf: (one: T) => MemoryAttributes): T[] {
  if (all.length <= candidatesEach) return all;
  const values = new Float64Array(all.length);
  for (let at = 0; at < all.length; at++) values[at] = value(all[at]!);
  const edge = leastOfLargest(values.slice(), candidatesEach);
  const above = all.filter((_, at) => values[at]! > edge);
  const equal = all.filter((_, at) => values[at] === edge);
  equal.sort((one, other) => tieOrder(attributesOf(one), attributesOf(other)));
  return [...above, ...equal.slice(0, candidatesEach - above.length)];
}
