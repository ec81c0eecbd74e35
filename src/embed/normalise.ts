/** Scales a vector to length 1, in place. False, and nothing done, if it has no direction or is not finite. */
export function normalise(vector: Float32Array): boolean {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (!Number.isFinite(length) || length === 0) return false;
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! / length;
  return true;
}
