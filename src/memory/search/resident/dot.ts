/**
 * A dot product in WebAssembly, for its instructions on 128 bits: JavaScript has none, and takes three times as long.
 * Nothing is compiled when Cairn is installed, so this is the module itself, byte for byte.
 */
type Dot = (query: number, halves: number, queryEnd: number) => number;

/**
 * Of numbers of 64 bits, 4 x 8 bytes a step, and of half precision, 4 x 2 bytes a step, all at addresses in `memory`. It
 * is 2^-112 of the product. Reads whole steps: what is beyond the end of the query must be zero.
 */
export function dotProduct(): { memory: Memory; dot: Dot } {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(compiled, { js: { memory } });
  return { memory, dot: exports.dot };
}

// Node has it; TypeScript knows it of browsers only.
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => Memory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { dot: Dot } };
};
type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): void };

const [i32, f64, v128] = [0x7f, 0x7c, 0x7b];
const [query, halves, queryEnd, evenSum, oddSum, bits, mask] = [0, 1, 2, 3, 4, 5, 6];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const advance = (local: number, bytes: number) => [...get(local), 0x41, bytes, 0x6a, 0x22, local]; // i32.add, local.tee
const drop = 0x1a;
const promoteLow = [0xfd, 0x5f]; // f64x2.promote_low_f32x4
const swapHalves = [0xfd, 0x0d, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]; // i8x16.shuffle
const add = [0xfd, 0xf0, 0x01]; // f64x2.add
const timesQuery = (offset: number) => [...get(query), 0xfd, 0x00, 3, offset, 0xfd, 0xf2, 0x01]; // v128.load, f64x2.mul

const body = [
  [1, 4, v128], // four locals behind the parameters
  [0xfd, 0x0c, ...[1, 2, 3, 4].flatMap(() => [0x00, 0xe0, 0xff, 0x8f])], // v128.const
  set(mask),
  [0x03, 0x40], // loop
  [...get(halves), 0xfd, 0x03, 1, 0], // v128.load16x4_s: four halves, in 32 bits each
  [0x41, 13, 0xfd, 0xab, 0x01], // i32x4.shl: exponent and fraction are now where a float has them
  [...get(mask), 0xfd, 0x4e], // v128.and: of what the sign has filled, the sign remains. The bias is still a half's: 2^-112
  set(bits),
  [...get(evenSum), ...get(bits), ...promoteLow, ...timesQuery(0), ...add, ...set(evenSum)],
  [...get(oddSum), ...get(bits), ...get(bits), ...swapHalves, ...promoteLow, ...timesQuery(16), ...add, ...set(oddSum)],
  [...advance(halves, 8), drop],
  [...advance(query, 32), ...get(queryEnd), 0x49, 0x0d, 0], // i32.lt_u, br_if
  [0x0b], // end of the loop
  [...get(evenSum), ...get(oddSum), ...add, ...set(bits)],
  [...get(bits), 0xfd, 0x21, 0, ...get(bits), 0xfd, 0x21, 1, 0xa0], // f64x2.extract_lane, f64.add
  [0x0b], // end of the function
].flat();

const length = (bytes: number) => (bytes < 0x80 ? [bytes] : [(bytes & 0x7f) | 0x80, bytes >> 7]); // LEB128
const name = (text: string) => [text.length, ...Buffer.from(text)];
const section = (id: number, content: number[]) => [id, ...length(content.length), ...content];

const version = [1, 0, 0, 0];

const compiled = new WebAssembly.Module(
  Uint8Array.from([
    ...Buffer.from("\0asm"),
    ...version,
    ...section(1, [1, 0x60, 3, i32, i32, i32, 1, f64]), // types: one function
    ...section(2, [1, ...name("js"), ...name("memory"), 2, 0, 1]), // imports: a memory of one page or more
    ...section(3, [1, 0]), // functions: one, of type 0
    ...section(7, [1, ...name("dot"), 0, 0]), // exports: function 0
    ...section(10, [1, ...length(body.length), ...body]), // code
  ]),
);
