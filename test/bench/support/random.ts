/** Numbers from 0 to 1, the same ones for the same seed (mulberry32, Tommy Ettinger, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Ranks 0 to `size - 1` as Zipf's law has them: rank r about 1/(r + 2.7) as often. */
export function zipfFrom(random: () => number, size: number): () => number {
  const bounds = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) bounds[rank] = sum += 1 / (rank + 2.7);
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bounds[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
