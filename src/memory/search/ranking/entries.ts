import type { BaseRow, BaseRows, SessionRows } from "../base/base-rows.ts";
import type { Bm25 } from "../scoring/bm25.ts";
import { cosineAt } from "../resident/half.ts";
import type { Row, TailSession } from "../resident/partition.ts";
import type { QueryTerms } from "../../words/query-terms.ts";
import type { ResidentTail } from "../resident/resident-tail.ts";
import type { Stored } from "../resident/slab.ts";
import type { PartitionScan } from "../resident/scan.ts";
import type { QueryVector } from "../query-vector.ts";
import { countedFrom, ownScore } from "../scoring/score.ts";

/** A memory scored by itself for one query, wherever it is stored. */
export type Entry = {
  readonly attributes: Row | BaseRow;
  /** Counted from that of unrelated texts; NaN without a vector. */
  readonly cosine: number;
  readonly words: number;
  readonly own: number;
  readonly session: TailSession | SessionRows | undefined;
  /** Once they were looked for; `null` is not there. */
  before: Entry | null | undefined;
  after: Entry | null | undefined;
};

/** Makes entries, each memory's once, and finds their neighbours. */
export class Entries {
  readonly vector: QueryVector | undefined;
  readonly #tail: ResidentTail;
  readonly #tailState: number;
  readonly #scans: readonly PartitionScan[];
  readonly #base: BaseRows | undefined;
  readonly #query: QueryTerms;
  readonly #bm25: Bm25;
  readonly #ofRows: Entry[] = [];
  /** By slot: one more than the place in `#ofRows`, or 0. */
  readonly #places = new Map<PartitionScan, Int32Array>();
  readonly #ofBase = new Map<BaseRow, Entry>();

  constructor(
    from: { tail: ResidentTail; tailState: number; scans: readonly PartitionScan[]; base: BaseRows | undefined },
    query: QueryTerms,
    vector: QueryVector | undefined,
    bm25: Bm25,
  ) {
    this.vector = vector;
    this.#tail = from.tail;
    this.#tailState = from.tailState;
    this.#scans = from.scans;
    this.#base = from.base;
    this.#query = query;
    this.#bm25 = bm25;
    for (const scan of from.scans) this.#places.set(scan, new Int32Array(scan.size));
  }

  ofRow(scan: PartitionScan, row: Row): Entry {
    const places = this.#places.get(scan)!;
    const place = places[row.slot]!;
    if (place > 0) return this.#ofRows[place - 1]!;
    const cosine = scan.cosines[row.slot]!;
    const words = scan.words[row.slot]!;
    const entry = this.#newEntry(row, cosine, words, row.session);
    places[row.slot] = this.#ofRows.push(entry);
    return entry;
  }

  ofBase(row: BaseRow): Entry {
    let entry = this.#ofBase.get(row);
    if (!entry) {
      const { slab, vectorAt, session } = row;
      const asked = this.vector?.values;
      const cosine =
        vectorAt >= 0 && asked?.length === slab.dimensions ? cosineAt(asked, slab.vectors, vectorAt) : Number.NaN;
      entry = this.#newEntry(row, cosine, this.#wordsOf(row), session);
      this.#ofBase.set(row, entry);
    }
    return entry;
  }

  /** The memory one place before. It must be loaded, where the base holds it. */
  before(entry: Entry): Entry | undefined {
    if (entry.before === undefined) entry.before = this.#neighbour(entry, -1) ?? null;
    return entry.before ?? undefined;
  }

  /** The memory one place after. It must be loaded, where the base holds it. */
  after(entry: Entry): Entry | undefined {
    if (entry.after === undefined) entry.after = this.#neighbour(entry, 1) ?? null;
    return entry.after ?? undefined;
  }

  storedOf({ attributes }: Pick<Entry, "attributes">): Stored {
    return "slab" in attributes ? attributes : this.#scanOf(attributes)!.partition.stored(attributes);
  }

  #neighbour({ attributes, session }: Entry, step: number): Entry | undefined {
    if (!session || attributes.position < 0) return undefined;
    const position = attributes.position + step;
    const scan = this.#scanOf(session);
    const inTail = "whole" in session ? scan?.sessions.get(session.id)?.session : session;
    const row = scan && inTail && scan.rowAt(inTail, position);
    if (row) return this.ofRow(scan, row);
    if (!this.#base) return undefined;
    const rows = "whole" in session ? session : this.#base.session(session.user, session.id);
    const based = rows.byPosition.get(position);
    return based && !this.#tail.hides(based.id, this.#tailState) ? this.ofBase(based) : undefined;
  }

  #wordsOf({ slab: { termIds, termCounts }, termsAt, termsEnd, length }: BaseRow): number {
    let words = 0;
    for (let at = termsAt; at < termsEnd; at++) {
      const place = this.#query.placeOf(termIds[at]!);
      if (place !== -1) words += this.#bm25.part(place, termCounts[at]!, length);
    }
    return words;
  }

  #newEntry(attributes: Entry["attributes"], measured: number, words: number, session: Entry["session"]): Entry {
    // Without a vector of the question none is measured.
    const cosine = this.vector ? countedFrom(this.vector.unrelated.query, measured) : Number.NaN;
    return { attributes, cosine, words, own: ownScore(cosine, words), session, before: undefined, after: undefined };
  }

  #scanOf({ user }: { user: string }): PartitionScan | undefined {
    return this.#scans.find(({ partition }) => partition.user === user);
  }
}
