import type { SearchFilter } from "../base/base.ts";
import type { Place, SessionRows } from "../base/base-rows.ts";
import type { Entries, Entry } from "./entries.ts";
import { asksUsersOnly, passes, tieOrder, type MemoryAttributes } from "../attributes.ts";
import { leastOfLargest } from "./largest.ts";
import { Texts } from "./texts.ts";
import type { PartitionScan } from "../resident/scan.ts";

/** The first `count` by cosine, and as many by words, of tail and base together. */
export function chosen(
  entries: Entries,
  scans: readonly PartitionScan[],
  based: readonly Entry[],
  filter: SearchFilter,
  count: number,
): Set<Entry> {
  const candidates = new Set<Entry>();
  for (const kind of ["cosine", "words"] as const) {
    const parts = scans.map((scan) => firstOfScan(entries, scan, filter, kind, count));
    if (based.length > 0) parts.push(based.filter((entry) => counts(entry[kind], kind)));
    const value = (entry: Entry) => entry[kind];
    const first = parts.length === 1 && based.length === 0 ? parts[0]! : best(parts.flat(), value, attributesOf, count);
    for (const entry of first) candidates.add(entry);
  }
  return candidates;
}

const attributesOf = ({ attributes }: Entry) => attributes;

type Kind = "cosine" | "words";

/** Any cosine counts, where there is one; of the words, one at least. */
function counts(value: number, kind: Kind): boolean {
  return kind === "cosine" ? !Number.isNaN(value) : value > 0;
}

function firstOfScan(entries: Entries, scan: PartitionScan, filter: SearchFilter, kind: Kind, count: number): Entry[] {
  const all = asksUsersOnly(filter);
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
    count,
  );
  return first.map((slot) => entries.ofRow(scan, scan.rows[slot]!));
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

type Value<T> = (one: T) => number;
type AttributesOf<T> = (one: T) => MemoryAttributes;

/**
 * The first `count` by a value, in no order; equals at the edge by `tieOrder`. A text counts once, where it stands first: of its repeats
 * before the last that counts, up to `count` come along, for what stands beside them.
 */
function best<T>(all: T[], value: Value<T>, attributesOf: AttributesOf<T>, count: number): T[] {
  const first = firstOf(all, value, attributesOf, count);
  if (!mayRepeat(first, attributesOf)) return first;
  for (let looked = 2 * count; ; looked *= 4) {
    const some = firstOf(all, value, attributesOf, looked);
    const sorted = some.toSorted(
      (one, other) => value(other) - value(one) || tieOrder(attributesOf(one), attributesOf(other)),
    );
    const { counted, repeats } = byText(sorted, attributesOf, count);
    if (counted.length === count || some.length === all.length) return [...counted, ...repeats];
  }
}

function firstOf<T>(all: T[], value: Value<T>, attributesOf: AttributesOf<T>, count: number): T[] {
  if (all.length <= count) return all;
  const values = new Float64Array(all.length);
  for (let at = 0; at < all.length; at++) values[at] = value(all[at]!);
  const edge = leastOfLargest(values.slice(), count);
  const above = all.filter((_, at) => values[at]! > edge);
  const equal = all.filter((_, at) => values[at] === edge);
  equal.sort((one, other) => tieOrder(attributesOf(one), attributesOf(other)));
  return [...above, ...equal.slice(0, count - above.length)];
}

/** Whether any two have one hash: mostly none have, which sorted numbers tell sooner than a set. */
function mayRepeat<T>(all: readonly T[], attributesOf: AttributesOf<T>): boolean {
  const hashes = new Float64Array(all.length);
  for (let at = 0; at < all.length; at++) hashes[at] = attributesOf(all[at]!).textHash ?? Number.NaN; // equal to none
  hashes.sort();
  for (let at = 1; at < hashes.length; at++) if (hashes[at] === hashes[at - 1]) return true;
  return false;
}

/** Those whose text is new, as far as the last that counts, and the first of those that repeat one before that. */
function byText<T>(sorted: T[], attributesOf: AttributesOf<T>, count: number): { counted: T[]; repeats: T[] } {
  const texts = new Texts();
  const counted: T[] = [];
  const repeats: T[] = [];
  for (const one of sorted) {
    if (counted.length === count) break;
    if (texts.isNew(attributesOf(one))) counted.push(one);
    else if (repeats.length < count) repeats.push(one);
  }
  return { counted, repeats };
}
