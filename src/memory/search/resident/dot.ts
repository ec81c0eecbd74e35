/**
 * Dot products in WebAssembly, for its instructions on 128 bits: JavaScript has none, and takes many times as long.
 * Nothing is compiled when Cairn is installed, so this is the module itself, byte for byte.
 */
type Dots = (
  query: number,
  queryEnd: number,
  halves: number,
  halvesBytes: number,
  found: number,
  foundEnd: number,
) => void;

/**
 * Of a query of 32-bit floats, times 2^112, and of each of the vectors of half precision that lie side by side from
 * `halves` on, each of `halvesBytes`: a 32-bit float within -1 to 1 from `found` to `foundEnd`, one at least. All are
 * addresses in `memory`. Reads whole steps of eight numbers: what is beyond the end of the query must be zero.
 */
export function dotProducts(): { memory: Memory; dots: Dots } {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(compiled, { js: { memory } });
  return { memory, dots: exports.dots };
}

// Node has it; TypeScript knows it of browsers only.
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => Memory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { dots: Dots } };
};
type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): void };

const [i32, v128] = [0x7f, 0x7b];
const [query, queryEnd, halves, halvesBytes, found, foundEnd] = [0, 1, 2, 3, 4, 5];
const [at, half, sum, otherSum, mask] = [6, 7, 8, 9, 10];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const i32Add = 0x6a;
const advance = (local: number, bytes: number) => [...get(local), 0x41, bytes, i32Add, ...tee(local)];
const loop = [0x03, 0x40];
const whileBelow = (end: number) => [...get(end), 0x49, 0x0d, 0]; // i32.lt_u, br_if
const end = 0x0b;
const zeros = [0xfd, 0x0c, ...Array<number>(16).fill(0)]; // v128.const
const add = [0xfd, 0xe4, 0x01]; // f32x4.add

/** Four halves in 32 bits each, exponent and fraction where a float has them. The bias is still a half's: 2^-112. */
const fourHalves = (offset: number) =>
  [
    [...get(half), 0xfd, 0x03, 1, offset], // v128.load16x4_s
    [0x41, 13, 0xfd, 0xab, 0x01], // i32x4.shl
    [...get(mask), 0xfd, 0x4e], // v128.and: of what the sign has filled, the sign remains
  ].flat();
const timesQuery = (offset: number) => [...get(at), 0xfd, 0x00, 2, offset, 0xfd, 0xe6, 0x01]; // v128.load, f32x4.mul
const lane = (place: number) => [...get(sum), 0xfd, 0x1f, place]; // f32x4.extract_lane
const f32Add = 0x92;

const body = [
  [2, 2, i32, 3, v128], // locals behind the parameters: two of a kind, three of another
  [0xfd, 0x0c, ...[1, 2, 3, 4].flatMap(() => [0x00, 0xe0, 0xff, 0x8f])], // v128.const
  set(mask),
  loop,
  [...get(query), ...set(at), ...get(halves), ...set(half)],
  [...zeros, ...tee(sum), ...set(otherSum)],
  loop,
  [...get(sum), ...fourHalves(0), ...timesQuery(0), ...add, ...set(sum)],
  [...get(otherSum), ...fourHalves(8), ...timesQuery(16), ...add, ...set(otherSum)],
  [...get(half), 0x41, 16, i32Add, ...set(half)],
  [...advance(at, 32), ...whileBelow(queryEnd)],
  [end],
  [...get(sum), ...get(otherSum), ...add, ...set(sum)],
  [...get(found), ...lane(0), ...lane(1), f32Add, ...lane(2), ...lane(3), f32Add, f32Add],
  [0x43, 0, 0, 0x80, 0xbf, 0x97, 0x43, 0, 0, 0x80, 0x3f, 0x96, 0x38, 2, 0], // f32.max of -1, f32.min of 1, f32.store
  [...get(halves), ...get(halvesBytes), i32Add, ...set(halves)],
  [...advance(found, 4), ...whileBelow(foundEnd)],
  [end],
  [end], // of the function
].flat();

const length = (bytes: number) => (bytes < 0x80 ? [bytes] : [(bytes & 0x7f) | 0x80, bytes >> 7]); // LEB128
const name = (text: string) => [text.length, ...Buffer.from(text)];
const section = (id: number, content: number[]) => [id, ...length(content.length), ...content];

const version = [1, 0, 0, 0];

const compiled = new WebAssembly.Module(
  Uint8Array.from([
    ...Buffer.from("\0asm"),
    ...version,
    ...section(1, [1, 0x60, 6, i32, i32, i32, i32, i32, i32, 0]), // types: one function
    ...section(2, [1, ...name("js"), ...name("memory"), 2, 0, 1]), // imports: a memory of one page or more
    ...section(3, [1, 0]), // functions: one, of type 0
    ...section(7, [1, ...name("dots"), 0, 0]), // exports: function 0
    ...section(10, [1, ...length(body.length), ...body]), // code
  ]),
);
