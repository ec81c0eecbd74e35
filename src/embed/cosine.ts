/** How alike two vectors of length 1 are, -1 to 1. Both must have the same dimensions. */
export const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);
