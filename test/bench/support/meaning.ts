import { randomFrom } from "./random.ts";

/** The dimensions of the built-in model, so that indexes are as large. */
export const dimensions = 384;

const directions = new Map<string, Float32Array>();

/**
 * A vector whose direction follows the words: each word is a random direction of its own, words of one topic (see
 * `texts.ts`) lean the same way, common words weigh little. So texts on one topic form a cluster, as a model's would.
 */
export function vectorOf(text: string): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/gu) ?? [text]) add(sum, wordDirection(word), weight(word));
  return normalised(sum);
}

/** Common words are short. */
function weight(word: string): number {
  return Math.min(1, word.length / 8);
}

function wordDirection(word: string): Float32Array {
  const known = directions.get(word);
  if (known) return known;
  const own = randomDirection(word);
  const [topic, rest] = word.split("x");
  if (rest !== undefined) add(own, wordDirection(`topic ${topic}`), 0.6);
  const direction = normalised(own);
  directions.set(word, direction);
  return direction;
}

function randomDirection(name: string): Float32Array {
  let seed = 7;
  for (const character of name) seed = (Math.imul(seed, 31) + character.codePointAt(0)!) | 0;
  const random = randomFrom(seed);
  // Sums of uniform numbers are near enough to normal ones for directions to be even.
  return normalised(Float32Array.from({ length: dimensions }, () => random() + random() + random() + random() - 2));
}

function add(sum: Float32Array, vector: Float32Array, factor: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]! * factor;
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}
