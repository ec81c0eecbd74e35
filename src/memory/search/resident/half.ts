import { dotProduct } from "./dot.ts";

/**
 * Cosines of a normalised query and normalised vectors, within -1 to 1. Vectors stay in half precision, for memory holds
 * hundreds of thousands of them. Every one is summed in the same order, so that equal ones tie.
 */

const { memory, dot } = dotProduct();
const pageBytes = 65_536;
/** Copied into the module's memory at a time: what the processor has at hand. */
const blockBytes = 32_768;
/** What it reads of a vector in a step, at most so much beyond its end. */
const stepBytes = 8;
/** What a half's exponent is short of a float's. */
const scale = 2 ** 112;

/** The query that is in the module's memory, and the room behind it. */
let loaded: Float64Array | undefined;
let queryEnd = 0;
let room = new Uint16Array(0);

/** Of the vector that begins at `start`. */
export function cosineAt(query: Float64Array, halves: Uint16Array, start: number): number {
  load(query);
  room.set(halves.subarray(start, start + query.length));
  return cosineOf(0);
}

/** Of each of the first `count` vectors, which lie side by side. */
export function cosines(query: Float64Array, halves: Uint16Array, count: number): Float64Array {
  load(query);
  const found = new Float64Array(count);
  const perBlock = Math.floor(room.length / query.length);
  for (let from = 0; from < count; from += perBlock) {
    const to = Math.min(from + perBlock, count);
    room.set(halves.subarray(from * query.length, to * query.length));
    for (let at = from; at < to; at++) found[at] = cosineOf((at - from) * query.length);
  }
  return found;
}

function cosineOf(start: number): number {
  const product = dot(0, queryEnd + 2 * start, queryEnd) * scale;
  return Math.max(-1, Math.min(1, product));
}

/** Searches take turns within one another. */
function load(query: Float64Array): void {
  if (loaded === query) return;
  queryEnd = Math.ceil(query.length / 4) * 32;
  const roomBytes = Math.max(blockBytes, 2 * query.length);
  const pages = Math.ceil((queryEnd + roomBytes + stepBytes) / pageBytes);
  memory.grow(Math.max(0, pages - memory.buffer.byteLength / pageBytes));
  new Float64Array(memory.buffer, 0, queryEnd / 8).fill(0).set(query);
  room = new Uint16Array(memory.buffer, queryEnd, roomBytes / 2);
  loaded = query;
}
