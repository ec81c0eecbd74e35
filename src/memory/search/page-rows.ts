import { tagBytes } from "./attributes.ts";
import type { IndexChange } from "./index-store.ts";
import type { Terms } from "../words/terms.ts";

const firstRows = 256;
const pageBytes = 16 * 2 ** 20;

/**
 * How many changes to read at a time: memories are mostly small, but one text may have a hundred thousand terms. As many
 * as would fill a page if they were as large as those read last.
 */
export class PageRows {
  readonly #max: number;
  #rows: number;

  constructor(max: number) {
    this.#max = max;
    this.#rows = Math.min(firstRows, max);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Takes note of a page that was read. */
  saw(page: readonly IndexChange[]): void {
    const bytes = page.reduce((sum, change) => sum + bytesOf(change), 0);
    const fitting = Math.floor((pageBytes * page.length) / Math.max(1, bytes));
    this.#rows = Math.max(1, Math.min(fitting, this.#max));
  }
}

/** As it is read: vector, terms and tags, and the terms that the base holds of it. */
export function bytesOf(change: IndexChange): number {
  const before = change.indexed === undefined ? 0 : termBytes(change.indexed.terms);
  if (!change.memory) return 100 + before;
  const { vector, terms, tags } = change.memory;
  return 400 + (vector?.byteLength ?? 0) + termBytes(terms) + tagBytes * tags.length + before;
}

const termBytes = ({ ids, counts }: Terms): number => ids.byteLength + counts.byteLength;
