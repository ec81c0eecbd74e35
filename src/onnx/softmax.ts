/** Scores of a model as chances: their sum is 1. */
export function softmax(scores: Float32Array): Float32Array {
  const most = scores.reduce((one, other) => Math.max(one, other));
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((one, other) => one + other);
  return powers.map((power) => power / sum);
}
