import { dotProducts } from "./dot.ts";

/**
 * Cosines of a normalised query and normalised vectors, within -1 to 1. Vectors stay in half precision, for memory holds
 * hundreds of thousands of them; sums are of 32 bits, a thousand times finer. Every one is summed in the same order, so
 * that equal ones tie.
 */

const { memory, dots } = dotProducts();
const pageBytes = 65_536;
/** Copied into the module's memory at a time: what the processor has at hand. */
const blockBytes = 32_768;
/** How many numbers it takes in a step; of a vector it reads at most a step beyond its end. */
const stepNumbers = 8;
/** What a half's exponent is short of a float's. */
const scale = 2 ** 112;

/** The query that is in the module's memory, scaled; behind it what was found for a block, then the block. */
let loaded: Float32Array | undefined;
let queryBytes = 0;
let found = new Float32Array(0);
let block = new Uint16Array(0);

/** Of the vector that begins at `start`. */
export function cosineAt(query: Float32Array, halves: Uint16Array, start: number): number {
  load(query);
  block.set(halves.subarray(start, start + query.length));
  lookAtBlock(query, 1);
  return found[0]!;
}

/** Of each of the first `count` vectors, which lie side by side. */
export function cosines(query: Float32Array, halves: Uint16Array, count: number): Float32Array {
  load(query);
  const all = new Float32Array(count);
  for (let from = 0; from < count; from += found.length) {
    const to = Math.min(from + found.length, count);
    block.set(halves.subarray(from * query.length, to * query.length));
    lookAtBlock(query, to - from);
    all.set(found.subarray(0, to - from), from);
  }
  return all;
}

/** The numbers of the vector that begins at `start`. */
export function floatsAt(halves: Uint16Array, start: number, dimensions: number): Float32Array {
  return new Float32Array(new Float16Array(halves.buffer, halves.byteOffset + 2 * start, dimensions));
}

/** What the vectors that the block begins with have is in `found` then. */
function lookAtBlock(query: Float32Array, count: number): void {
  dots(0, queryBytes, block.byteOffset, 2 * query.length, found.byteOffset, found.byteOffset + 4 * count);
}

/** Searches take turns within one another. */
function load(query: Float32Array): void {
  if (loaded === query) return;
  const vectors = Math.max(1, Math.floor(blockBytes / 2 / query.length));
  queryBytes = 4 * stepNumbers * Math.ceil(query.length / stepNumbers);
  const bytes = queryBytes + vectors * (4 + 2 * query.length) + 2 * stepNumbers;
  memory.grow(Math.max(0, Math.ceil(bytes / pageBytes) - memory.buffer.byteLength / pageBytes));
  const scaled = new Float32Array(memory.buffer, 0, queryBytes / 4).fill(0);
  for (let at = 0; at < query.length; at++) scaled[at] = query[at]! * scale;
  found = new Float32Array(memory.buffer, queryBytes, vectors);
  block = new Uint16Array(memory.buffer, queryBytes + found.byteLength, vectors * query.length);
  loaded = query;
}
