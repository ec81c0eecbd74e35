/**
 * Dot products with half-precision vectors. They stay as 16 bits, for memory holds hundreds of thousands of them; a
 * table of all 65,536 values is as quick as 32-bit floats here, and five times quicker than reading a `Float16Array`.
 */
const values: Float32Array = Float32Array.from(
  new Float16Array(Uint16Array.from({ length: 65_536 }, (_, i) => i).buffer),
);

/**
 * The cosine of a normalised query and the normalised vector that begins at `start`, within -1 to 1. The query is of
 * 64 bits, so that nothing is converted within the loop.
 */
export function cosineAt(query: Float64Array, halves: Uint16Array, start: number): number {
  // Four sums keep the processor's pipeline full. Every vector is summed in this one order, so that equal ones tie.
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  const whole = query.length - (query.length % 4);
  let from = start;
  for (let at = 0; at < whole; at += 4, from += 4) {
    sum0 += query[at]! * values[halves[from]!]!;
    sum1 += query[at + 1]! * values[halves[from + 1]!]!;
    sum2 += query[at + 2]! * values[halves[from + 2]!]!;
    sum3 += query[at + 3]! * values[halves[from + 3]!]!;
  }
  for (let at = whole; at < query.length; at++, from++) sum0 += query[at]! * values[halves[from]!]!;
  return Math.max(-1, Math.min(1, sum0 + sum1 + (sum2 + sum3)));
}
